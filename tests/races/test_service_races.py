"""Services at the same moment: one slot, one answer, one charge."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from escrow.models import Escrow
from humans.models import Booking, Subscription
from humans.services import cycle_ends, cycles
from marketplace.core import clock
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import wallet
from tests.factories.market import given_funded_agent
from tests.factories.services import TOTAL, given_approved, given_service, given_subscription, wish
from tests.races.test_races import codes
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = pytest.mark.django_db(transaction=True)
AtOnce = Callable[..., list[Any]]


def test_two_workers_charge_a_cycle_once(at_once: AtOnce, at: Callable[[str], datetime]) -> None:
    at("2026-01-05T12:00+00:00")
    booked = given_approved(given_funded_agent(5 * TOTAL))
    clock.freeze(booked.row.next_cycle_at)

    at_once(*[cycles.charge_due] * 3)

    assert booked.statuses() == ("active", ["confirmed", "confirmed"])
    assert wallet(booked.agent) == 3 * TOTAL
    assert Escrow.objects.count() == 2


def test_an_hour_that_two_want_goes_to_one(at_once: AtOnce) -> None:
    worker = given_worker()
    services = [given_service(worker, title=title) for title in ("One", "Two")]
    agents = [given_funded_agent(), given_funded_agent()]

    answers = at_once(
        *(
            lambda agent=agent, service=service: agent.post("/api/services/subscribe", wish(service))
            for agent, service in zip(agents, services, strict=True)
        )
    )

    assert codes(answers) == [(200, None), (409, "slot_taken")]
    assert Subscription.objects.count() == Escrow.objects.count() == 1


def test_of_many_slots_taken_at_once_three_wait_for_their_payment(at_once: AtOnce) -> None:
    agent, services = given_agent(), [given_service() for _ in range(5)]

    answers = at_once(
        *(lambda service=service: agent.post("/api/services/subscribe", wish(service)) for service in services)
    )

    assert codes(answers) == [(200, None)] * 3 + [(409, "unpaid_limit_reached")] * 2
    assert Booking.objects.filter(status="pending_payment").count() == 3


def test_it_is_answered_once(at_once: AtOnce) -> None:
    booked = given_subscription(given_funded_agent(TOTAL))

    answers = at_once(
        *(lambda verb=verb: booked.worker.post(f"{booked.path}/{verb}") for verb in ("approve", "decline"))
    )

    assert codes(answers) == [(200, None), (409, "invalid_state")]
    approved = booked.row.status == "active"
    assert booked.first.status == ("confirmed" if approved else "declined")
    assert wallet(booked.agent) == (0 if approved else TOTAL)


def test_an_answer_against_the_end_of_its_time_has_one_winner(at_once: AtOnce) -> None:
    booked = given_subscription(given_funded_agent(TOTAL))

    at_once(lambda: booked.worker.post(f"{booked.path}/approve"), lambda: booked.agent.delete(booked.path))

    assert booked.statuses() in (("canceled", ["cancelled"]), ("active", ["confirmed"]))
    assert wallet(booked.agent) == (TOTAL if booked.row.status == "canceled" else 0)
    assert booked.row.status == "canceled" or booked.row.cancel_requested_at is not None


def test_a_page_that_is_paid_while_its_slot_lapses_pays_or_stays_in_the_wallet(at_once: AtOnce) -> None:
    booked = given_subscription(given_agent())
    page = Checkout.objects.get(purpose="subscription")
    Booking.objects.update(due_at=clock.now())

    def pay() -> None:
        checkouts.book(page.pk, rail="card", reference="paid", cents=page.amount_cents)
        checkouts.settle(page.pk)

    at_once(pay, cycle_ends.end_due)

    page.refresh_from_db()
    if page.outcome == "funded":
        assert (booked.statuses(), wallet(booked.agent)) == (("pending_approval", ["pending_approval"]), 0)
    else:
        assert (booked.statuses(), wallet(booked.agent)) == (("canceled", ["expired"]), TOTAL)


def test_an_appointment_is_given_back_in_one_way(at_once: AtOnce) -> None:
    booked = given_approved(given_funded_agent(TOTAL))
    escrow, booking = booked.first.escrow, booked.first.public_id
    assert escrow is not None

    answers = at_once(
        lambda: booked.agent.post(f"/api/escrow/{escrow.public_id}/cancel"),
        lambda: booked.worker.post(f"/api/services/bookings/{booking}/decline"),
    )

    assert [status for status, _ in codes(answers)] == [200, 409]
    assert booked.first.status in ("cancelled", "declined")
    assert wallet(booked.agent) == TOTAL
