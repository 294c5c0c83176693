"""/disputes/{id}: both sides see the same case, and add to it; nobody else sees anything."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import Case, Dispute, DisputeEvidence
from escrow.rules.disputes import EVIDENCE_MAX
from escrow.services import case_clocks
from marketplace.core import clock
from tests.api import Api
from tests.escrow.test_decisions import REASON, decide
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import given_agent, given_worker
from tests.factories.files import picture
from tests.factories.market import Seat, given_bounty, given_completed, given_funded_agent, untouched
from tests.visitor import Seen, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
EVIL = "<script>alert(1)</script>"


def given(**how: Any) -> tuple[Seat, str]:
    """Open, and staff's turn: the worker's time to answer is over."""
    seat, path = given_disputed(**how)
    Case.objects.update(due_at=clock.now())
    assert case_clocks.run_clocks() == 1
    return seat, path.removeprefix("/api")


def add(visitor: Visitor, page: Seen, files: Any = None, **fields: str) -> Seen:
    return visitor.send(page, "evidence", files=files, **fields)


def test_strangers_sign_in_and_other_people_find_nothing() -> None:
    _, path = given()

    assert "/account/login" in Visitor().open(path).path
    for other in (given_worker(), given_agent()):
        visitor = Visitor(other.account)
        assert visitor.open(path).status == visitor.open("/disputes/dsp_nothing").status == 404


def test_both_sides_see_what_is_claimed_about_what_and_what_is_frozen() -> None:
    seat, path = given()

    theirs, ours = Visitor(seat.worker.account).open(path), Visitor(seat.agent.account).open(path)

    for page in (theirs, ours):
        assert "It is blurred." in page.text and "The work is poor" in page.text and "In dispute" in page.text
        assert "https://example.com/a" in page.links and "Our staff read both sides" in page.text
        assert seat.bounty.title in page.text
    assert "Your pay $5.00" in theirs.text and "$0.90" not in theirs.text
    assert "Total $5.90" in ours.text
    assert f"/work/{seat.application.public_id}" in theirs.links and f"/jobs/{seat.bounty.public_id}" in ours.links
    assert [form.act for form in theirs.forms] == ["", "evidence"]
    assert [form.act for form in ours.forms] == ["", "evidence", "withdraw"], "the first shows the sums of an offer"


def test_words_links_and_files_are_added_once_and_the_other_side_sees_them() -> None:
    seat, path = given()
    visitor = Visitor(seat.worker.account)
    page = visitor.open(path)
    sent = {"text": "Sharp enough.", "urls": "https://example.com/b\n\nhttps://example.com/c"}

    for _ in range(2):
        files = {"files": picture(name="sign.jpg")}
        added = add(visitor, page, files, **sent)

    piece = DisputeEvidence.objects.get()
    assert (piece.author_id, piece.urls) == (seat.worker.account.pk, ["https://example.com/b", "https://example.com/c"])
    assert piece.files.get().name == "sign.jpg"
    assert "It is added." in added.text
    other = Visitor(seat.agent.account).open(path)
    assert "Sharp enough." in other.text and "https://example.com/c" in other.links and 'alt="sign.jpg"' in other.html
    assert seat.worker.account.display_name in other.text


@pytest.mark.parametrize(
    ("sent", "field"),
    [({}, ""), ({"text": "x" * 5001}, "text"), ({"text": "ok", "urls": "https://a.example\nftp://x"}, "urls")],
)
def test_what_does_not_fit_comes_back_as_it_was_typed(sent: dict[str, str], field: str) -> None:
    seat, path = given()
    visitor = Visitor(seat.worker.account)
    page = visitor.open(path)

    with untouched():
        refused = add(visitor, page, **sent)

    assert refused.status == 400 and "Files have to be chosen again." in refused.text
    assert not field or f'id="evidence-{field}-error"' in refused.html
    for name, value in sent.items():
        assert dict(refused.form("evidence").fields)[name].strip() == value


def test_a_file_of_another_kind_is_refused_and_named() -> None:
    seat, path = given()
    visitor = Visitor(seat.worker.account)

    with untouched():
        refused = add(
            visitor, visitor.open(path), {"files": SimpleUploadedFile("x.exe", b"MZ\x00\x01" * 9)}, text="Look."
        )

    assert refused.status == 400 and "x.exe" in refused.text
    assert dict(refused.form("evidence").fields)["text"] == "Look."


def test_each_side_adds_fifty_pieces() -> None:
    seat, path = given()
    visitor = Visitor(seat.worker.account)
    page = visitor.open(path)
    dispute = Dispute.objects.get()
    for _ in range(EVIDENCE_MAX):
        DisputeEvidence.objects.create(dispute=dispute, author=seat.worker.account, text="More.")

    refused = add(visitor, page, text="One more.")

    assert refused.status == 409 and "as much as fits" in refused.text
    assert DisputeEvidence.objects.count() == EVIDENCE_MAX


def test_the_opener_takes_it_back_once_and_the_worker_can_not() -> None:
    seat, path = given()
    owner, worker = Visitor(seat.agent.account), Visitor(seat.worker.account)
    page = owner.open(path)
    assert "$5.00 stays held" in page.text

    forged = dict(worker.open(path).form("evidence").fields) | {"act": "withdraw"}
    with untouched():
        assert worker.client.post(path, forged, headers={"Accept": "text/html"}).status_code == 403
    gone = owner.send(page, "withdraw")
    again = owner.send(page, "withdraw")

    assert gone.status == again.status == 200 and "You took the dispute back." in again.text
    assert "take the dispute back" not in gone.text.lower().replace("took", "")
    assert (Dispute.objects.get().status, seat.escrow.status) == ("withdrawn", "delivered")
    assert [form.act for form in worker.open(path).forms] == []


def test_the_decision_is_shown_to_both_with_its_sums_and_reasons() -> None:
    seat, path = given()
    decide(Dispute.objects.get(), 200)

    theirs, ours = Visitor(seat.worker.account).open(path), Visitor(seat.agent.account).open(path)

    assert "You get $2.00" in theirs.text and "Back to you $3.54" in ours.text and "Fee $0.36" in ours.text
    for page in (theirs, ours):
        assert REASON in page.text and "Decided" in page.text
        assert [form.act for form in page.forms] == ["appeal"], "nothing else is left to do"


def test_a_form_from_before_the_decision_adds_nothing() -> None:
    seat, path = given()
    visitor = Visitor(seat.worker.account)
    page = visitor.open(path)
    decide(Dispute.objects.get(), 0)

    with untouched():
        refused = add(visitor, page, text="Wait!")

    assert refused.status == 409


def test_staff_read_it_and_add_nothing(support: Api) -> None:
    _, path = given()
    visitor = Visitor(support.account)

    page = visitor.open(path)

    assert page.status == 200 and page.forms == [] and "It is blurred." in page.text


def test_words_of_both_sides_are_text() -> None:
    agent = given_funded_agent()
    seat, path = given(agent=agent, bounty=given_bounty(agent, title=EVIL))
    Dispute.objects.update(description=EVIL)
    DisputeEvidence.objects.create(dispute=Dispute.objects.get(), author=seat.worker.account, text=EVIL)

    page = Visitor(seat.agent.account).open(path)

    assert "<script>alert" not in page.html and page.text.count(EVIL) >= 3


def test_queries_do_not_grow_with_evidence() -> None:
    counts = []
    for number in (1, 5):
        seat, path = given_disputed(given_completed)
        path = path.removeprefix("/api")
        dispute = Dispute.objects.get(escrow=seat.escrow)
        for _ in range(number):
            DisputeEvidence.objects.create(dispute=dispute, author=seat.worker.account, text="More.")
        visitor = Visitor(seat.worker.account)
        visitor.open(path)
        with CaptureQueriesContext(connection) as found:
            visitor.open(path)
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15
