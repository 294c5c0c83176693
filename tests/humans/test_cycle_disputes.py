"""What comes between a cycle and its pay: taken back, disputed, canceled by staff; and where its escrow shows elsewhere."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from escrow.models import Dispute
from humans.models import Conversation, Subscription
from humans.services import subscriptions
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.decisions import given_decision
from tests.factories.hiring import earned, wallet
from tests.factories.market import given_funded_agent, given_released, untouched
from tests.factories.services import (
    TOTAL,
    Booked,
    given_approved,
    given_held,
    given_subscription,
    letters_to,
    look,
    starts,
    wait,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


@pytest.fixture(autouse=True)
def _monday(at: At) -> None:
    at("2026-01-05T12:00+00:00")


def test_the_booker_takes_a_coming_appointment_back_but_not_one_that_has_begun() -> None:
    booked = given_approved(given_funded_agent(2 * TOTAL))
    starts(booked)
    first, second = (f"/api/escrow/{booking.escrow.public_id}/cancel" for booking in booked.bookings)  # type: ignore[union-attr]

    refused = booked.agent.post(first)
    taken = booked.agent.post(second)

    assert (refused.status, refused.code) == (409, "appointment_begun")
    assert (taken["escrow"]["status"], taken["escrow"]["refundedTo"]) == ("refunded", "wallet")
    assert booked.statuses() == ("active", ["confirmed", "cancelled"])
    assert (wallet(booked.agent), letters_to(booked.worker)[-1]) == (TOTAL, "Taken back: An hour of Portuguese")


def test_who_takes_the_first_one_back_before_the_answer_ends_the_subscription() -> None:
    booked = given_subscription(given_funded_agent(TOTAL))

    booked.agent.post(f"/api/escrow/{booked.first.escrow.public_id}/cancel")  # type: ignore[union-attr]

    assert (booked.statuses(), wallet(booked.agent)) == (("canceled", ["cancelled"]), TOTAL)


def test_who_pays_the_first_one_before_the_answer_ends_the_subscription() -> None:
    booked = given_subscription(given_funded_agent(TOTAL))
    path = f"/api/escrow/{booked.first.escrow.public_id}/release"  # type: ignore[union-attr]

    booked.agent.post(path, {"acknowledgeRelease": True})

    assert (booked.statuses(), earned(booked.worker)) == (("canceled", ["completed"]), 2000)


def disputed(booked: Booked) -> str:
    path = f"/api/escrow/{booked.first.escrow.public_id}/dispute"  # type: ignore[union-attr]
    made = booked.agent.post(path, {"category": "other", "description": "Nobody came."})
    assert made.status == 200, made.body
    return str(made["dispute"]["id"])


@pytest.mark.parametrize(
    ("share", "status", "pay"), [(2000, "completed", 2000), (0, "cancelled", 0), (500, "completed", 500)]
)
def test_a_disputed_appointment_is_decided_by_staff(operator: Api, share: int, status: str, pay: int) -> None:
    booked = given_held(given_funded_agent(TOTAL))
    disputed(booked)
    talk = Conversation.objects.get(kind="dispute")
    assert (talk.booking_id, talk.application_id) == (booked.first.pk, None)
    shown = booked.agent.get(f"/api/conversations/{talk.public_id}")
    assert "applicationId" not in shown["conversation"]

    decider = Actor.staff(operator.account)
    given_decision(decider, Dispute.objects.get().pk, worker_cents=share, reason="Seen.")

    assert (booked.first.status, earned(booked.worker)) == (status, pay)
    assert wallet(booked.agent) == TOTAL - pay - pay * 18 // 100


def test_the_clock_of_an_unconfirmed_appointment_stands_still_in_a_dispute() -> None:
    booked = given_approved(given_funded_agent(TOTAL))
    clock.freeze(booked.first.ends_at + timedelta(hours=70))
    dispute = disputed(booked)
    wait(days=3)
    assert booked.first.status == "confirmed"

    assert booked.agent.post(f"/api/disputes/{dispute}/withdraw").status == 200
    look()
    assert booked.first.status == "confirmed"
    wait(hours=2)

    assert (booked.first.status, wallet(booked.agent)) == ("expired", TOTAL)


@pytest.mark.parametrize(("by_booker", "status"), [(True, "cancelled"), (False, "declined")])
def test_what_ended_unanswered_during_a_dispute_goes_home_when_that_is_withdrawn(by_booker: bool, status: str) -> None:
    booked = given_subscription(given_funded_agent(TOTAL))
    dispute = disputed(booked)
    assert (booked.agent if by_booker else booked.worker).delete(booked.path).status == 200
    wait(hours=49)
    assert (booked.statuses(), wallet(booked.agent)) == (("canceled", ["pending_approval"]), 0)

    assert booked.agent.post(f"/api/disputes/{dispute}/withdraw").status == 200

    assert (booked.statuses(), wallet(booked.agent)) == (("canceled", [status]), TOTAL)
    wait(hours=49)
    assert (booked.statuses(), wallet(booked.agent)) == (("canceled", [status]), TOTAL)


def test_an_unanswered_cycle_lapses_also_when_its_subscription_is_over() -> None:
    booked = given_subscription(given_funded_agent(TOTAL))
    Subscription.objects.filter(pk=booked.key).update(
        status="canceled", canceled_at=clock.now(), end_reason="by_booker"
    )

    wait(hours=49)

    assert (booked.statuses(), wallet(booked.agent)) == (("canceled", ["auto_declined"]), TOTAL)
    assert booked.row.end_reason == "by_booker"


def test_staff_cancel_with_the_money_back_and_leave_what_was_delivered(operator: Api) -> None:
    booked = given_held(given_funded_agent(2 * TOTAL))
    look()
    assert booked.statuses() == ("active", ["confirmed", "confirmed"])

    unit(lambda: subscriptions.cancel_by_staff(Actor.staff(operator.account), booked.key, reason="No lessons."))

    assert booked.statuses() == ("canceled", ["confirmed", "cancelled"])
    assert wallet(booked.agent) == TOTAL
    assert "> No lessons." in Mail.objects.filter(to=booked.agent.account.email).latest("id").text


# ------------------------------------------------------------------ an escrow without a bounty, elsewhere


def test_lists_and_reports_know_escrows_without_a_bounty() -> None:
    booked = given_held(given_funded_agent())
    escrow = booked.first.escrow
    assert escrow is not None
    booked.agent.post(f"/api/escrow/{escrow.public_id}/release", {"acknowledgeRelease": True})

    listed = booked.agent.get(f"/api/escrow?bookingId={booked.first.public_id}")["escrows"]
    assert [row["id"] for row in listed] == [escrow.public_id]
    now = clock.now()
    span = f"start={int(1000 * (now - timedelta(days=60)).timestamp())}&end={int(1000 * now.timestamp())}"
    report = booked.agent.get(f"/api/wallet/report?{span}")["report"]
    assert report["totals"] | {} == {"paid": 2000, "settled": 2000, "inEscrow": 0, "pendingRelease": 0, "refunded": 0}
    (row,) = report["byBounty"]
    sums = {"funded": TOTAL, "settled": 2000, "refunded": 0, "escrowCount": 1}
    assert row == {"bountyId": None, "title": None, "category": None} | sums


def test_a_tip_without_a_bounty_counts_for_the_last_seat_that_has_one() -> None:
    """The seat of a booking has none to pay a tip for."""
    seat = given_released(agent=given_funded_agent())
    booked = given_held(seat.agent, seat.worker)
    booked.agent.post(f"/api/escrow/{booked.first.escrow.public_id}/release", {"acknowledgeRelease": True})  # type: ignore[union-attr]
    to: Any = seat.worker.account.public_profile_id

    sent = seat.agent.post("/api/transfers/bulk-send", {"recipients": [{"recipientId": to, "amount": 1}]})

    assert (sent.status, sent["transfers"][0]["bountyId"]) == (200, seat.bounty.public_id), sent.body


def test_who_was_only_booked_gets_no_tip() -> None:
    booked = given_held()
    booked.agent.post(f"/api/escrow/{booked.first.escrow.public_id}/release", {"acknowledgeRelease": True})  # type: ignore[union-attr]
    to = booked.worker.account.public_profile_id

    with untouched():
        refused = booked.agent.post("/api/transfers/bulk-send", {"recipients": [{"recipientId": to, "amount": 1}]})

    assert (refused.status, refused.code) == (403, "work_not_released")
