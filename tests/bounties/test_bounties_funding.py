"""POST /api/bounties/deposit, GET …/funding-quote, and the page that pays for a bounty."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from bounties.models import Bounty
from bounties.services import funding
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, given_money, untouched
from wallet import ledger as books
from wallet.errors import InsufficientFunds
from wallet.models import Checkout, MppQuote
from wallet.services import checkouts
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"
CANCEL = {"reason": "task_no_longer_needed"}


def deposit(agent: Api, bounty: Bounty) -> Any:
    return agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id})


def pay(checkout: Checkout) -> Any:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return Api().call("POST", f"/checkout/{checkout.public_id}", raw=CARD, **form)


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


@pytest.mark.parametrize(
    ("balance", "shortfall", "asked"), [(100, 686, 686), (700, 86, 100), (785, 1, 100), (786, 0, 0), (5000, 0, 0)]
)
def test_a_quote_names_every_sum_in_cents(balance: int, shortfall: int, asked: int) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent, price_cents=333, spots_available=2)
    if balance > 100:
        given_money(agent, balance - 100)

    with untouched():
        quote = agent.get(f"/api/bounties/{bounty.public_id}/funding-quote")["quote"]

    assert quote == {
        "bountyId": bounty.public_id,
        "fundingTotalCents": 786,
        "workerTotalCents": 666,
        "feeCents": 120,
        "feeBps": 1800,
        "spots": 2,
        "walletBalanceCents": balance,
        "shortfallCents": shortfall,
        "depositCents": asked,
    }


def test_the_statement_names_the_bounty_that_a_page_was_paid_for() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    deposit(agent, bounty)

    assert pay(Checkout.objects.get(purpose="bounty")).status == 302

    spent, paid, earlier = agent.get("/api/wallet/transactions")["transactions"]
    assert (spent["type"], paid["type"], earlier["type"]) == ("bounty_funding", "deposit", "deposit")
    assert (spent["bountyId"], paid["bountyId"], earlier["bountyId"]) == (bounty.public_id, bounty.public_id, None)


def test_asking_again_gives_the_same_page_and_changes_nothing() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")

    with untouched():
        asked = deposit(agent, bounty)

    assert asked.body == {
        "success": True,
        "status": "requires_payment",
        "bountyId": bounty.public_id,
        "fundingTotal": 5.9,
        "deposit_url": page.url,
        "mppPayment": asked["mppPayment"],
        "unpaid": asked["unpaid"],
    }
    assert (asked["unpaid"]["depositUrl"], asked["unpaid"]["shortfallCents"]) == (page.url, 490)
    assert MppQuote.objects.count() == 1


def test_a_wallet_that_grew_meanwhile_pays_without_a_page(new_events: Any) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    given_money(agent, 500)
    new_events.clear()

    funded = deposit(agent, bounty)

    bounty.refresh_from_db()
    assert funded.body == {
        "success": True,
        "status": "funded",
        "bountyId": bounty.public_id,
        "fundingTotal": 5.9,
        "escrowId": bounty.pool.public_id,
    }
    assert (bounty.status, bounty.pool.status, bounty.pool.funding_source) == ("open", "funded", "wallet")
    assert (wallet(agent), books.balance(books.pool(bounty.pool_id))) == (10, 590)
    assert new_events() == ["escrow.funded"]


def test_a_smaller_shortfall_gets_a_smaller_page() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    given_money(agent, 200)

    asked = deposit(agent, bounty)

    first, second = Checkout.objects.filter(purpose="bounty").order_by("id")
    assert (first.amount_cents, second.amount_cents) == (490, 290)
    assert asked["deposit_url"] == second.url


def test_on_a_funded_bounty_it_answers_funded_and_changes_nothing() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)

    with untouched():
        again = deposit(agent, bounty)

    assert (again["status"], again["escrowId"]) == ("funded", bounty.pool.public_id)


def test_a_cancelled_bounty_is_not_funded() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    agent.delete(f"/api/bounties/{bounty.public_id}", CANCEL)
    given_money(agent, 1000)

    with untouched():
        refused = deposit(agent, bounty)

    assert (refused.status, refused.code) == (409, "invalid_state")
    assert (refused["currentState"], refused["allowedActions"]) == ("cancelled", [])


def test_strangers_neither_fund_nor_see_the_quote(other_agent: Api, support: Api, anonymous: Api) -> None:
    rich = given_funded_agent()
    hidden, live = given_bounty(given_funded_agent(100)), given_bounty(given_funded_agent())

    with untouched():
        for stranger in (rich, other_agent):
            assert deposit(stranger, hidden).status == 404
            assert stranger.get(f"/api/bounties/{hidden.public_id}/funding-quote").status == 404
            assert deposit(stranger, live).code == "not_owner"
            assert stranger.get(f"/api/bounties/{live.public_id}/funding-quote").code == "not_owner"
        assert deposit(support, hidden).code == "not_owner", "staff sees it, and does not spend for its owner"
        assert deposit(anonymous, live).status == 401
        unknown = rich.post("/api/bounties/deposit", {"bountyId": "bty_nothing"})
        wordless = rich.post("/api/bounties/deposit", {})
    assert unknown.status == 404
    assert (wordless.status, list(wordless["fields"])) == (400, ["bountyId"])


def test_paying_the_page_puts_the_bounty_live(new_events: Any) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")
    new_events.clear()

    paid = pay(page)

    bounty.refresh_from_db()
    page.refresh_from_db()
    assert paid.status == 302
    assert (page.status, page.outcome, page.escrow_id) == ("paid", "funded", bounty.pool_id)
    assert (bounty.status, bounty.pool.status, bounty.pool.funding_source) == ("open", "funded", "checkout")
    assert (wallet(agent), books.balance(books.pool(bounty.pool_id))) == (0, 590)
    assert books.house_balance(books.WORLD["card"]) == -590
    assert new_events() == ["escrow.funded"]
    assert agent.get(f"/api/bounties/{bounty.public_id}")["bounty"]["status"] == "open"


def test_the_change_of_a_smallest_page_stays_in_the_wallet() -> None:
    agent = given_funded_agent(589)
    given_bounty(agent)

    pay(Checkout.objects.get(purpose="bounty"))

    assert wallet(agent) == 589 + 100 - 590


@pytest.mark.parametrize("meanwhile", ["cancelled", "funded from the wallet"])
def test_the_page_of_a_bounty_that_needs_no_more_money_takes_none(meanwhile: str) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")
    if meanwhile == "cancelled":
        agent.delete(f"/api/bounties/{bounty.public_id}", CANCEL)
    else:
        given_money(agent, 490)
        deposit(agent, bounty)

    page.refresh_from_db()
    with untouched():
        pay(page)

    assert page.status == "cancelled"


@pytest.mark.parametrize("meanwhile", ["cancelled", "funded from the wallet", "wallet spent"])
def test_money_that_comes_too_late_is_left_in_the_wallet_for_good(meanwhile: str, new_events: Any) -> None:
    # given an open page, and what it was for is gone
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")
    if meanwhile == "cancelled":
        agent.delete(f"/api/bounties/{bounty.public_id}", CANCEL)
    elif meanwhile == "funded from the wallet":
        given_money(agent, 490)
        deposit(agent, bounty)
    else:
        given_money(agent, 100)
        given_bounty(agent, price_cents=169)  # 1.99 of the 2.00 in the wallet
    before, state = wallet(agent), Bounty.objects.get(pk=bounty.pk).status
    new_events.clear()

    # when a payment that was under way comes in all the same
    checkouts.book(page.pk, rail="card", reference="under way", cents=page.amount_cents)
    checkouts.settle(page.pk)

    # then the wallet has it, nothing else happened, and asking again changes nothing
    page.refresh_from_db()
    assert (page.status, page.outcome, page.escrow_id) == ("paid", "left_in_wallet", None)
    assert wallet(agent) == before + 490
    assert Bounty.objects.get(pk=bounty.pk).status == state
    assert new_events() == []
    with untouched():
        assert checkouts.settle(page.pk).outcome == "left_in_wallet"


def test_an_expired_page_is_replaced(at: Callable[[str], datetime]) -> None:
    at("2026-05-01T10:00Z")
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    first = Checkout.objects.get(purpose="bounty")
    at("2026-05-02T10:00Z")

    asked = deposit(agent, bounty)

    assert asked["status"] == "requires_payment"
    assert asked["deposit_url"] != first.url


def test_fees_that_round_up_on_many_seats_still_fit_a_page(agent: Api) -> None:
    task = {"title": "Many", "description": "Small jobs.", "price": 6.25, "estimatedHours": 1, "spotsAvailable": 1600}

    posted = agent.post("/api/bounties", task)

    assert (posted.status, posted["fundingTotal"]) == (200, 11808)
    assert Checkout.objects.get().amount_cents == 1_180_800


@pytest.mark.parametrize("dry_run", [True, False])
def test_an_hourly_seat_of_less_than_a_cent_is_refused(agent: Api, dry_run: bool) -> None:
    task = {"title": "Tiny", "description": "Blink.", "price": 1, "priceType": "hourly", "estimatedHours": 0.001}

    with untouched():
        refused = agent.post("/api/bounties", task | {"dryRun": dry_run})

    assert (refused.status, refused.code) == (400, "seat_too_small")


def test_without_any_card_rail_a_short_wallet_is_a_402_that_makes_nothing(agent: Api, settings: Any) -> None:
    settings.CARD_PROVIDER = "none"

    with untouched():
        refused = agent.post(
            "/api/bounties", {"title": "Short", "description": "No page.", "price": 5, "estimatedHours": 1}
        )

    assert (refused.status, refused.code, refused["shortfallCents"]) == (402, "insufficient_funds", 590)


def test_a_bounty_that_lost_the_race_for_the_last_cents_leaves_a_page_for_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = given_funded_agent(100)
    seen = iter([590])  # before somebody spent it

    with monkeypatch.context() as patched:
        real = books.balance
        patched.setattr(books, "balance", lambda code: next(seen, None) or real(code))
        answer = agent.post("/api/bounties", {"title": "T", "description": "D", "price": 5, "estimatedHours": 1})

    assert (answer.status, Checkout.objects.get(purpose="bounty").amount_cents) == (200, 490)
    assert [(row.status, row.pool.status) for row in Bounty.objects.all()] == [("pending_deposit", "funding")]
    assert not Event.objects.filter(type="escrow.funded").exists()


def test_a_bounty_that_lost_the_race_is_funded_when_money_has_come_since(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_funded_agent(590)
    real, tries = funding.go_live, []

    def short_once(*args: Any, **kwargs: Any) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise InsufficientFunds(required_cents=590, balance_cents=100)
        real(*args, **kwargs)

    monkeypatch.setattr(funding, "go_live", short_once)
    answer = agent.post("/api/bounties", {"title": "T", "description": "D", "price": 5, "estimatedHours": 1})

    assert (answer.status, len(tries), "deposit_url" in answer.body) == (200, 2, False)
    assert [(row.status, row.pool.status) for row in Bounty.objects.all()] == [("open", "funded")]
