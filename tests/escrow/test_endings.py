"""The dates of the ladder, the timers to the second, and what each ending tells."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from escrow.models import LadderBand
from escrow.services import escrows, releases
from tests.api import Api
from tests.factories.market import (
    Seat,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
NOON = "2026-11-21T12:00:00Z"
At = Callable[[str], datetime]


def url(seat: Seat, verb: str = "") -> str:
    return f"/api/escrow/{seat.escrow.public_id}" + (f"/{verb}" if verb else "")


@pytest.mark.parametrize(
    ("price", "total", "window", "release"),
    [
        (846, 998, timedelta(hours=24), timedelta(days=3)),
        (847, 999, timedelta(hours=24), timedelta(days=3)),
        (848, 1001, timedelta(hours=48), timedelta(days=5)),
        (4236, 4998, timedelta(hours=48), timedelta(days=5)),
        (4237, 5000, timedelta(hours=72), timedelta(days=7)),
        (21185, 24998, timedelta(hours=72), timedelta(days=7)),
        (21187, 25001, timedelta(days=5), timedelta(days=10)),
        (42372, 49999, timedelta(days=5), timedelta(days=10)),
        (42373, 50000, timedelta(days=7), timedelta(days=14)),
    ],
)
def test_the_ladder_dates_a_completed_seat_by_its_total(
    at: At, price: int, total: int, window: timedelta, release: timedelta
) -> None:
    noon = at(NOON)
    seat = given_completed(price_cents=price)

    escrow = seat.escrow
    assert escrow.amount_cents == total
    assert (escrow.completed_at, escrow.dispute_window_ends_at - noon, escrow.auto_release_at - noon) == (
        noon,
        window,
        release,
    )


def test_the_ladder_is_what_operators_made_of_it(at: At) -> None:
    noon = at(NOON)
    LadderBand.objects.filter(max_cents=999).update(dispute_window_hours=1, auto_release_hours=2)

    seat = given_completed()

    assert seat.escrow.dispute_window_ends_at == noon + timedelta(hours=1)
    assert seat.escrow.auto_release_at == noon + timedelta(hours=2)


def test_later_changes_of_the_ladder_leave_running_dates_alone(at: At) -> None:
    noon = at(NOON)
    seat = given_completed()
    LadderBand.objects.update(auto_release_hours=1)
    at((noon + timedelta(hours=2)).isoformat())

    with untouched():
        assert releases.release_due() == 0
    assert seat.escrow.status == "completed"


def test_silence_completes_after_72_hours_and_pays_after_the_ladder_and_says_so(at: At, new_events: Any) -> None:
    noon = at(NOON)
    seat = given_delivered(agent=given_funded_agent(590))
    new_events.clear()

    at((noon + timedelta(hours=72)).isoformat())
    escrows.complete_unreviewed()
    with untouched():
        assert [escrows.complete_unreviewed(), releases.release_due()] == [0, 0]
    assert new_events() == ["submission.reviewed", "bounty.completed"]
    at((noon + timedelta(hours=72 + 72)).isoformat())
    releases.release_due()

    seat.fresh()
    assert new_events() == ["submission.reviewed", "bounty.completed", "escrow.released"]
    assert (seat.escrow.status, seat.bounty.status) == ("released", "paid")
    assert books.balance(books.earnings(seat.worker.account.pk)) == 500
    log = seat.worker.get(url(seat))["escrow"]["auditLog"]
    assert [(entry["actor"], entry["to"], entry["note"]) for entry in log[2:]] == [
        ("system", "completed", "not reviewed in time"),
        ("system", "released", "released automatically"),
    ]
    assert [entry["at"] for entry in log[2:]] == ["2026-11-24T12:00:00.000Z", "2026-11-27T12:00:00.000Z"]


def test_a_redo_stops_the_clock_of_the_review(at: At) -> None:
    noon = at(NOON)
    seat = given_delivered()
    pending = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    seat.agent.patch(path, {"action": "request_redo", "response": "Again."})
    at((noon + timedelta(days=30)).isoformat())

    with untouched():
        assert [escrows.complete_unreviewed(), releases.release_due()] == [0, 0]


def test_an_undelivered_seat_is_never_paid_by_a_timer(at: At) -> None:
    noon = at(NOON)
    given_confirmed()
    at((noon + timedelta(days=365)).isoformat())

    with untouched():
        assert [escrows.complete_unreviewed(), releases.release_due()] == [0, 0]


def test_confirming_delivery_approves_the_evidence_and_moves_nothing(
    ledger: Callable[[], Any], new_events: Any
) -> None:
    seat = given_delivered()
    new_events.clear()
    before = ledger()

    done = seat.agent.post(url(seat, "complete"))["escrow"]

    assert (done["status"], done["payoutStatus"], done["releasedAt"]) == ("completed", "hold", None)
    assert seat.application.submissions.get().status == "approved"
    assert (new_events(), ledger()) == (["submission.reviewed", "bounty.completed"], before)
    with untouched():
        again = seat.agent.post(url(seat, "complete"))
    assert (again.status, again.code, again["currentState"], again["allowedActions"]) == (
        409,
        "invalid_state",
        "completed",
        ["release", "dispute"],
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (given_hired, ["escrow.released", "bounty.completed"]),
        (given_delivered, ["escrow.released", "submission.reviewed", "bounty.completed"]),
        (given_completed, ["escrow.released"]),
    ],
)
def test_a_release_tells_each_fact_once_and_in_order(
    given: Callable[..., Seat], told: list[str], new_events: Any
) -> None:
    seat = given()
    new_events.clear()

    seat.agent.post(url(seat, "release"), {"acknowledgeRelease": True})

    assert new_events() == told
    assert Event.objects.get(type="escrow.released").data == {
        "bountyId": seat.bounty.public_id,
        "applicationId": seat.application.public_id,
        "humanId": seat.worker.account.public_profile_id,
        "escrowId": seat.escrow.public_id,
        "kind": "seat",
        "amountCents": 590,
        "workerPayoutCents": 500,
        "platformFeeCents": 90,
    }


def test_the_preview_of_a_release_names_whom_and_how_much() -> None:
    seat = given_delivered()

    for body in (None, {}, {"acknowledgeRelease": False}):
        with untouched():
            preview = seat.agent.post(url(seat, "release"), body)
        assert (preview.status, preview.code) == (409, "release_acknowledgement_required")
        assert (preview["amountCents"], preview["workerPayoutCents"]) == (590, 500)
        assert preview["worker"] == {
            "humanId": seat.worker.account.public_profile_id,
            "name": seat.worker.account.name,
        }
    with untouched():
        assert seat.agent.post(url(seat, "release"), {"acknowledgeRelease": "yes"}).status == 400


def test_a_release_is_paid_once_per_key_and_refused_without() -> None:
    seat = given_delivered()
    yes = {"acknowledgeRelease": True, "applicationId": seat.application.public_id}
    first = seat.agent.post(url(seat, "release"), yes, Idempotency_Key="pay")

    with untouched():
        again = seat.agent.post(url(seat, "release"), yes, Idempotency_Key="pay")
        keyless = seat.agent.post(url(seat, "release"), yes)

    assert (again.status, again.body) == (200, first.body)
    assert (keyless.status, keyless.code) == (409, "invalid_state")


def test_staff_reads_every_escrow_and_decides_none_by_rest(support: Api, operator: Api, anonymous: Api) -> None:
    seat = given_delivered()

    for staff in (support, operator):
        assert staff.get(url(seat)).status == 200
        with untouched():
            for verb, body in (("release", {"acknowledgeRelease": True}), ("complete", None), ("cancel", None)):
                refused = staff.post(url(seat, verb), body)
                assert (refused.status, refused.code) == (403, "not_poster")
    assert anonymous.get(url(seat)).status == 401


def test_a_seats_record_has_both_spellings_of_its_cents(at: At) -> None:
    at(NOON)
    seat = given_released(agent=given_funded_agent(590))

    record = seat.worker.get(url(seat))["escrow"]

    del record["auditLog"]
    assert record == {
        "id": seat.escrow.public_id,
        "kind": "seat",
        "bountyId": seat.bounty.public_id,
        "applicationId": seat.application.public_id,
        "humanId": seat.worker.account.public_profile_id,
        "status": "released",
        "amount": 590,
        "humanPayout": 500,
        "platformFee": 90,
        "amountCents": 590,
        "workerPayoutCents": 500,
        "platformFeeCents": 90,
        "feeBps": 1800,
        "currency": "usd",
        "payoutStatus": "paid",
        "fundingSource": "wallet",
        "createdAt": "2026-11-21T12:00:00.000Z",
        "fundedAt": "2026-11-21T12:00:00.000Z",
        "deliveredAt": "2026-11-21T12:00:00.000Z",
        "completedAt": "2026-11-21T12:00:00.000Z",
        "releasedAt": "2026-11-21T12:00:00.000Z",
        "disputeWindowEndsAt": None,
        "autoReleaseAt": None,
        "reviewId": None,
    }


def test_the_log_of_a_cancelled_seat_says_who_and_why() -> None:
    seat = given_confirmed(spots_available=2)

    seat.agent.post(url(seat, "cancel"))

    log = seat.agent.get(url(seat))["escrow"]["auditLog"]
    owner = f"key:{seat.agent.account.public_profile_id}"
    assert [(entry["actor"], entry["from"], entry["to"], entry["note"]) for entry in log] == [
        (owner, "funded", "locked", ""),
        (owner, "locked", "refunded", "poster_released"),
    ]


def test_a_worker_whose_seat_was_cancelled_earns_nothing_and_may_not_confirm() -> None:
    seat = given_hired()
    seat.agent.post(url(seat, "cancel"))

    assert seat.worker.get("/api/earnings/balance")["heldCents"] == 0
    assert seat.worker.get(url(seat))["escrow"]["refundedTo"] == "wallet"
    with untouched():
        late = seat.worker.post(
            f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/confirm"
        )
    assert (late.status, late.code) == (409, "invalid_state")


def test_cancelling_one_of_two_hired_keeps_the_other(new_events: Any) -> None:
    agent = given_funded_agent(2 * 590)
    bounty = given_bounty(agent, spots_available=2)
    first, second = (given_confirmed(agent=agent, bounty=bounty) for _ in range(2))
    new_events.clear()

    agent.post(url(first, "cancel"))

    second.fresh()
    assert (second.bounty.status, second.bounty.spots_available, second.bounty.spots_filled) == ("assigned", 1, 1)
    assert (second.escrow.status, books.balance(books.hold(second.escrow.pk))) == ("locked", 590)
    assert books.balance(books.wallet(agent.account.pk)) == 590
    assert new_events() == ["application.seat_expired", "escrow.refunded"]
    assert agent.post(url(second, "release"), {"acknowledgeRelease": True}).status == 200


def test_pages_of_escrows_are_ones_own_and_filters_refuse_nonsense(other_agent: Api, support: Api) -> None:
    seat = given_hired()
    agent = seat.agent

    first = agent.get("/api/escrow?limit=1")
    second = agent.get(f"/api/escrow?limit=1&cursor={first['nextCursor']}")
    assert [row["kind"] for row in first["escrows"] + second["escrows"]] == ["seat", "pool"]
    assert (first["hasMore"], second["hasMore"]) == (True, False)
    assert other_agent.get("/api/escrow")["escrows"] == []
    assert other_agent.get(f"/api/escrow?cursor={first['nextCursor']}").code == "invalid_cursor"
    assert support.get("/api/escrow")["count"] == 2
    assert agent.get("/api/escrow?status=odd").status == 400
    assert agent.get("/api/escrow?kind=seat&status=locked")["count"] == 1
