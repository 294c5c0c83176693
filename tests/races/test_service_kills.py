"""Killed at any line: a subscription's first cycle, its answers, and the timers that charge, miss and end its cycles."""

from collections.abc import Callable
from typing import Any

import pytest

from humans.models import Booking, Subscription
from humans.services import cycles
from marketplace.core import clock
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent
from tests.factories.services import TOTAL, Booked, given_approved, given_service, given_subscription, wish
from tests.kills import Verb, check_killed_anywhere
from tests.races.test_kills import KEY
from tests.races.test_more_kills import _pay
from wallet.models import Checkout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


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
    _due(given_approved(given_funded_agent(2 * TOTAL)))
    return cycles.charge_due


def miss_a_cycle() -> Verb:
    _due(given_approved(given_funded_agent(TOTAL)))
    return cycles.charge_due


def leave_it_unanswered() -> Verb:
    booked = given_subscription()
    Booking.objects.filter(subscription=booked.key).update(due_at=clock.now())
    return cycles.end_due


def _due(booked: Booked) -> None:
    Subscription.objects.filter(pk=booked.key).update(next_cycle_at=clock.now())


VERBS = [subscribe, pay_the_first_cycle_by_page, turn_it_down, charge_a_cycle, miss_a_cycle, leave_it_unanswered]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_a_verb_killed_at_any_step_ends_like_an_undisturbed_one(given: Callable[[], Any]) -> None:
    assert check_killed_anywhere(given) > 5, "it was killed at every statement and at its commit"
