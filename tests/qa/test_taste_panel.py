"""Who is hired for a taste run, what they are shown, and which votes are taken."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Application
from marketplace.core import clock, ids
from marketplace.models import File
from qa.services import taste_panels
from tests.factories.accounts import given_worker
from tests.factories.mailbox import mailbox
from tests.factories.market import untouched
from tests.factories.taste import given_panel
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], object]


# ------------------------------------------------------------------ who is on the panel


def test_whoever_fits_is_hired_at_once_without_confirmation() -> None:
    panel = given_panel()
    worker = panel.respondent()

    seat = Application.objects.get()
    assert (seat.status, seat.confirm_by, seat.confirmed_at is not None) == ("accepted", None, True)
    assert seat.complete_by == seat.decided_at + timedelta(hours=24)
    assert panel.read()["acceptedCount"] == 1
    said = worker.get("/api/conversations")["conversations"][0]["lastMessage"]["preview"]
    assert said.startswith("You are on the panel")


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"targetCategories": ["music"]}, "not_eligible"),
        ({"allowedGenders": ["woman", "other"]}, "not_eligible"),
        ({"identityRequired": True}, "identity_required"),
        ({"allowedCountries": ["DE"]}, "location_required"),
    ],
)
def test_whoever_does_not_fit_is_refused(asked: dict[str, object], code: str) -> None:
    panel, worker = given_panel(**asked), given_worker()
    with untouched():
        refused = panel.apply(worker)
    assert (refused.status, refused.code) == (403, code)


def test_a_category_is_met_by_a_skill_of_it() -> None:
    panel = given_panel(targetCategories=["music", "photo-video"])
    assert panel.apply(given_worker()).status == 200  # who knows photography


def test_a_portfolio_is_asked_for_with_the_application() -> None:
    panel, worker = given_panel(requirePortfolioUpload=True), given_worker()
    with untouched():
        refused = panel.apply(worker)
    assert (refused.status, list(refused["fields"])) == (400, ["files.d1"])


def test_what_the_run_does_itself_its_owner_does_not() -> None:
    panel = given_panel()
    panel.apply(given_worker())
    seat = Application.objects.get()
    base = f"/api/bounties/{panel.row.bounty.public_id}"
    with untouched():
        answers = [
            *(
                panel.agent.patch(f"{base}/applications/{seat.public_id}", {"action": verb})
                for verb in ("accept", "reject")
            ),
            panel.agent.post(f"{base}/applications/{seat.public_id}/expire"),
            panel.agent.patch(base, {"title": "Another"}),
        ]
    assert {(answer.status, answer.code) for answer in answers} == {(409, "managed_bounty")}


# ------------------------------------------------------------------ the ballot


def test_each_respondent_sees_another_order_and_always_the_same() -> None:
    panel = given_panel()
    first, second = panel.respondent(), panel.respondent()

    ballots = [worker.get(panel.path + "/ballot") for worker in (first, second, first)]

    shown = [[row["label"] for row in answer["ballot"]["artifacts"]] for answer in ballots]
    assert shown[0] == shown[2] == shown[1][::-1]
    assert ballots[0].headers["Cache-Control"] == "private, no-store"
    assert ballots[0]["ballot"]["submitUrl"].endswith(f"/api/bounties/{panel.row.bounty.public_id}/submissions")


def test_nobody_else_reads_the_ballot() -> None:
    panel = given_panel(respondentCount=1)
    panel.respondent()
    waiting = given_worker()
    path = panel.path + "/ballot"
    with untouched():
        assert (waiting.get(path).status, waiting.get(path).code) == (403, "not_on_the_panel")
        assert panel.agent.get(path).code == "session_required"
        assert waiting.get(f"/api/v1/taste/runs/{ids.encode('tst', ids.new())}/ballot").status == 404


def test_a_ballot_of_a_run_that_never_went_live_is_unknown() -> None:
    panel = given_panel(100)
    assert given_worker().get(panel.path + "/ballot").status == 404


# ------------------------------------------------------------------ votes


def test_a_valid_vote_is_paid_at_once() -> None:
    panel = given_panel()
    worker = panel.respondent()

    answer = panel.vote(worker)

    assert (answer.status, answer["submission"]["vote"], answer["submission"]["checks"]["findings"]) == (
        200,
        "Blue",
        [],
    )
    assert books.balance(books.earnings(worker.account.pk)) == 500
    assert panel.read()["spentCents"] == 590
    assert worker.get(panel.path + "/ballot")["ballot"]["vote"] == "Blue"


def test_a_second_vote_is_refused() -> None:
    panel = given_panel()
    worker = panel.respondent()
    panel.vote(worker)
    with untouched():
        refused = panel.vote(worker, "Red", look=False)
    assert refused.status == 409
    waiting = panel.respondent()
    panel.vote(waiting, look=False)
    with untouched():
        assert panel.vote(waiting, look=False).code == "submission_in_review"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"vote": "Green", "reason": "It is the calmest of them all."}, "vote"),
        ({"vote": "Blue", "reason": "Too short."}, "reason"),
        ({"vote": "Blue"}, "reason"),
        ({"textEvidence": "I like the blue one best."}, "vote"),
        ({"vote": "Blue", "reason": "It is the calmest of them all.", "fileIds": ["file:0"]}, "fileIds"),
    ],
)
def test_a_vote_that_is_not_one_is_refused(body: dict[str, object], field: str) -> None:
    panel = given_panel()
    worker = panel.respondent()
    with untouched():
        refused = worker.post(f"/api/bounties/{panel.row.bounty.public_id}/submissions", body)
    assert (refused.status, field in refused["fields"]) == (400, True)


def test_a_video_is_required_where_it_is_asked_for() -> None:
    panel = given_panel(requireVideoResponse=True)
    worker = panel.respondent()
    with untouched():
        refused = panel.vote(worker, look=False)
    assert (refused.status, list(refused["fields"])) == (400, ["files"])
    assert File.objects.count() == 0


def video(name: str = "vote.mp4") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, b"\0\0\0\x18ftypmp42" + b"\0" * 12 + ids.new().bytes * 40, "video/mp4")


def test_a_video_that_is_not_live_is_sent_back_and_a_live_one_is_paid() -> None:
    panel = given_panel(requireVideoResponse=True)
    worker = panel.respondent()
    path = f"/api/bounties/{panel.row.bounty.public_id}/submissions"
    vote = {"vote": "Blue", "reason": "It is the calmest of them all.", "fileIds": ["file:0"]}

    old = worker.upload(path, vote | {"files": [video()]})
    taste_panels.reconcile_dirty()
    [back] = panel.agent.get(path)["submissions"]
    assert (old.status, back["status"]) == (200, "redo_requested")
    assert "capturedLive true, capturedAt" in back["response"]
    told = " ".join(mailbox(worker)[-1]["text"].split())
    assert "decided by rule" in told and "in the words of" not in told
    live = {"capturedLive": "true", "capturedAt": clock.wall().isoformat()}
    new = worker.upload(path, vote | live | {"files": [video()]})
    taste_panels.reconcile_dirty()

    assert new["submission"]["fileIds"] == [new["submission"]["files"][0]["id"]]
    assert panel.agent.get(path)["submissions"][0]["status"] == "approved"
    assert books.balance(books.earnings(worker.account.pk)) == 500


def test_the_same_reason_is_sent_back_then_rejected_and_then_goes_to_staff() -> None:
    panel = given_panel()
    first, copier = panel.respondent(), panel.respondent()
    reason = "The blue one has calm colours and a clear title."
    panel.vote(first, reason=reason)

    panel.vote(copier, reason=reason.upper())
    mine = f"/api/bounties/{panel.row.bounty.public_id}/submissions"
    back = panel.agent.get(mine)["submissions"][0]
    assert (back["status"], "before" in back["response"]) == ("redo_requested", True)
    panel.vote(copier, "Red", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
    assert panel.agent.get(mine)["submissions"][0]["status"] == "rejected"
    assert not Application.objects.get(human=copier.account).is_case, (
        "whoever is silent now loses the seat by the clock"
    )
    panel.vote(copier, "Red", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")

    seat = Application.objects.get(human=copier.account)
    assert seat.is_case and books.balance(books.earnings(copier.account.pk)) == 0
    assert panel.read()["status"] == "open"
    panel.vote(copier, "Red", "The red one is louder, and I like loud covers.")
    assert books.balance(books.earnings(copier.account.pk)) == 500
    assert panel.read()["status"] == "closed"
