"""A wallet that owes for a payment which was taken back: every way out is closed, with the same answer, and every way in open."""

from typing import Any

import pytest

from bounties.models import Humanization, Picture
from bounties.services import bounties
from marketplace.core.transactions import unit
from qa.models import TasteRun
from tests.api import Answer, Api
from tests.contract.products import CAKE, PHOTO
from tests.factories.accounts import given_worker
from tests.factories.hiring import RENT, rental
from tests.factories.humanizations import ASKED
from tests.factories.market import (
    Seat,
    acting,
    given_bounty,
    given_charged,
    given_funded_agent,
    given_payouts,
    given_released,
    given_taken_back,
    untouched,
)
from tests.factories.taste import RUN
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TASK = {"title": "T", "description": "D", "price": 1, "estimatedHours": 1}


def given_owing() -> Seat:
    """The agent paid a worker, owes 5.90 USD and has 59.00 USD in the wallet, which came back from a bounty; another
    bounty of the agent is open, and one waits for its deposit."""
    agent = given_funded_agent(590 * 3)
    seat = given_released(agent=agent)
    payment = given_charged(agent, 5900)
    given_bounty(agent)
    big = given_bounty(agent, price_cents=5000)
    given_bounty(agent, price_cents=9000)
    assert wallet(agent) == 590
    given_taken_back(payment, cents=1180)
    unit(lambda: bounties.cancel(acting(agent), big.public_id, reason="task_no_longer_needed"))
    assert wallet(agent) == 5900
    return seat


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def post(agent: Api, seat: Seat) -> Answer:
    return agent.post("/api/bounties", TASK)


def post_a_large_one(agent: Api, seat: Seat) -> Answer:
    """The wallet is short: there would be a page, and what it brings would pay the debt."""
    return agent.post("/api/bounties", TASK | {"price": 900})


def deposit_for_a_bounty(agent: Api, seat: Seat) -> Answer:
    waiting = agent.account.bounties.get(status="pending_deposit")
    return agent.post("/api/bounties/deposit", {"bountyId": waiting.public_id})


def raise_the_price(agent: Api, seat: Seat) -> Answer:
    path = f"/api/bounties/{agent.account.bounties.get(status='open').public_id}"
    body = {"price": 6}
    cents = agent.patch(path, body)["cents"]
    return agent.patch(path, body | {"walletImpactAcknowledged": True, "walletImpactCents": cents})


def raise_it_far(agent: Api, seat: Seat) -> Answer:
    path = f"/api/bounties/{agent.account.bounties.get(status='open').public_id}"
    body = {"price": 600}
    cents = agent.patch(path, body)["cents"]
    return agent.patch(path, body | {"walletImpactAcknowledged": True, "walletImpactCents": cents})


def tip(agent: Api, seat: Seat) -> Answer:
    return agent.post("/api/transfers/send", _tip(seat) | {"bountyId": seat.bounty.public_id})


def bulk_send(agent: Api, seat: Seat) -> Answer:
    return agent.post("/api/transfers/bulk-send", {"recipients": [_tip(seat)]})


def _tip(seat: Seat) -> dict[str, Any]:
    return {"recipientId": seat.worker.account.public_profile_id, "amount": 1}


def withdraw(agent: Api, seat: Seat) -> Answer:
    return agent.post("/api/wallet/withdraw", {"amountCents": 100})


@pytest.mark.parametrize(
    "way_out",
    [post, post_a_large_one, deposit_for_a_bounty, raise_the_price, raise_it_far, tip, bulk_send, withdraw],
    ids=lambda way: way.__name__,
)
def test_every_way_out_is_refused_and_nothing_has_changed(way_out: Any) -> None:
    seat = given_owing()
    given_payouts(seat.agent)
    with untouched():
        answer = way_out(seat.agent, seat)

    assert (answer.status, answer.code, answer["owedCents"]) == (402, "insufficient_funds", 590)
    assert (answer["balanceCents"], answer["shortfallCents"], answer["waysToPay"]) == (5900, 0, [])
    assert "taken back by its bank" in answer["error"]


def ask_for_a_picture(agent: Api) -> Answer:
    return agent.post("/api/picture-of-sf", PHOTO, Idempotency_Key="a-picture")


def ask_a_panel(agent: Api) -> Answer:
    return agent.post("/api/v1/taste/runs", RUN, Idempotency_Key="a-panel-1")


def have_a_text_rewritten(agent: Api) -> Answer:
    return agent.post("/api/v1/humanizations", ASKED, Idempotency_Key="a-text-1")


def send_a_cake(agent: Api) -> Answer:
    quote = agent.post("/api/cake-orders/quote", CAKE)["quoteId"]
    return agent.post("/api/cake-orders", {"quoteId": quote})


@pytest.mark.parametrize(
    "way_out", [ask_for_a_picture, ask_a_panel, have_a_text_rewritten, send_a_cake], ids=lambda way: way.__name__
)
def test_no_managed_product_begins_and_nothing_waits(way_out: Any) -> None:
    agent = given_owing().agent
    before = (agent.account.bounties.count(), Picture.objects.count(), Humanization.objects.count())

    answer = way_out(agent)

    assert (answer.status, answer["owedCents"]) == (402, 590)
    assert "Content-Location" not in answer.headers
    assert (agent.account.bounties.count(), Picture.objects.count(), Humanization.objects.count()) == before
    assert wallet(agent) == 5900 and not TasteRun.objects.exists()


def test_a_dry_run_says_so() -> None:
    agent = given_owing().agent

    for task in (TASK, TASK | {"price": 900}):
        with untouched():
            dry = agent.post("/api/bounties", task | {"dryRun": True})
        assert dry["warnings"] == [f"insufficient_funds: {agent.post('/api/bounties', task)['error']}"]


def test_nobody_is_hired_by_name_either() -> None:
    agent, worker = given_owing().agent, given_worker()

    with untouched():
        answer = agent.post(RENT, rental(worker))

    assert (answer.code, answer["owedCents"]) == ("insufficient_funds", 590)


def test_a_deposit_is_not_quoted_for_return() -> None:
    seat = given_owing()

    assert seat.agent.get("/api/wallet/funding-refunds")["refundable"] == []


def test_what_was_earned_can_be_withdrawn_all_the_same() -> None:
    """Earnings are pay for work, and an account of their own."""
    worker = given_released().worker
    payment = given_charged(worker, 1000)
    given_payouts(worker)
    assert worker.post("/api/wallet/withdraw").status == 200
    given_taken_back(payment)

    assert worker.post("/api/wallet/withdraw", {"amountCents": 100})["owedCents"] == 1000
    assert worker.post("/api/earnings/withdraw").status == 200


def test_once_it_is_paid_off_every_way_is_open_again() -> None:
    seat = given_owing()
    given_charged(seat.agent, 590)

    assert tip(seat.agent, seat).status == 200
    assert post(seat.agent, seat).status == 200
