"""The evidence bundle: everything about a case in one ZIP that a stranger can read and check."""

import hashlib
import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.files.storage import default_storage
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from escrow.models import Case, CaseFinding, CaseMessage, CaseRequest, DeskNote, Dispute
from escrow.selectors import papers
from escrow.web import bundles
from marketplace.core import clock
from marketplace.models import File
from tests.api import Api
from tests.escrow.test_decisions import given_dispute, given_staff
from tests.escrow.test_office_disputes import office
from tests.factories.accounts import given_agent
from tests.factories.decisions import given_decision
from tests.factories.files import picture
from tests.factories.market import Seat, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def given_case(*, files: int = 1) -> tuple[Seat, Dispute, Case]:
    """Both sides have spoken, the worker with photos; staff asked, found and decided."""
    seat, dispute = given_dispute()
    sent = [picture(size=(8 + n, 8), name=f"Sharp photo {n}.jpg") for n in range(files)]
    path = f"/api/disputes/{dispute.public_id}/evidence"
    assert seat.worker.upload(path, {"text": "The photo is <sharp>.", "files": sent}).status == 200
    assert seat.agent.post(path, {"text": "It is not.", "urls": ["https://example.com/a"]}).status == 200
    case = Case.objects.get(dispute=dispute)
    staff = given_staff()
    CaseFinding.objects.create(
        case=case, key="criterion:1", asked="One sharp photo.", finding="not_met", words="Blurred.", found_by=staff.me
    )
    due = clock.now() + timedelta(hours=1)
    CaseRequest.objects.create(
        case=case, asked_id=case.worker_id, made_by=staff.me, items=["A sharper photo"], due_at=due
    )
    CaseMessage.objects.create(case=case, author=staff.me, to="both", words="We look at it.")
    DeskNote.objects.create(case=case, author=staff.me, words="Between us: odd.")
    given_decision(staff, dispute.pk, worker_cents=250, reason="Half of it is there.")
    return seat, dispute, Case.objects.get(pk=case.pk)


def fetch(who: Api, case: Case, **sent: str) -> Any:
    return office(who).post(reverse("admin:escrow_case_bundle", args=[case.pk]), sent)


def opened(answer: Any) -> zipfile.ZipFile:
    assert answer.status_code == 200 and answer["Content-Type"] == "application/zip"
    return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))


def test_one_zip_has_the_words_the_files_and_a_manifest_that_checks(support: Api) -> None:
    _, _, case = given_case(files=2)

    answer = fetch(support, case)
    found = opened(answer)

    assert answer["Content-Disposition"] == f'attachment; filename="evidence-{case.public_id}.zip"'
    assert found.testzip() is None
    names = found.namelist()
    assert names[:2] == ["case.pdf", "case.json"] and names[-1] == "MANIFEST.txt"
    evidence = [name for name in names if name.startswith("evidence/")]
    # Two files of one moment come in either order.
    assert {name.partition("-")[2] for name in evidence} >= {"Sharp-photo-0.jpg", "Sharp-photo-1.jpg"}
    assert {name.partition("-")[0] for name in evidence} >= {"evidence/001", "evidence/002"}
    sums = dict(reversed(line.split("  ", 1)) for line in found.read("MANIFEST.txt").decode().splitlines())
    assert sums == {name: hashlib.sha256(found.read(name)).hexdigest() for name in names[:-1]}
    uploaded = set(File.objects.values_list("sha256", flat=True))
    assert {sums[name] for name in evidence} <= uploaded and len(evidence) == len(set(evidence))
    assert found.read("case.pdf").startswith(b"%PDF-")


def test_a_stranger_reads_the_whole_case_in_it(support: Api) -> None:
    _, dispute, case = given_case()

    papers_ = {
        one["title"]: one["rows"] for one in json.loads(opened(fetch(support, case)).read("case.json"))["papers"]
    }

    text = json.dumps(papers_, ensure_ascii=False)
    for words in (
        *("The photo is <sharp>.", "It is not.", "https://example.com/a", "One sharp photo."),
        *("not met", "A sharper photo", "We look at it.", "Half of it is there.", "2.50 USD to the worker", "Done."),
        *(dispute.public_id, "dispute.opened", "5.90 USD"),
    ):
        assert words in text, words
    assert list(papers_)[:3] == ["The case", "What was agreed", "What the funder objects to"]
    agreed = {row["Term"]: row["As agreed"] for row in papers_["What was agreed"]}
    assert agreed["Title"] == case.title and agreed["What is to be done"] == "One sharp photo."
    postings = papers_["Postings of the held money"]
    assert postings[0]["Amount"] == "5.90 USD" and postings[-1]["Held after"] == "0.00 USD"


