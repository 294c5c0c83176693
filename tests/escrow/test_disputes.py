"""Disputes over REST: who may open one, what stands still, what comes back, and what is told."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.services import owner_mails, timers
from bounties.services.hiring import settle_personal
from escrow.models import Dispute
from escrow.services import escrows, releases
from humans.models import Conversation
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.models import Mail
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import (
    Seat,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
NOON = "2026-11-21T12:00:00Z"
BODY = {"category": "poor_quality", "description": "It is blurred.", "urls": ["https://example.com/a"]}


def given_disputed(given: Callable[..., Seat] = given_delivered, **how: Any) -> tuple[Seat, str]:
    seat = given(**how)
    made = opened(seat)
    assert made.status == 200, made.body
    return seat, f"/api/disputes/{made['dispute']['id']}"


def opened(seat: Seat, api: Api | None = None, **body: Any) -> Answer:
    return (api or seat.agent).post(f"/api/escrow/{seat.escrow.public_id}/dispute", BODY | body)


@pytest.mark.parametrize("given", [given_confirmed, given_delivered, given_completed])
def test_the_funder_freezes_a_seat_that_has_not_ended(given: Callable[..., Seat], ledger: Any, new_events: Any) -> None:
    seat = given()
    before, was = ledger(), seat.escrow.status
    new_events.clear()

    made = opened(seat)["dispute"]

    assert (made["status"], made["category"], made["resolution"], made["evidence"]) == (
        "open",
        "poor_quality",
        None,
        [],
    )
    assert (made["escrowId"], made["applicationId"]) == (seat.escrow.public_id, seat.application.public_id)
    assert (seat.escrow.status, Dispute.objects.get().escrow_was) == ("disputed", was)
    assert (new_events(), ledger()) == (["dispute.opened"] * 2, before), "both sides are told"
    told = Event.objects.filter(type="dispute.opened")
    assert {event.account_id for event in told} == {seat.agent.account.pk, seat.worker.account.pk}
    assert {event.data["category"] for event in told} == {"poor_quality"}
    assert seat.agent.get(f"/api/escrow/{seat.escrow.public_id}")["escrow"]["auditLog"][-1]["action"] == "dispute"


def test_both_sides_get_a_mail_and_a_conversation_of_its_own() -> None:
    seat = given_delivered()
    Mail.objects.all().delete()

    made = opened(seat)["dispute"]

    assert {mail.to for mail in Mail.objects.filter(subject__startswith="In dispute")} == {
        seat.agent.account.email,
        seat.worker.account.email,
    }
    texts = {mail.to: mail.text for mail in Mail.objects.filter(subject__startswith="In dispute")}
    mine, theirs = texts[seat.agent.account.email], texts[seat.worker.account.email]
    assert f"/owner/disputes/{made['id']}" in mine and "opened by you" in " ".join(mine.split())
    assert f"/disputes/{made['id']}" in theirs and "/owner/" not in theirs and "opened by you" not in theirs
    assert "The work is poor" in mine and "The work is poor" in theirs, "the word of the page"
    talk = Conversation.objects.get(kind="dispute")
    assert (talk.public_id, talk.bounty_id) == (made["conversationId"], seat.bounty.pk)
    assert talk.pk != seat.application.conversation_id
    shown = seat.worker.get(f"/api/conversations/{talk.public_id}")["conversation"]
    assert (shown["kind"], shown["applicationStatus"]) == ("dispute", "accepted")


def test_nobody_else_opens_one() -> None:
    seat = given_delivered()

    with untouched():
        assert opened(seat, seat.worker).code == "not_poster"
        assert opened(seat, given_agent()).status == 404
        pool = seat.agent.post(f"/api/escrow/{seat.bounty.pool.public_id}/dispute", BODY)
        assert (pool.status, pool.code) == (409, "escrow_is_pool")


@pytest.mark.parametrize(
    "body",
    [{"category": "ugly"}, {"category": None}, {"description": ""}, {"description": "x" * 5001}, {"urls": ["ftp://x"]}],
)
def test_a_bad_body_is_refused(body: dict[str, Any]) -> None:
    seat = given_delivered()

    with untouched():
        assert opened(seat, **body).status == 400


def test_a_seat_is_disputed_once_at_a_time_and_never_after_its_end() -> None:
    seat, _ = given_disputed()

    with untouched():
        assert opened(seat).code == "dispute_exists"
    over = given_released()
    with untouched():
        assert (opened(over).status, opened(over).code) == (409, "invalid_state")


def test_the_window_closes_to_the_second(at: At) -> None:
    noon = at(NOON)
    seat = given_completed()
    at((noon + timedelta(hours=24)).isoformat())

    with untouched():
        late = opened(seat)
    assert (late.status, late.code, late["now"]) == (409, "dispute_window_closed", timestamp(clock.now()))
    at((noon + timedelta(hours=24, seconds=-1)).isoformat())
    assert opened(seat).status == 200


def test_no_verb_of_a_party_moves_a_frozen_seat() -> None:
    seat, path = given_disputed()
    made = seat.agent.get(path)["dispute"]
    escrow, app = f"/api/escrow/{seat.escrow.public_id}", seat.application.public_id
    talk = f"/api/conversations/{Conversation.objects.get(kind='bounty').public_id}"
    bounty = f"/api/bounties/{seat.bounty.public_id}"
    evidence = seat.application.submissions.get().public_id

    for api, path, body in (
        (seat.agent, f"{escrow}/release", {"acknowledgeRelease": True}),
        (seat.agent, f"{escrow}/complete", {}),
        (seat.agent, f"{escrow}/cancel", {}),
        (seat.agent, f"{bounty}/applications/{app}/expire", {}),
        (seat.worker, f"{bounty}/applications/{app}/extension", {"hours": 2, "reason": "More."}),
        (seat.agent, f"{bounty}/applications/{app}/extension/decision", {"action": "grant", "hours": 2}),
        (seat.worker, f"{bounty}/submissions", {"textEvidence": "More."}),
        (seat.worker, f"{talk}/completion-claim", {}),
        (seat.worker, f"/api/conversations/{made['conversationId']}/completion-claim", {}),
    ):
        with untouched():
            answer = api.post(path, body)
        assert answer.status == 409, (path, answer.body)
    with untouched():
        assert seat.worker.patch(f"{bounty}/applications/{app}", {"action": "withdraw"}).status == 409
    for action in ("approve", "reject", "request_redo"):
        with untouched():
            answer = seat.agent.patch(f"{bounty}/submissions/{evidence}", {"action": action, "response": "So."})
        assert answer.status == 409


@pytest.mark.parametrize("given", [given_hired, given_confirmed, given_delivered, given_completed])
def test_no_clock_moves_a_frozen_seat(given: Callable[..., Seat], at: At) -> None:
    noon = at(NOON)
    seat, _ = given_disputed(given, start_window_minutes=60, completion_window_hours=4, response_window_hours=4)
    at((noon + timedelta(days=60)).isoformat())

    with untouched():
        for timer in (
            *(escrows.complete_unreviewed, releases.release_due, escrows.end_warranties, settle_personal),
            *(timers.release_unconfirmed, timers.release_not_started, timers.release_overdue),
            *(timers.nudge_silent, timers.flag_silent, owner_mails.warn_of_reviews),
        ):
            assert timer() == 0, timer
    assert seat.escrow.status == "disputed"


def test_withdrawing_goes_back_and_every_clock_goes_on_where_it_stood(at: At, new_events: Any) -> None:
    noon = at(NOON)
    seat, path = given_disputed(given_completed)
    release, window = seat.escrow.auto_release_at, seat.escrow.dispute_window_ends_at
    at((noon + timedelta(days=9)).isoformat())
    new_events.clear()

    done = seat.agent.post(f"{path}/withdraw")["dispute"]

    assert (done["status"], done["resolvedAt"], new_events()) == ("withdrawn", "2026-11-30T12:00:00.000Z", [])
    assert seat.escrow.status == "completed"
    assert release and window
    assert seat.escrow.auto_release_at == release + timedelta(days=9)
    assert seat.escrow.dispute_window_ends_at == window + timedelta(days=9)
    with untouched():
        assert releases.release_due() == 0
    at((noon + timedelta(days=12)).isoformat())
    assert releases.release_due() == 1


def test_a_job_of_which_the_others_ended_meanwhile_goes_on_when_the_dispute_does_not() -> None:
    first = given_completed(spots_available=2)
    _, path = given_disputed(lambda: first)
    given_released(agent=first.agent, bounty=first.bounty)
    assert first.fresh().bounty.status == "assigned", "a seat is in dispute"

    assert first.agent.post(f"{path}/withdraw").status == 200

    assert first.fresh().bounty.status == "completed", "all its work is accepted"


def test_the_clocks_of_the_seat_go_on_too(at: At) -> None:
    noon = at(NOON)
    seat, path = given_disputed(given_hired)
    confirm_by = seat.application.confirm_by
    at((noon + timedelta(days=3)).isoformat())

    with untouched():
        assert (
            seat.worker.post(
                f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/confirm"
            ).code
            == "invalid_state"
        )
    seat.agent.post(f"{path}/withdraw")

    assert confirm_by and seat.fresh().application.confirm_by == confirm_by + timedelta(days=3)
    assert (
        seat.worker.post(
            f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/confirm"
        ).status
        == 200
    )


def test_a_date_that_was_over_when_it_was_opened_stays_where_it_was(at: At) -> None:
    noon = at(NOON)
    seat = given_delivered(completion_window_hours=4)
    over, review = seat.application.complete_by, seat.escrow.review_due_at
    at((noon + timedelta(hours=5)).isoformat())
    _, path = given_disputed(lambda: seat)
    at((noon + timedelta(hours=15)).isoformat())

    seat.agent.post(f"{path}/withdraw")

    assert over and seat.fresh().application.complete_by == over
    assert review and seat.escrow.review_due_at == review + timedelta(hours=10)


def test_a_seat_that_missed_a_raise_is_not_filled_again() -> None:
    seat, path = given_disputed(given_confirmed, spots_available=2)
    bounty = f"/api/bounties/{seat.bounty.public_id}"
    asked = seat.agent.patch(bounty, {"price": 8})
    assert (asked["cents"], asked["hiredSeatsRepriced"]) == (944 - 590, 0)
    seat.agent.patch(bounty, {"price": 8, "walletImpactAcknowledged": True, "walletImpactCents": asked["cents"]})
    seat.agent.post(f"{path}/withdraw")
    before = seat.agent.get("/api/wallet/balance")["balanceCents"]

    lost = seat.agent.post(f"{bounty}/applications/{seat.application.public_id}/expire")

    assert (lost.status, seat.escrow.refunded_to) == (200, "wallet")
    assert seat.agent.get("/api/wallet/balance")["balanceCents"] == before + 590
    assert (seat.fresh().bounty.status, seat.bounty.spots_available, seat.bounty.spots_filled) == ("open", 1, 0)


def test_the_warning_of_a_review_comes_after_the_dispute(at: At) -> None:
    noon = at(NOON)
    seat, path = given_disputed()
    at((noon + timedelta(hours=60)).isoformat())
    with untouched():
        assert owner_mails.warn_of_reviews() == 0

    seat.agent.post(f"{path}/withdraw")

    at((noon + timedelta(hours=60 + 48)).isoformat())
    assert owner_mails.warn_of_reviews() == 1


def test_only_the_funder_withdraws_and_only_once() -> None:
    seat, path = given_disputed()

    with untouched():
        assert seat.worker.post(f"{path}/withdraw").code == "not_poster"
        assert given_agent().post(f"{path}/withdraw").status == 404
    seat.agent.post(f"{path}/withdraw")
    with untouched():
        assert seat.agent.post(f"{path}/withdraw").code == "invalid_state"
    assert opened(seat).status == 200
    assert Conversation.objects.filter(kind="dispute").count() == 1


def test_both_sides_add_evidence_and_both_read_it_with_its_files() -> None:
    seat, path = given_disputed()
    photo = SimpleUploadedFile("note.txt", b"It was open.", content_type="text/plain")

    said = seat.agent.post(f"{path}/evidence", {"text": "Look.", "urls": ["https://example.com/b"]})
    assert said.status == 200, said.body
    added = seat.worker.upload(f"{path}/evidence", {"text": "Here.", "files": [photo]})
    assert added.status == 200, added.body

    for api in (seat.agent, seat.worker):
        seen = api.get(path)["dispute"]["evidence"]
        assert [piece["text"] for piece in seen] == ["Look.", "Here."]
        assert seen[1]["authorId"] == seat.worker.account.public_profile_id
        assert seen[1]["files"][0]["name"] == "note.txt" and "sig=" in seen[1]["files"][0]["url"]


def test_evidence_wants_something_and_an_open_dispute_of_ones_own() -> None:
    seat, path = given_disputed()

    with untouched():
        assert seat.agent.post(f"{path}/evidence", {}).status == 400
        assert given_agent().post(f"{path}/evidence", {"text": "Mine."}).status == 404
    seat.agent.post(f"{path}/withdraw")
    with untouched():
        assert seat.agent.post(f"{path}/evidence", {"text": "Late."}).code == "invalid_state"


def test_lists_show_ones_own_disputes_only() -> None:
    seat, path = given_disputed()
    other, _ = given_disputed()
    del other

    for api in (seat.agent, seat.worker):
        assert [row["id"] for row in api.get("/api/disputes")["disputes"]] == [path.rsplit("/", 1)[1]]
    assert seat.agent.get("/api/disputes?status=resolved")["count"] == 0
    assert seat.agent.get("/api/disputes?status=open")["count"] == 1
    assert seat.agent.get("/api/disputes?status=lost").status == 400
    assert seat.agent.get(f"/api/disputes?escrowId={seat.escrow.public_id}")["count"] == 1
    assert given_agent().get("/api/disputes")["count"] == 0
    assert given_agent().get(path).status == 404


def test_frozen_money_is_shown_as_such() -> None:
    seat, _ = given_disputed(agent=given_funded_agent(590))

    balance = seat.worker.get("/api/earnings/balance")
    assert (balance["heldCents"], balance["disputedCents"]) == (0, 500)
    report = seat.agent.get("/api/wallet/report")["report"]["totals"]
    assert (report["inEscrow"], report["pendingRelease"]) == (590, 0)
    job = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications")["applications"][0]["jobOverview"]
    assert (job["overallState"], job["buyerActions"], job["nextDeadline"]) == ("disputed", [], None)
