"""GET /api/wallet/balance, /transactions, /api/earnings/balance: figures in cents, own money only, constant cost."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import ids
from marketplace.core.actor import Actor
from tests.api import Api
from tests.factories.market import given_confirmed
from tests.wallet.conftest import given_money
from wallet import ledger as books
from wallet.services import spending

pytestmark = pytest.mark.django_db
ROUTES = ("/api/wallet/balance", "/api/wallet/transactions", "/api/earnings/balance")


def given_seat(agent: Api, worker: Api, cents: int = 590) -> tuple[Any, Any]:
    """wallet -> pool -> hold, as a bounty does it; gives the bounty's and the seat's ids."""
    bounty, pool, seat = ids.new(), ids.new(), ids.new()
    me = agent.account.pk
    spending.spend(
        by=Actor.system(),
        account_id=me,
        key=f"fund:{pool}",
        kind="fund",
        moves=[books.Move(books.wallet(me), books.pool(pool), cents, bounty)],
    )
    books.post(key=f"fund:{seat}", kind="seat", moves=[books.Move(books.pool(pool), books.hold(seat), cents, bounty)])
    return bounty, pool


@pytest.mark.parametrize("route", ROUTES)
def test_a_stranger_learns_nothing(anonymous: Api, route: str) -> None:
    assert (anonymous.get(route).status, anonymous.get(route).code) == (401, "authentication_required")


@pytest.mark.parametrize("route", ROUTES)
def test_key_and_session_may_both_ask_and_no_cache_keeps_the_answer(agent: Api, worker: Api, route: str) -> None:
    for caller in (agent, worker):
        answer = caller.get(route)
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_new_account_has_nothing(agent: Api, at: Any) -> None:
    at("2026-03-01T10:00:00Z")
    names = ("balance", "totalDeposited", "totalSent", "totalReturned", "totalWithdrawn")
    zero, twins = dict.fromkeys(names, 0), dict.fromkeys([f"{name}Cents" for name in names], 0)

    shown = agent.get("/api/wallet/balance").body
    leads = shown.pop("nextActions")[0]
    assert shown == {"success": True, **zero, **twins, "currency": "usd", "now": "2026-03-01T10:00:00.000Z"}
    assert leads["operation"] == "listWalletTransactions"
    assert agent.get("/api/wallet/transactions").body == {
        "success": True,
        "transactions": [],
        "count": 0,
        "hasMore": False,
        "nextCursor": None,
    }


def test_the_balance_counts_deposits_and_what_was_sent_before_refunds(agent: Api, worker: Api) -> None:
    given_money(agent, 2500)
    _, pool = given_seat(agent, worker, 1000)
    given_seat(agent, worker, 590)
    books.post(key="withdrawn", kind="out", moves=[books.Move(books.wallet(agent.account.pk), books.TRANSIT, 110)])
    back = ids.new()
    books.post(key=f"in:{back}", kind="fund", moves=[books.Move(books.FEES, books.pool(pool), 90)])
    books.post(
        key=f"end:{pool}", kind="close", moves=[books.Move(books.pool(pool), books.wallet(agent.account.pk), 90)]
    )

    answer = agent.get("/api/wallet/balance").body

    assert (answer["balanceCents"], answer["totalDepositedCents"], answer["totalSentCents"]) == (890, 2500, 1590)
    assert (answer["balance"], answer["totalDeposited"], answer["totalSent"]) == (890, 2500, 1590)
    assert (answer["totalReturned"], answer["totalWithdrawn"]) == (90, 110)
    assert (answer["totalReturnedCents"], answer["totalWithdrawnCents"]) == (90, 110)


def test_the_totals_always_make_the_balance(agent: Api, worker: Api) -> None:
    mine = books.wallet(agent.account.pk)
    given_money(agent, 9000)
    pool, pay = books.pool(ids.new()), books.earnings(worker.account.pk)
    moves = [
        books.Move(mine, pool, 1000),
        books.Move(mine, pay, 500),  # a tip
        books.Move(mine, books.TRANSIT, 800),  # a withdrawal …
        books.Move(books.TRANSIT, mine, 300),  # … of which a part failed
        books.Move(books.WORLD["payout"], mine, 100),  # … and another came back from the bank
        books.Move(mine, books.FEES, 20),  # our fee on what an appeal gave the worker
        books.Move(books.LOSSES, mine, 7),
        books.Move(pool, mine, 990),
    ]
    for number, move in enumerate(moves):
        books.post(key=f"any:{number}", kind="any", moves=[move])

    answer = agent.get("/api/wallet/balance")

    names = ("totalDeposited", "totalSent", "totalReturned", "totalWithdrawn")
    assert [answer[name] for name in names] == [9000, 1520, 990, 393]
    assert answer["balance"] == books.balance(mine) == 9000 - 1520 + 990 - 393


def test_a_line_of_the_statement_says_what_and_which_way(agent: Api, worker: Api, at: Callable[[str], object]) -> None:
    at("2026-11-21T10:00:00.250Z")
    given_money(agent, 2500)
    bounty, pool = given_seat(agent, worker)

    spent, deposited = agent.get("/api/wallet/transactions")["transactions"]

    assert spent == {
        "id": spent["id"],
        "type": "bounty_funding",
        "direction": "out",
        "amountCents": 590,
        "balanceAfterCents": 1910,
        "bountyId": ids.encode("bty", bounty),
        "escrowId": ids.encode("esc", pool),
        "transferId": None,
        "description": "Bounty funded",
        "createdAt": "2026-11-21T10:00:00.250Z",
    }
    assert spent["id"].startswith("txn_")
    assert (deposited["type"], deposited["direction"], deposited["amountCents"]) == ("deposit", "in", 2500)
    assert (deposited["balanceAfterCents"], deposited["bountyId"], deposited["escrowId"]) == (2500, None, None)


def test_the_statement_is_walked_newest_first_without_a_gap_while_money_moves(agent: Api) -> None:
    for cents in range(101, 108):
        given_money(agent, cents)

    first = agent.get("/api/wallet/transactions?limit=3")
    given_money(agent, 900)
    second = agent.get(f"/api/wallet/transactions?limit=3&cursor={first['nextCursor']}")
    third = agent.get(f"/api/wallet/transactions?limit=5&cursor={second['nextCursor']}")

    walked = [line["amountCents"] for page in (first, second, third) for line in page["transactions"]]
    assert walked == [107, 106, 105, 104, 103, 102, 101]
    assert (third["hasMore"], third["nextCursor"]) == (False, None)


def test_another_account_s_cursor_and_money_stay_its_own(agent: Api, other_agent: Api) -> None:
    for _ in range(3):
        given_money(agent, 500)
    cursor = agent.get("/api/wallet/transactions?limit=1")["nextCursor"]

    stolen = other_agent.get(f"/api/wallet/transactions?cursor={cursor}")

    assert (stolen.status, stolen.code) == (400, "invalid_cursor")
    assert other_agent.get("/api/wallet/transactions")["count"] == 0
    assert other_agent.get("/api/wallet/balance")["balanceCents"] == 0


def test_a_long_statement_takes_as_many_queries_as_a_short_one(agent: Api) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            agent.get("/api/wallet/transactions")
        return len(seen)

    queries()  # the first call of a minute also writes down that the key was used
    given_money(agent, 500)
    one = queries()
    for _ in range(4):
        given_money(agent, 500)

    assert queries() == one


def test_the_statement_walks_indexes_without_sorting(agent: Api) -> None:
    given_money(agent, 500)
    with connection.cursor() as cursor:
        # What is asked is whether the indexes give the order at all; which plan is cheapest on a few rows is chance.
        cursor.execute("set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off")
    page = books.lines(books.wallet(agent.account.pk)).filter(move_id__lt=10**9).order_by("-move_id")[:50]

    plan = page.explain()

    assert "Merge Append" in plan
    assert "Sort  " not in plan


def test_earnings_are_apart_from_the_wallet_and_know_what_is_coming(worker: Api) -> None:
    me = worker.account.pk
    hold, mine = books.hold(ids.new()), books.earnings(me)
    books.post(key="in", kind="test", moves=[books.Move(books.WORLD["card"], hold, 3000)])
    books.post(key="pay", kind="release", moves=[books.Move(hold, mine, 3000)])
    books.post(key="out:1", kind="out", moves=[books.Move(mine, books.TRANSIT, 2000)])
    books.post(key="out:2", kind="out", moves=[books.Move(mine, books.TRANSIT, 400)])
    books.post(key="out.end:2", kind="out", moves=[books.Move(books.TRANSIT, mine, 400)])  # this one failed
    given_confirmed(worker=worker, price_cents=750)
    disputed = given_confirmed(worker=worker, price_cents=300)
    objection = {"category": "poor_quality", "description": "It is another street."}
    assert disputed.agent.post(f"/api/escrow/{disputed.escrow.public_id}/dispute", objection).status == 200
    given_confirmed(price_cents=900)  # somebody else's

    assert worker.get("/api/earnings/balance").body == {
        "success": True,
        "availableCents": 1000,
        "keptCents": 0,
        "kept": [],
        "heldCents": 750,
        "disputedCents": 300,
        "withdrawnCents": 2000,
        "currency": "usd",
    }
    assert worker.get("/api/wallet/balance")["balanceCents"] == 0


def test_a_refusal_names_the_figures_and_the_way_to_pay(agent: Api, ledger: Callable[[], object]) -> None:
    given_money(agent, 300)
    before = ledger()

    with pytest.raises(Exception, match=r"Bring in 2\.90 USD") as refused:
        given_seat(agent, agent, 590)

    body = refused.value.body()
    assert (body["code"], body["requiredCents"], body["balanceCents"], body["shortfallCents"]) == (
        "insufficient_funds",
        590,
        300,
        290,
    )
    assert body["waysToPay"] == [{"method": "POST", "url": "/api/wallet/deposit", "body": {"amount": 2.9}}]
    assert ledger() == before


def test_a_spend_takes_from_one_wallet(agent: Api, other_agent: Api, ledger: Callable[[], object]) -> None:
    given_money(other_agent, 590)
    before = ledger()

    with pytest.raises(ValueError, match="one wallet"):
        spending.spend(
            by=Actor.system(),
            account_id=agent.account.pk,
            key="theft",
            kind="test",
            moves=[books.Move(books.wallet(other_agent.account.pk), books.FEES, 590)],
        )

    assert ledger() == before


@pytest.mark.parametrize(("brought", "capped"), [(0, 590), (490, 100), (600, 0)])
def test_only_the_wallets_own_part_of_a_spend_counts_to_the_caps(agent: Api, brought: int, capped: int) -> None:
    given_money(agent, 590)
    me = agent.account.pk

    spending.spend(
        by=Actor.system(),
        account_id=me,
        key="fund:x",
        kind="fund",
        moves=[books.Move(books.wallet(me), books.pool(ids.new()), 590)],
        prepaid_cents=brought,
    )

    with connection.cursor() as cursor:
        cursor.execute("select sum(capped_cents) from ledger_move")
        assert cursor.fetchone() == (capped,)
