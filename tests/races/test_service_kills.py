"""Killed at any line: a subscription's first cycle, its answers, and the timers that charge, miss and end its cycles."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest

from humans.models import Booking
from humans.services import cycle_ends, cycles
from marketplace.core import clock
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent
from tests.factories.services import TOTAL, given_approved, given_service, given_subscription, wish
from tests.kills import Verb, check_killed_anywhere
from tests.races.test_kills import KEY
from tests.races.test_more_kills import _pay
from wallet.models import Checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
MONDAY = datetime.fromisoformat("2026-01-05T12:00+00:00")


def subscribe() -> Verb:
    agent, service = given_funded_agent(TOTAL), given_service()
    return lambda: agent.post("/api/services/subscribe", wish(service), Idempotency_Key=KEY)


def pay_the_first_cycle_by_page() -> Verb:
    booked = given_subscription(given_agent())
    return _pay(Checkout.objects.get(purpose="subscription", account=booked.agent.account))


def turn_it_down() -> Verb:
    booked = given_subscription()
    return lambda: booked.worker.post(f"{booked.path}/decline", {}, Idempotency_Key=KEY)


def charge_a_cycle() -> Verb:
    return _due(2 * TOTAL)


def miss_a_cycle() -> Verb:
    return _due(TOTAL)


def leave_it_unanswered() -> Verb:
    booked = given_subscription()
    Booking.objects.filter(subscription=booked.key).update(due_at=clock.now())
    return cycle_ends.end_due


def _due(cents: int) -> Verb:
    """The second cycle starts now; those of earlier markets have been charged, or are tried again tomorrow."""
    clock.freeze(MONDAY)
    clock.freeze(given_approved(given_funded_agent(cents)).row.next_cycle_at)
    return cycles.charge_due


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    clock.freeze(MONDAY)
    yield
    clock.freeze(None)


VERBS = [subscribe, pay_the_first_cycle_by_page, turn_it_down, charge_a_cycle, miss_a_cycle, leave_it_unanswered]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Any]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"
