"""/jobs/{id}/sample and /work/{id}/text: a person rewrites a sample, is hired, hands in the whole text and is paid, with forms."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Application, Rewrite
from bounties.rules import listings
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.humanizations import (
    SECRET,
    docx,
    given_assigned,
    given_humanization,
    look,
    mp4,
    plain,
    read,
)
from tests.factories.market import untouched
from tests.visitor import Visitor
from wallet import ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
WORDS = {"attestation": "true", "coverLetter": "I write letters."}  # as its tick box says it


def writing(**more: SimpleUploadedFile) -> dict[str, Any]:
    return {"document": docx(), "recording": mp4()} | more


@pytest.mark.main
def test_from_the_sample_to_the_pay_with_nothing_but_forms() -> None:
    owner, row = given_humanization(requireResume=True)
    worker = given_worker()
    me = Visitor(worker.account)
    job = me.open(f"/jobs/{row.bounty.public_id}")
    # The time is that within which a text is handed in, and says nothing of what an hour brings.
    assert "Time to hand in" in job.text and "Takes about" not in job.text and "an hour" not in job.text
    assert "to hand it in" in me.open("/jobs").text and "of work" not in me.open("/jobs").text
    sample = me.open(next(link for link in job.links if link.endswith("/sample")))
    assert SECRET in sample.text and "Sentence number 19" not in sample.text and "Your résumé" in sample.text

    sent = me.send(sample, "apply", files=writing(resume=plain("My life.")), **WORDS)
    again = me.send(sample, "apply", files=writing(resume=plain("My life.")), **WORDS)
    application = Application.objects.get()
    assert sent.path == again.path == f"/work/{application.public_id}" and "Your sample was sent." in sent.text
    assert sorted(application.file_kinds.values()) == ["document", "recording", "resume"]
    assert (application.cover_letter, Rewrite.objects.get().attested) == ("I write letters.", True)
    assert "You have applied." in me.open(sample.path).text

    look()
    hired = me.open(sent.path)
    assert "Time to hand in" in hired.text and "Takes about" not in hired.text
    text = me.open(next(link for link in hired.links if link.endswith("/text")))
    assert "Sentence number 19" in text.text and "Blue Heron secret" in text.text and "Hand in by" in text.text
    handed = me.send(text, "send", files=writing())
    again = me.send(text, "send", files=writing())
    assert handed.path == again.path == sent.path and "Your text was sent." in handed.text
    assert Rewrite.objects.filter(submission__isnull=False).count() == 1
    look()
    assert not [form for form in me.open(text.path).forms if form.act == "send"], "it is looked at"

    final = read(owner, row)["final"]
    released = owner.post(f"/api/escrow/{final['escrowId']}/release", {"acknowledgeRelease": True})
    assert released.status == 200, released.body
    assert ledger.balance(ledger.earnings(worker.account.pk)) == 2000
    assert "You got" in me.open(sent.path).text and "$20.00" in me.open("/earnings").text


@pytest.mark.parametrize(
    ("changed", "words", "field"),
    [({}, WORDS | {"attestation": None}, "attestation"), ({"document": picture}, WORDS, "document")],
)
def test_a_sample_that_is_not_taken_says_why_at_its_field(changed: Any, words: Any, field: str) -> None:
    _, row = given_humanization()
    me = Visitor(given_worker().account)
    page = me.open(f"/jobs/{row.bounty.public_id}/sample")

    with untouched():
        refused = me.send(page, "apply", files=writing(**{name: make() for name, make in changed.items()}), **words)

    assert refused.status == 400 and f'id="apply-{field}-error"' in refused.html
    assert refused.form("apply").data["coverLetter"] == ["I write letters."]


def test_a_text_that_is_not_taken_says_why_and_the_form_stays() -> None:
    _, worker, row = given_assigned()
    me = Visitor(worker.account)
    page = me.open(f"/work/{row.bounty.applications.get().public_id}/text")

    with untouched():
        refused = me.send(page, "send", files={"document": docx()})

    assert refused.status == 400 and 'id="send-recording-error"' in refused.html
    assert me.send(refused, "send", files=writing()).path.endswith(page.path.removesuffix("/text"))


def test_routes_for_programs_stand_in_the_api_and_on_no_page() -> None:
    owner, worker, row = given_assigned()
    place = Application.objects.get(bounty=row.bounty, human=worker.account)
    pages = [
        (owner, f"/owner/jobs/{row.bounty.public_id}"),
        (worker, f"/jobs/{row.bounty.public_id}"),
        (worker, f"/work/{place.public_id}"),
    ]

    assert (
        "For programs: GET /api/v1/humanizations"
        in owner.get(f"/api/bounties/{row.bounty.public_id}")["bounty"]["description"]
    )
    for person, path in pages:
        text = Visitor(person.account).open(path).text
        assert "First rewrite a short sample" in text and "For programs" not in text, path


def test_what_an_owner_wrote_is_shown_whole() -> None:
    words = "Read it aloud.\n\nFor programs: the same."

    assert listings.for_people(words, is_ours=False) == words
    assert listings.for_people(listings.written(words, routes="GET /x"), is_ours=True) == words
