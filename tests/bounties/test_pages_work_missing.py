"""Evidence without a kind that the job wants is asked about once before it is sent; what was typed and chosen is kept."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Submission
from bounties.pages import kept_files
from marketplace.core import clock
from marketplace.models import OrphanedFile
from marketplace.services import orphaned_files
from tests.bounties.test_pages_work import look
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.market import given_confirmed, untouched
from tests.visitor import Seen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ASKED = "Still missing: Photo. Send it anyway?"


def notes(name: str = "notes.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, b"The shop was shut.", "text/plain")


def kept(page: Seen) -> list[str]:
    return page.form("evidence").data.get(kept_files.FIELD, [])


@pytest.mark.main
def test_words_without_the_photo_are_asked_about_and_then_sent() -> None:
    seat = given_confirmed(evidence_types=["photo", "text"])
    me, page = look(seat)

    with untouched():
        asked = me.send(page, "evidence", textEvidence="The shop was shut.", links="https://example.com/a")
    assert asked.status == 400 and ASKED in asked.text and not kept(asked)
    assert asked.form("evidence").data["textEvidence"] == ["The shop was shut."]
    assert '<button class="quiet" name="anyway" value="true">' in asked.html
    with untouched():
        assert ASKED in me.send(asked, "evidence").text, "the usual button asks again"

    for _tap in range(2):
        assert "It is sent." in me.send(asked, "evidence", anyway="true").text

    sent = Submission.objects.get()
    assert (sent.text_evidence, sent.links) == ("The shop was shut.", ["https://example.com/a"])
    assert sent.checks["coverage"] == {"photo": False, "text": True}


def test_a_file_of_another_kind_is_kept_while_it_is_asked_about() -> None:
    """Without a script, whose browser would have to choose it again."""
    seat = given_confirmed(evidence_types=["photo"])
    me, page = look(seat)

    with untouched(besides=OrphanedFile):
        asked = me.send(page, "evidence", {"files": [notes()]})
    assert ASKED in asked.text and "These files are kept, and sent along: notes.txt" in asked.text and kept(asked)

    for _tap in range(2):
        assert "It is sent." in me.send(asked, "evidence", anyway="true").text
    sent = Submission.objects.get()
    assert [file.name for file in sent.files.all()] == ["notes.txt"] and not OrphanedFile.objects.exists()


@pytest.mark.parametrize("scripted", [True, False])
def test_a_file_that_is_not_taken_is_refused_before_anything_is_asked(scripted: bool) -> None:
    seat = given_confirmed(evidence_types=["photo"])
    me, page = look(seat)
    program = SimpleUploadedFile("shelf.exe", b"MZ\x90\x00" + bytes(60))
    if scripted:
        me.client.defaults["HTTP_X_NAME_NEXT"] = "1"

    with untouched():
        refused = me.send(page, "evidence", {"files": [program]})

    assert refused.status == 400 and "shelf.exe" in refused.text and ASKED not in refused.text


def test_what_is_missing_is_added_to_what_was_kept() -> None:
    seat = given_confirmed(evidence_types=["photo"])
    me, page = look(seat)
    asked = me.send(page, "evidence", {"files": [notes()]})
    wrong = me.send(asked, "evidence", {"files": [picture()]}, links="no address")
    assert wrong.status == 400 and kept(wrong) == kept(asked) and "has to be chosen again" in wrong.text

    done = me.send(wrong, "evidence", {"files": [picture(name="shelf.jpg")]}, links="")

    assert "It is sent." in done.text
    sent = Submission.objects.get()
    assert sorted(file.name for file in sent.files.all()) == ["notes.txt", "shelf.jpg"]
    assert sent.checks["coverage"] == {"photo": True}


def test_what_nobody_sends_in_the_end_is_deleted() -> None:
    seat = given_confirmed(evidence_types=["photo"])
    me, page = look(seat)
    asked = me.send(page, "evidence", {"files": [notes()]})
    OrphanedFile.objects.update(due_at=clock.wall() - timedelta(seconds=1))
    orphaned_files.delete_due()

    with untouched():
        late = me.send(asked, "evidence", anyway="true")

    assert late.status == 503 and not kept(late) and "Files have to be chosen again." in late.text


def test_kept_files_are_those_of_their_sender_and_of_nobody_else() -> None:
    seat, other = given_confirmed(evidence_types=["photo"]), given_confirmed(evidence_types=["photo"])
    me, page = look(seat)
    them, their_page = look(other)
    theirs = kept(them.send(their_page, "evidence", {"files": [notes()]}))

    for sealed in (theirs, ["nonsense"]):
        with untouched():
            refused = me.send(page, "evidence", keptFiles=sealed, anyway="true", textEvidence="Here.")
        assert refused.status == 400 and "Choose them again." in refused.text and not kept(refused)


def test_a_browser_with_our_script_keeps_its_files_itself() -> None:
    seat = given_confirmed(evidence_types=["photo"])
    me, page = look(seat)
    form = page.form("evidence").data | {"files": [notes()]}

    with untouched():
        answer = me.client.post(page.path, form, headers={"X-Name-Next": "1"})

    assert answer.status_code == 400 and ASKED in answer.content.decode()
    assert kept_files.FIELD not in answer.content.decode()


def test_what_is_complete_is_sent_at_once_and_a_missing_answer_is_named_first() -> None:
    question = {"id": "q1", "prompt": "How many shelves?", "required": True}
    seat = given_confirmed(evidence_types=["photo"], completion_questions=[question])
    me, page = look(seat)

    with untouched():
        refused = me.send(page, "evidence", textEvidence="All of it.")
    assert 'id="evidence-answers.q1-error"' in refused.html and ASKED not in refused.text

    assert "It is sent." in me.send(refused, "evidence", {"files": [picture()]}, **{"answers.q1": "7"}).text


def test_the_api_takes_it_without_asking() -> None:
    seat = given_confirmed(evidence_types=["photo"], worker=given_worker())

    sent = seat.worker.post(
        f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "The shop was shut."}
    )

    assert sent.status == 200 and Submission.objects.get().checks["coverage"] == {"photo": False}
