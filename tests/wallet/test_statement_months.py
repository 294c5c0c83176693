"""The months of a wallet's statement, and its sums: what they say, and that an old account costs no more than a young one."""

from datetime import UTC, date, tzinfo
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import ids
from tests.api import Api
from tests.factories.market import given_funded_agent, given_payouts
from tests.factories.months import At, deposit, post
from tests.factories.plans import blocks
from wallet import ledger
from wallet.models import Outflow
from wallet.selectors import balances, statement
from wallet.selectors.statement import Asked, Month
from wallet.services import outflows

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> UUID:
    return ids.new()


def every_month(person: UUID, zone: tzinfo) -> list[Month]:
    """As they are by all lines, the latest first; no line of these tests is of a kind that adds money."""
    found: dict[date, Month] = {}
    for at, cents in balances.lines(person).order_by("move_id").values_list("created_at", "cents"):
        first = at.astimezone(zone).date().replace(day=1)
        before = found.get(first, Month(first, 0, 0, 0))
        found[first] = Month(
            first,
            before.came + max(cents, 0),
            before.left + max(-cents, 0),
            before.lines + 1,
            before.back + max(cents, 0),
        )
    return [found[first] for first in sorted(found, reverse=True)]


def given_months(at: At, person: UUID, year: int, months: int) -> None:
    """In each of them a deposit of 10 cents, and 3 that are spent."""
    for number in range(months):
        at(f"{year + number // 12}-{number % 12 + 1:02}-10T10:00Z")
        wallet = ledger.wallet(person)
        post((ledger.WORLD["card"], wallet, 10), (wallet, ledger.earnings(person), 3))


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 40])
def test_they_are_the_latest_ones_in_which_something_moved(at: At, person: UUID, limit: int) -> None:
    """Given two years, then five of nothing, then three months, of which one is skipped."""
    given_months(at, person, 2018, 14)
    for moment in ("2024-10-31T23:30Z", "2024-12-01T00:30Z", "2024-12-31T23:59Z"):
        at(moment)
        deposit(person, 7)

    found = statement.months(person, UTC, limit=limit)

    assert found == every_month(person, UTC)[:limit]
    assert found[0] == Month(date(2024, 12, 1), 14, 0, 2, back=14)  # the kind of these lines is none that adds money


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_a_month_is_that_of_the_reader_s_zone(at: At, person: UUID, zone: str) -> None:
    for moment in ("2026-03-31T10:30Z", "2026-03-31T23:30Z", "2026-05-01T05:00Z", "2026-10-31T12:00Z"):
        at(moment)
        deposit(person, 5)

    for limit in (1, 2, 5):
        assert statement.months(person, ZoneInfo(zone), limit=limit) == every_month(person, ZoneInfo(zone))[:limit]


def test_a_clock_that_is_behind_hides_no_line(at: At, person: UUID) -> None:
    """Given a line of the window's first day that was posted before one of the month before."""
    for moment in ("2026-01-20T10:00Z", "2026-03-01T00:00:01Z", "2026-02-28T23:59:59Z", "2026-04-02T00:00Z"):
        at(moment)
        deposit(person, 5)

    assert statement.months(person, UTC, limit=2) == every_month(person, UTC)[:2]


def test_nobody_s_wallet_has_no_months(person: UUID) -> None:
    assert statement.months(person, UTC, limit=36) == []


def test_they_cost_the_months_that_are_shown_and_not_the_history(at: At, person: UUID) -> None:
    """Given another who has five years more; both have little of all that moves."""
    old, others = ids.new(), ids.new()
    for year, months, whose in ((2012, 60, [old]), (2024, 12, [old, person])):
        for number in range(months):
            at(f"{year + number // 12}-{number % 12 + 1:02}-10T10:00Z")
            for one in whose:
                post((ledger.WORLD["card"], ledger.wallet(one), 10), (ledger.wallet(one), ledger.earnings(one), 3))
                post(*[(ledger.WORLD["card"], ledger.wallet(others), 10)] * 90)
    with connection.cursor() as cursor:
        cursor.execute("analyze ledger_move")

    def cost(of: UUID) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert len(statement.months(of, UTC, limit=6)) == 6
        return sum(blocks(query["sql"]) for query in asked.captured_queries)

    assert cost(old) < 1.5 * cost(person)


def test_the_sums_of_all_lines_are_not_the_totals_that_the_ledger_keeps() -> None:
    """Given a withdrawal that the bank refused: it left and came back, and by the totals it never was."""
    agent: Api = given_funded_agent(1000)
    given_payouts(agent, "000111111116")
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    outflows.send(Outflow.objects.get().pk)

    sums = statement.sums(statement.lines(agent.account.pk, Asked()))
    kept = balances.wallet(agent.account.pk)

    assert (sums.came, sums.left, sums.lines) == (1400, 400, 3)
    assert (kept.deposited + kept.returned, kept.sent + kept.withdrawn) == (1000, 0)
    assert sums.came - sums.left == kept.balance == 1000
    assert (sums.added, sums.back) == (1000, 400)  # what came back is none that was added
