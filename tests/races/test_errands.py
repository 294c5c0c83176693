"""Pictures and cakes killed at any line, and raced: one key is one request, one quote is one cake."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty, CakeOrder, Picture
from bounties.services import cakes, picture_requests, pictures
from humans.models import Profile
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.hiring import wallet
from tests.factories.market import given_funded_agent, given_money, violations
from tests.kills import Verb, check_killed_anywhere

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
PHOTO = {"location": "Ferry Building, Embarcadero", "subject": "The clock tower", "tier": "standard"}
TOTAL = 3500 + 630
AtOnce = Callable[..., list[Any]]
NOON = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    clock.freeze(NOON)
    yield
    clock.freeze(None)


def wish(**fields: Any) -> dict[str, Any]:
    where = {"recipientName": "Ana Silva", "address": "Rua Augusta 100", "city": "Lisbon", "country": "PT"}
    return where | {"deliverAt": (clock.now() + timedelta(hours=24)).isoformat(), "size": "small"} | fields


def run_timers() -> None:
    while (
        pictures.reconcile_dirty()
        + pictures.reconcile_idle()
        + picture_requests.fund_payable()
        + cakes.reconcile_dirty()
        + cakes.reconcile_idle()
    ):
        pass


def ask_for_a_picture() -> Verb:
    agent = given_funded_agent(2000)
    return lambda: _picture(agent)


def ask_with_too_little() -> Verb:
    agent = given_funded_agent(500)
    return lambda: _picture(agent)


def hire_who_came() -> Verb:
    _picture(given_funded_agent(2000))
    bounty = Bounty.objects.latest("id")
    worker = given_worker(identity_verified_at=clock.now(), identity_country="US")
    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {"coverLetter": "Near."}).status == 200
    return run_timers


def start_what_was_too_dear() -> Verb:
    agent = given_funded_agent(500)
    _picture(agent)
    given_money(agent, 1500)
    return run_timers


def pay_for_a_cake() -> Verb:
    _nobody_carries()
    agent = given_funded_agent(TOTAL)
    quote = agent.post("/api/cake-orders/quote", wish())["quoteId"]
    return lambda: agent.post("/api/cake-orders", {"quoteId": quote})


def ask_a_courier() -> Verb:
    _nobody_carries()
    agent = given_funded_agent(TOTAL)
    agent.post("/api/cake-orders", {"quoteId": agent.post("/api/cake-orders/quote", wish())["quoteId"]})
    run_timers()
    given_worker()
    return run_timers


def give_the_money_back() -> Verb:
    _nobody_carries()
    agent = given_funded_agent(TOTAL)
    clock.freeze(NOON)
    agent.post("/api/cake-orders", {"quoteId": agent.post("/api/cake-orders/quote", wish())["quoteId"]})
    run_timers()
    clock.freeze(NOON + timedelta(hours=24))
    return run_timers


def _nobody_carries() -> None:
    """Couriers of earlier markets are busy."""
    Profile.objects.update(is_available=False, is_findable=False)


def _picture(agent: Api) -> None:
    answer = agent.post("/api/picture-of-sf", PHOTO, Idempotency_Key="the tower")
    assert answer.status in (202, 402), answer.body


VERBS = [
    *(ask_for_a_picture, ask_with_too_little, hire_who_came, start_what_was_too_dear),
    *(pay_for_a_cake, ask_a_courier, give_the_money_back),
]


@pytest.mark.parametrize("given", VERBS, ids=lambda verb: verb.__name__)
def test_killed_at_any_line_the_verb_is_done_once(given: Callable[[], Verb]) -> None:
    assert check_killed_anywhere(given) >= 2, "it was killed at its beginning and at its commit"


def test_one_key_sent_eight_times_at_once_is_one_picture(at_once: AtOnce) -> None:
    agent = given_funded_agent(10_000)

    answers = at_once(*[lambda: agent.post("/api/picture-of-sf", PHOTO, Idempotency_Key="tower")] * 8)

    assert {answer.status for answer in answers} == {202}
    assert len({answer.headers["Content-Location"] for answer in answers}) == 1
    assert (Picture.objects.count(), Bounty.objects.count(), wallet(agent)) == (1, 1, 8000)
    assert violations() == []


def test_one_quote_sent_eight_times_at_once_is_one_cake(at_once: AtOnce) -> None:
    agent = given_funded_agent(50_000)
    quote = agent.post("/api/cake-orders/quote", wish())["quoteId"]

    answers = at_once(*[lambda: agent.post("/api/cake-orders", {"quoteId": quote})] * 8)

    assert {answer.status for answer in answers} == {200}
    assert (CakeOrder.objects.count(), Bounty.objects.count(), wallet(agent)) == (1, 1, 50_000 - TOTAL)
    assert violations() == []


def test_many_workers_ask_one_courier_for_one_cake(at_once: AtOnce) -> None:
    agent = given_funded_agent(TOTAL)
    for _ in range(3):
        given_worker()
    agent.post("/api/cake-orders", {"quoteId": agent.post("/api/cake-orders/quote", wish())["quoteId"]})

    at_once(*[cakes.reconcile_dirty, cakes.reconcile_idle] * 4)

    assert Application.objects.filter(status="accepted").count() == 1
    assert (CakeOrder.objects.get().status, wallet(agent)) == ("assigned", 0)
    assert violations() == []