def test_it_tells_no_stranger_who_of_us_decided_what_we_noted_or_anybody_s_address(support: Api) -> None:
    seat, dispute, case = given_case()
    decider = dispute.decisions.get().proposer
    decider.name = "Undisclosed Colleague"
    decider.save()

    text = opened(fetch(support, case)).read("case.json").decode()

    assert "Between us" not in text and "Undisclosed Colleague" not in text
    for account in (seat.agent.account, seat.worker.account):
        assert account.email not in text
    assert "our staff" in text


def test_the_words_alone_are_a_pdf(support: Api) -> None:
    _, _, case = given_case()

    answer = fetch(support, case, format="pdf")

    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF-")
    assert f"evidence-{case.public_id}.pdf" in answer["Content-Disposition"]


def test_who_took_it_is_written_down(support: Api) -> None:
    _, _, case = given_case()

    opened(fetch(support, case))

    entry = LogEntry.objects.get(object_id=str(case.pk))
    assert entry.user == support.account and entry.object_repr == case.public_id
    assert entry.change_message.startswith("bundled: with ")


def test_only_staff_who_may_decide_it_take_it(agent: Api, worker: Api, support: Api) -> None:
    _, _, case = given_case()
    address = reverse("admin:escrow_case_bundle", args=[case.pk])
    auditor, party = given_agent(is_staff=True), Api(case.owner)
    auditor.account.groups.add(Group.objects.get(name="auditor"))
    case.owner.is_staff = True
    case.owner.save()

    with untouched():
        assert fetch(auditor, case).status_code == 403
        assert fetch(party, case).status_code == 403, "a party of the case"
        for stranger in (office(agent), office(worker), Client()):
            assert stranger.post(address).status_code == 302
        assert office(support).get(address).status_code == 405
        assert office(support).post(address.replace(str(case.pk), str(case.dispute_id))).status_code == 404


def test_a_file_that_the_store_lost_or_changed_is_named_and_the_rest_arrives(support: Api) -> None:
    _, _, case = given_case(files=3)
    lost, changed, kept = File.objects.filter(purpose="dispute").order_by("pk")
    default_storage.delete(lost.storage_key)
    File.objects.filter(pk=changed.pk).update(sha256="0" * 64)

    found = opened(fetch(support, case))

    manifest = found.read("MANIFEST.txt").decode()
    assert f"not read from the store; its SHA-256 at its upload was {lost.sha256}" in manifest
    assert f"differs from its upload, whose SHA-256 was {'0' * 64}" in manifest
    assert kept.sha256 in manifest


def test_a_long_file_is_never_whole_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, case = given_case()
    monkeypatch.setattr(bundles, "CHUNK", 100)
    found = papers.of_case(case)
    files = bundles.pieces(found)
    assert files and files[0].file.size > 300

    chunks = list(bundles.archive(case, found, files))

    of_files = chunks[2:-1]
    assert max(len(chunk) for chunk in of_files) < 600, "a chunk, and the heads of an entry"
    assert zipfile.ZipFile(io.BytesIO(b"".join(chunks))).testzip() is None


def test_its_queries_do_not_grow_with_the_case() -> None:
    seat, dispute, case = given_case()
    conversation = seat.agent.get(f"/api/disputes/{dispute.public_id}")["dispute"]["conversationId"]

    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            papers.of_case(case)
        return len(captured)

    asked()
    few = asked()
    for _ in range(4):
        assert seat.agent.post(f"/api/conversations/{conversation}/messages", {"content": "Again."}).status == 200
        CaseMessage.objects.create(case=case, author=case.owner, to="both", words="More.")
    assert asked() == few <= 30


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("photo.jpg", "photo.jpg"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        (".bashrc", "bashrc"),
        ("a b\tc\n.png", "a-b-c-.png"),
        ("CON", "CON"),
        ("日本.png", "png"),
        ("", "file"),
        ("x" * 300 + ".jpeg", "x" * 55 + ".jpeg"),
    ],
)
def test_names_are_safe_on_every_system(name: str, safe: str) -> None:
    assert bundles.safe_name(name) == safe


def test_the_button_posts_and_is_escaped(support: Api) -> None:
    _, _, case = given_case()

    shown = render_to_string("admin/escrow/bundle_button.html", {"case_pk": case.pk, "csrf_token": "t"})

    assert f'action="{reverse("admin:escrow_case_bundle", args=[case.pk])}"' in shown and 'method="post"' in shown
