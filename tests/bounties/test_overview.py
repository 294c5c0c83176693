"""The owner's view of applications: what it shows of the person, of the uploads and of the seat, and to whom."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Application, Bounty
from bounties.services import applications, autoreview, timers
from marketplace.core.later import unit
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    Seat,
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
PHOTOS = {
    "submission_mode": "photo_upload",
    "upload_settings": {"maxImages": 4, "consentText": "c" * 20, "confirmationMessage": "m" * 20},
    "auto_accept": False,
}


def listed(caller: Api, bounty: Bounty, query: str = "") -> list[dict[str, Any]]:
    answer = caller.get(f"/api/bounties/{bounty.public_id}/applications{query}")
    assert answer.status == 200, answer.body
    rows: list[dict[str, Any]] = answer["applications"]
    return rows


def one(caller: Api, bounty: Bounty, application: Application) -> Any:
    return caller.get(f"/api/bounties/{bounty.public_id}/applications/{application.public_id}")


def job(seat: Seat) -> dict[str, Any]:
    """jobOverview as the owner reads it, the same in the list and alone."""
    shown: dict[str, Any] = one(seat.agent, seat.bounty, seat.application)["application"]["jobOverview"]
    rows = {row["id"]: row["jobOverview"] for row in listed(seat.agent, seat.bounty)}
    assert rows[seat.application.public_id] == shown
    return shown


# ------------------------------------------------------------------ the person


def test_a_new_worker_has_no_record_and_no_relation() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)

    [shown] = listed(agent, bounty)

    assert (shown["completedTasksCount"], shown["totalEarnedCents"]) == (0, 0)
    assert (shown["isBlockedByOwner"], shown["isPreferredByOwner"]) == (False, False)
    assert shown["reviewSummary"] == {"averageRating": None, "reviewCount": 0, "recentReviews": []}
    assert shown["jobOverview"] is shown["autoAcceptEscalation"] is None
    assert shown["files"] == []
    assert not {"imageUrls", "videoUrls", "documentUrls", "micCheck", "languageProficiency"} & set(shown)


def test_the_record_counts_released_seats_of_every_owner_and_nothing_else() -> None:
    first, second = given_released(), given_released(price_cents=1250)
    worker = second.worker
    agent = given_funded_agent()
    _given_unreleased(agent, worker)
    bounty = given_bounty(agent)
    given_application(bounty, worker)
    given_application(bounty, first.worker)

    record = {row["humanId"]: (row["completedTasksCount"], row["totalEarnedCents"]) for row in listed(agent, bounty)}

    assert record == {
        worker.account.public_profile_id: (1, 1250),
        first.worker.account.public_profile_id: (1, 500),
    }


def _given_unreleased(agent: Api, worker: Api) -> None:
    bounty = given_bounty(agent)
    _, application = given_application(bounty, worker)
    unit(lambda: applications.accept(acting(agent), bounty.public_id, application.public_id))


def test_checks_that_a_bounty_requires_are_named_and_empty_until_they_exist() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    Bounty.objects.update(mic_check_required=True)
    assert listed(agent, bounty)[0]["micCheck"] is None
    assert "languageProficiency" not in listed(agent, bounty)[0]

    Bounty.objects.update(mic_check_required=False, language_requirement={"language": "en", "minimumCefr": "B2"})
    assert listed(agent, bounty)[0]["languageProficiency"] is None
    assert "micCheck" not in listed(agent, bounty)[0]


def test_the_state_of_the_automatic_review_is_shown_while_the_application_is_pending() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker = given_worker()
    worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "On my way."})
    autoreview.review_due()

    [shown] = listed(agent, bounty)
    assert shown["autoAcceptEscalation"] == {
        "state": "needs_manual_review",
        "attempts": 0,
        "reason": "no_checks_declared",
        "manualReviewReason": "no_checks_declared",
    }

    agent.patch(f"/api/bounties/{bounty.public_id}/applications/{shown['id']}", {"action": "reject"})
    assert listed(agent, bounty)[0]["autoAcceptEscalation"] is None


def test_a_review_that_is_tried_again_says_when(at: Callable[[str], datetime]) -> None:
    now = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    Application.objects.update(
        review_state="retry_scheduled", review_reason="reviewer_failed", review_attempts=2, review_at=now
    )

    assert listed(agent, bounty)[0]["autoAcceptEscalation"] == {
        "state": "retry_scheduled",
        "attempts": 2,
        "reason": "reviewer_failed",
        "nextRetryAt": "2026-11-21T10:00:00.000Z",
    }


# ------------------------------------------------------------------ uploads


def test_gathered_files_are_shown_with_what_they_are_for_and_by_kind(png: bytes) -> None:
    agent, worker = given_funded_agent(), given_worker()
    bounty = given_bounty(agent, **PHOTOS)
    sent = worker.upload(
        f"/api/bounties/{bounty.public_id}/applications",
        {
            "consent": "true",
            "kinds": ["upload", "upload"],
            "files": [SimpleUploadedFile("a.png", png), SimpleUploadedFile("b.png", png)],
        },
    )
    assert sent.status == 200, sent.body

    [shown] = listed(agent, bounty)

    assert [(file["name"], file["kind"]) for file in shown["files"]] == [("a.png", "upload"), ("b.png", "upload")]
    assert shown["imageUrls"] == [file["url"] for file in shown["files"]]
    assert (shown["videoUrls"], shown["documentUrls"]) == ([], [])
    assert Api().get(shown["imageUrls"][0].partition("//")[2].partition("/")[2].join(("/", ""))).status == 200
    assert one(agent, bounty, Application.objects.get())["application"].keys() == shown.keys()


@pytest.fixture
def png() -> bytes:
    from io import BytesIO

    from PIL import Image

    out = BytesIO()
    Image.effect_noise((64, 64), 60).save(out, "PNG")
    return out.getvalue()


# ------------------------------------------------------------------ the seat, step by step


def test_the_overview_follows_a_hire_from_acceptance_to_payment(at: Callable[[str], datetime]) -> None:
    # given a hired person
    start = at("2026-11-21T10:00:00Z")
    seat = given_hired(evidence_types=["text", "link"], start_window_minutes=60, completion_window_hours=24)
    path = f"/api/bounties/{seat.bounty.public_id}"
    base = f"{path}/applications/{seat.application.public_id}"
    money = {"amountCents": 590, "workerPayoutCents": 500, "escrowId": seat.escrow.public_id}
    assert job(seat) == {
        "overallState": "awaiting_confirmation",
        "jobState": "awaiting_confirmation",
        "nextDeadline": {"kind": "confirmation", "at": "2026-11-21T12:00:00.000Z", "isOverdue": False},
        "missingEvidence": ["text", "link"],
        "latestMessage": {"at": "2026-11-21T10:00:00.000Z", "preview": "On my way.", "fromSide": "human"},
        "money": {"status": "locked", **money},
        "nextAction": {"kind": "confirm_seat", "actorIsOwner": False},
        "buyerActions": [],
    }

    # when he confirms, begins, and asks for more time
    seat.worker.post(f"{base}/confirm")
    assert stage(seat) == ("in_progress", "start", "2026-11-21T11:00:00.000Z", "start_work", False)
    seat.worker.post(f"{base}/start")
    assert stage(seat) == ("in_progress", "completion", "2026-11-22T10:00:00.000Z", "submit_evidence", False)
    seat.worker.post(f"{base}/extension", {"hours": 12, "reason": "Rain."})
    assert stage(seat) == ("in_progress", "completion", "2026-11-22T10:00:00.000Z", "decide_extension", True)
    seat.agent.post(f"{base}/extension/decision", {"action": "approve"})
    assert stage(seat) == ("in_progress", "completion", "2026-11-22T22:00:00.000Z", "submit_evidence", False)

    # and sends half of what is asked for, which is sent back
    sent = seat.worker.post(f"{path}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]["id"]
    assert stage(seat) == ("evidence_in_review", "review", "2026-11-24T10:00:00.000Z", "review_submission", True)
    assert (job(seat)["missingEvidence"], job(seat)["money"]["status"]) == (["link"], "delivered")
    assert job(seat)["buyerActions"] == ["approve", "request_redo", "reject"]
    seat.agent.patch(f"{path}/submissions/{sent}", {"action": "request_redo", "response": "A link, please."})
    assert stage(seat) == ("redo_requested", "completion", "2026-11-22T22:00:00.000Z", "submit_evidence", False)
    assert job(seat)["buyerActions"] == []

    # and sends all of it, which is approved
    whole = {"textEvidence": "Open 9 to 18.", "links": ["https://example.com/a"]}
    sent = seat.worker.post(f"{path}/submissions", whole)["submission"]["id"]
    assert (job(seat)["overallState"], job(seat)["missingEvidence"]) == ("evidence_in_review", [])
    seat.agent.patch(f"{path}/submissions/{sent}", {"action": "approve"})
    release = (start + timedelta(days=3)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert stage(seat) == ("approved_awaiting_release", "release", release, "release_payment", True)

    # and is paid: then it is over, and nobody's turn
    seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    shown = job(seat)
    assert (shown["overallState"], shown["jobState"], shown["money"]["status"]) == ("released",) * 3
    assert (shown["nextDeadline"], shown["nextAction"]) == (None, None)
    assert (shown["missingEvidence"], shown["buyerActions"]) == ([], [])
    [row] = listed(seat.agent, seat.bounty)
    assert (row["completedTasksCount"], row["totalEarnedCents"]) == (1, 500)


def stage(seat: Seat) -> tuple[str, str, str, str, bool]:
    shown = job(seat)
    deadline, action = shown["nextDeadline"], shown["nextAction"]
    assert deadline["isOverdue"] is False
    return shown["overallState"], deadline["kind"], deadline["at"], action["kind"], action["actorIsOwner"]


def test_an_overdue_clock_is_called_so_until_the_timer_takes_the_seat(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_hired()
    at("2026-11-21T12:00:00Z")
    assert job(seat)["nextDeadline"] == {"kind": "confirmation", "at": "2026-11-21T12:00:00.000Z", "isOverdue": True}

    timers.release_unconfirmed()

    shown = job(seat)
    assert (shown["overallState"], shown["jobState"]) == ("seat_released", "seat_released")
    assert (shown["money"]["status"], shown["nextDeadline"], shown["nextAction"]) == ("refunded", None, None)


def test_silence_is_a_deadline_and_then_the_owners_turn(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(response_window_hours=8)
    assert stage(seat)[1:3] == ("response", "2026-11-21T18:00:00.000Z")

    at("2026-11-21T18:00:00Z")
    timers.flag_silent()

    assert job(seat)["nextDeadline"] is None
    assert job(seat)["nextAction"] == {"kind": "follow_up", "actorIsOwner": True}


def test_evidence_sent_back_and_not_replaced_is_for_staff(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_delivered(completion_window_hours=1)
    sent = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
    seat.agent.patch(path, {"action": "reject", "response": "Blurred."})
    assert stage(seat)[:3] == ("redo_requested", "completion", "2026-11-22T10:00:00.000Z")

    at("2026-11-22T10:00:00Z")
    timers.release_overdue()

    assert job(seat)["nextAction"] == {"kind": "staff_review", "actorIsOwner": False}
    assert job(seat)["overallState"] == "redo_requested"


def test_a_claim_where_no_evidence_is_asked_for_waits_for_the_owners_word() -> None:
    seat = given_confirmed()
    assert job(seat)["nextAction"] == {"kind": "claim_completion", "actorIsOwner": False}

    assert seat.application.conversation is not None
    seat.worker.post(f"/api/conversations/{seat.application.conversation.public_id}/completion-claim")

    shown = job(seat)
    assert (shown["overallState"], shown["nextDeadline"]["kind"]) == ("evidence_in_review", "review")
    assert shown["nextAction"] == {"kind": "confirm_delivery", "actorIsOwner": True}
    assert shown["buyerActions"] == []


@pytest.mark.parametrize("verb", ["expire", "withdraw", "cancel"])
def test_a_lost_seat_says_where_its_money_went(verb: str) -> None:
    seat = given_hired()
    base = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    if verb == "expire":
        seat.agent.post(f"{base}/expire")
    elif verb == "withdraw":
        seat.worker.patch(base, {"action": "withdraw"})
    else:
        seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel")

    shown = job(seat)

    assert shown["overallState"] == ("refunded" if verb == "cancel" else "seat_released")
    assert shown["money"]["escrowId"] == seat.escrow.public_id


def test_whoever_was_never_hired_has_no_overview() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, withdrawn = given_application(bounty)
    _, rejected = given_application(bounty)
    base = f"/api/bounties/{bounty.public_id}/applications"
    worker.patch(f"{base}/{withdrawn.public_id}", {"action": "withdraw"})
    agent.patch(f"{base}/{rejected.public_id}", {"action": "reject"})

    assert [(row["status"], row["jobOverview"]) for row in listed(agent, bounty)] == [
        ("rejected", None),
        ("withdrawn", None),
    ]


# ------------------------------------------------------------------ who may look


def test_only_owner_and_staff_see_the_list_and_the_whole_application() -> None:
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}/applications"
    strangers = {"key": given_agent(), "session": given_worker(), "support": given_agent(is_staff=True)}

    for name, caller in strangers.items():
        with untouched():
            answers = caller.get(path), one(caller, seat.bounty, seat.application)
        for answer in answers:
            assert (answer.status, answer.code) == ((200, None) if name == "support" else (403, "not_owner"))
            if name == "support":
                assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_applicant_reads_his_own_without_what_is_the_owners() -> None:
    seat = given_hired(spots_available=2)
    other, others = given_application(seat.bounty)

    mine = one(seat.worker, seat.bounty, seat.application)

    assert mine.headers["Cache-Control"] == "private, no-store"
    assert mine["application"]["id"] == seat.application.public_id
    owners = one(seat.agent, seat.bounty, seat.application)["application"]
    assert set(owners) - set(mine["application"]) == {
        *("isBlockedByOwner", "isPreferredByOwner", "reviewSummary", "completedTasksCount", "totalEarnedCents"),
        *("jobOverview", "autoAcceptEscalation", "files"),
    }
    assert {name: owners[name] for name in mine["application"]} == mine["application"]
    for caller, application in ((seat.worker, others), (other, seat.application)):
        with untouched():
            answer = one(caller, seat.bounty, application)
        assert (answer.status, answer.code) == (403, "not_owner")


def test_an_application_of_another_or_a_hidden_bounty_is_not_found() -> None:
    seat, agent = given_hired(), given_funded_agent()
    elsewhere, hidden = given_bounty(seat.agent), given_bounty(agent, price_cents=950_000)

    for caller, bounty in ((seat.agent, elsewhere), (seat.agent, hidden), (seat.worker, hidden), (agent, hidden)):
        with untouched():
            answer = one(caller, bounty, seat.application)
        assert (answer.status, answer.code) == (404, "not_found")
