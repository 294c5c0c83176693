"""The walk's verbs of money alone: it comes in by four ways, goes on to others, and leaves, or fails to."""

import random
from typing import TYPE_CHECKING, Any

from django.db import connection

from bounties.models import Application, Bounty
from escrow.models import Appeal
from tests.api import Api
from tests.factories import mpp, x402
from tests.factories.accounts import given_agent
from tests.factories.hiring import RENT, rental
from tests.factories.market import given_charged, given_payouts, given_taken_back
from wallet import ledger
from wallet.models import AgentCheckout, Chargeback, Outflow, Payment

if TYPE_CHECKING:
    from tests.races.walk import Walk

BANKS = ("000123456789", "000111111116")  # one that takes payouts, one that refuses them
UNDER_WAY = ("sending", "attention")


def given_purse(cents: int) -> Api:
    """An agent whose first money came by a card, whose charge the provider can return."""
    agent = given_agent()
    given_charged(agent, cents)
    return agent


def given_banks(people: list[Api]) -> None:
    for place, person in enumerate(people):
        given_payouts(person, BANKS[place % 3 == 2])


def deposit(walk: "Walk", rng: random.Random) -> None:
    walk.call(rng, rng.choice(walk.agents), "POST", "/api/wallet/deposit", {"amount": rng.choice([1, 25, 80.5])})


def pay_with_stablecoins(walk: "Walk", rng: random.Random) -> None:
    """The same signed payment, now and then twice."""
    agent = rng.choice(walk.agents)
    body = {"amountCents": rng.choice([100, 777])}
    signature = x402.sign(walk.coins, agent.post(x402.DEPOSIT, body))
    for _ in range(rng.choice([1, 1, 2])):
        answer = agent.post(x402.DEPOSIT, body, **{"PAYMENT-SIGNATURE": signature})
        walk.look("POST", x402.DEPOSIT, answer)


def pay_a_quote(walk: "Walk", rng: random.Random) -> None:
    """A deposit by card token; its page may be paid by somebody else at the same moment."""
    asked = rng.choice(walk.agents).post("/api/wallet/deposit", {"amount": rng.choice([2, 40.25])})
    walk.look("POST", "/api/wallet/deposit", asked)
    if asked.status != 200 or "mppPayment" not in asked.body:  # its half hour may be over: another hand moves the clock
        return
    quote = mpp.quote_of(asked)
    demanded = mpp.send(quote)
    if demanded.status == 402:
        card = rng.choice([mpp.GOOD, mpp.GOOD, mpp.DECLINED])
        demanded = mpp.send(quote, mpp.credential(demanded, mpp.token(card)))
    walk.look("POST", mpp.PATH, demanded)


def hire_by_name(walk: "Walk", rng: random.Random) -> None:
    """A rental; by page it waits, and `pay_page` or a seat's checkout hires."""
    if Bounty.objects.filter(kind="rental").exclude(status__in=("paid", "closed", "cancelled")).count() < 3:
        method = rng.choice([{}, {"fundingMethod": "wallet"}, {"fundingMethod": "checkout"}])
        body = rental(rng.choice(walk.workers), price=rng.choice([2, 12.5]), **method)
        walk.call(rng, rng.choice(walk.agents), "POST", RENT, body)


def pay_for_a_seat(walk: "Walk", rng: random.Random) -> None:
    if row := walk.application(rng, status="pending"):
        ids = {"bountyId": row.bounty.public_id, "applicationId": row.public_id}
        walk.call(rng, walk.owner(rng, row.bounty), "POST", "/api/escrow/checkout", ids)


def ask_others(walk: "Walk", rng: random.Random) -> None:
    """A page for somebody's customer; `pay_page` pays it."""
    agent = rng.choice(walk.agents)
    sum_ = {"amount": rng.choice([1, 18.5]), "description": "D"}
    if rng.random() < 0.5:
        walk.call(rng, agent, "POST", "/api/payment-links", sum_)
    else:
        order = {"externalOrderId": f"order-{rng.randint(1, 6)}", **sum_}
        walk.call(rng, agent, "POST", "/api/agent-checkouts", order)


def refund_a_customer(walk: "Walk", rng: random.Random) -> None:
    if order := _pick(rng, AgentCheckout.objects.all()):
        who = walk.by_account[order.account_id]
        walk.call(rng, who, "POST", f"/api/agent-checkouts/{order.public_id}/refund")


def tip(walk: "Walk", rng: random.Random) -> None:
    if row := _pick(rng, Application.objects.select_related("bounty", "human").filter(status="accepted")):
        body = {
            "recipientId": row.human.public_profile_id,
            "bountyId": row.bounty.public_id,
            "amount": rng.choice([0.5, 1, 50]),
        }
        walk.call(rng, walk.by_account[row.bounty.owner_id], "POST", "/api/transfers/send", body)


def take_out(walk: "Walk", rng: random.Random) -> None:
    who = rng.choice([*walk.agents, *walk.workers])
    path = "/api/wallet/withdraw" if who in walk.agents else "/api/earnings/withdraw"
    walk.call(rng, who, "POST", path, rng.choice([{}, {"amountCents": 100}, {"amountCents": 600}]))


def return_a_deposit(walk: "Walk", rng: random.Random) -> None:
    agent = rng.choice(walk.agents)
    quotes = agent.get("/api/wallet/funding-refunds")["refundable"]
    if quotes:
        quote = rng.choice(quotes)
        body = {
            "fundingTransactionId": quote["fundingTransactionId"],
            "requestId": f"refund-{rng.randint(1, 4)}-of-it",
            "expectedPrincipalCents": quote["principalCents"],
            "expectedRefundAmountCents": quote["refundAmountCents"],
            "confirm": True,
        }
        walk.call(rng, agent, "POST", "/api/wallet/funding-refunds", body)


def set_caps(walk: "Walk", rng: random.Random) -> None:
    """Now and then so tight that the next hire, tip or raise is refused."""
    caps = {"spendingCapRolling24hCents": rng.choice([None, None, 1_000, 100_000])}
    walk.call(rng, rng.choice(walk.agents), "PATCH", "/api/wallet/controls", caps)


def bank(walk: "Walk", rng: random.Random) -> None:
    """A bank takes a payment back, or decides about one that it took."""
    if rng.random() < 0.5:
        if payment := _pick(rng, Payment.objects.filter(rail="card", surplus=False)):
            given_taken_back(payment)
    elif row := _pick(rng, Chargeback.objects.select_related("payment")):
        given_taken_back(
            row.payment,
            state=rng.choice(["won", "won", "lost"]),
            fee_returned_cents=rng.choice([0, 1500]),
            returned_cents=rng.choice([None, None, 40]),
        )


def odd_sums() -> list[str]:
    """Every cent that came is there, is on its way out, or has left."""
    came = sum(Payment.objects.values_list("amount_cents", flat=True))
    left = sum(row.amount_cents - row.kept_cents for row in Outflow.objects.filter(status="paid"))
    leaving = sum(Outflow.objects.filter(status__in=UNDER_WAY).values_list("amount_cents", flat=True))
    every = Chargeback.objects.all()
    taken = sum(row.from_wallet_cents + row.recovered_cents - row.returned_to_wallet_cents for row in every)
    with connection.cursor() as cursor:
        cursor.execute("select coalesce(sum(balance), 0) from ledger_account where balance is not null")
        there = int(cursor.fetchone()[0]) + ledger.house_balance(ledger.FEES) - _borne()
    found = [f"{came} cents came in, {left} left, {taken} were taken back, {leaving} are leaving, {there} are there"]
    return found if came != left + taken + leaving + there else []


def _borne() -> int:
    """What the platform gave after an appeal, because who had to give it back had no more of it."""
    return sum(Appeal.objects.values_list("borne_cents", flat=True))


def _pick(rng: random.Random, rows: Any) -> Any:
    found = list(rows.order_by("pk"))
    return rng.choice(found) if found else None
