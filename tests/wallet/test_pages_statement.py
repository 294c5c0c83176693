"""/owner/wallet/statement: filters, pages, and the file."""

import csv
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, given_money, given_released
from tests.visitor import Visitor
from wallet.rules.statement import STATEMENT
from wallet.web.statement import GROUPS, KINDS

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"
PATH = "/owner/wallet/statement"


def read(visitor: Visitor, query: str = "") -> list[dict[str, str]]:
    answer = visitor.client.get(f"{PATH}.csv{query}")
    assert answer["Content-Type"].startswith("text/csv") and "attachment" in answer["Content-Disposition"]
    return list(csv.DictReader(b"".join(answer).decode("utf-8-sig").splitlines()))


@pytest.mark.main
def test_every_kind_of_a_wallet_s_line_has_words_and_is_found_by_a_filter() -> None:
    elsewhere = {"release"}  # leaves what was set aside, not the wallet
    of_wallets = {kind for kind in STATEMENT if not kind.startswith("earnings") and not kind.endswith("_paid")}
    assert of_wallets - elsewhere == set(KINDS)
    assert sorted(kind for _, kinds in GROUPS.values() for kind in kinds) == sorted(KINDS)


def test_the_lines_name_their_jobs_and_the_balance_after_each() -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, title=f"Photograph {EVIL}")

    page = Visitor(agent.account).open(PATH)

    assert "Set aside for a job: Photograph" in page.text and "−$5.90 Balance $94.10" in page.text
    assert "2 entries: $100.00 came in, $5.90 was set aside or sent." in page.text
    assert f"/owner/jobs/{bounty.public_id}" in page.links and "<script>alert" not in page.html


def test_what_is_asked_for_is_shown_and_downloaded() -> None:
    agent = given_funded_agent(10_000)
    first, second = (given_bounty(agent, title=title) for title in ("First job", "Second job"))
    visitor = Visitor(agent.account)

    work = visitor.open(f"{PATH}?kind=work")
    assert "First job" in work.text and "Money added:" not in work.text and "+ $100.00" not in work.text
    one = visitor.open(f"{PATH}?job={first.public_id}")
    assert "Only of the job “First job”." in one.text and "Second job" not in one.text
    assert [row["job_id"] for row in read(visitor, f"?job={first.public_id}")] == [first.public_id]
    assert len(read(visitor, "?kind=work")) == 2 and len(read(visitor)) == 3
    day = clock.now().date()
    assert len(read(visitor, f"?from={day}&to={day}")) == 3
    assert read(visitor, f"?to={day - timedelta(days=1)}") == []
    assert "Nothing like that" in visitor.open(f"{PATH}?to={day - timedelta(days=1)}").text
    assert second.public_id not in one.html


def test_a_day_that_is_none_is_named_and_no_line_is_shown() -> None:
    visitor = Visitor(given_funded_agent(10_000).account)

    for query in ("from=yesterday", "from=2026-02-30", "to=1999-01-01", "from=2026-03-02&to=2026-03-01"):
        page = visitor.open(f"{PATH}?{query}")
        assert page.status == 200 and 'aria-invalid="true"' in page.html and "$100.00" not in page.text, query
        assert "Nothing is shown until the days above are right." in page.text
        assert visitor.open(f"/owner/wallet/statement.csv?{query}").status == 400


def test_days_that_were_typed_stand_in_place_of_the_length_that_was_chosen_before() -> None:
    visitor = Visitor(given_funded_agent(10_000).account)
    today = clock.now().date()

    typed = visitor.open(f"{PATH}?period=1&from={today - timedelta(days=3)}&to={today}")
    wrong = visitor.open(f"{PATH}?period=1&from={today}&to={today - timedelta(days=1)}")
    alone = visitor.open(f"{PATH}?period=1")

    assert '<option value="" selected>The days below</option>' in typed.html and "All time" not in typed.html
    assert '<option value="" selected>The days below</option>' in wrong.html
    assert '<option value="1" selected>Today</option>' in alone.html and "The days below" not in alone.html


def test_the_file_has_exact_sums_and_iso_times_and_no_formula() -> None:
    agent = given_funded_agent(10_000)
    given_bounty(agent, title="=HYPERLINK(1)")

    newest, oldest = read(Visitor(agent.account))

    assert (newest["usd"], newest["cents"]) == ("-5.90", "-590")
    assert (newest["balance_after_usd"], newest["balance_after_cents"]) == ("94.10", "9410")
    assert newest["job"] == "'=HYPERLINK(1)" and newest["type"] == "bounty_funding"
    assert oldest["usd"] == "100.00" and oldest["date"][10] == "T" and oldest["date"].endswith("+00:00")
    lines = agent.get("/api/wallet/transactions")["transactions"]
    assert [line["id"] for line in lines] == [newest["id"], oldest["id"]]


def test_a_long_file_is_sent_block_by_block_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wallet.pages.statement.BLOCK", 2)
    agent = given_funded_agent(100)
    for cents in range(101, 105):
        given_money(agent, cents)
    visitor = Visitor(agent.account)

    assert len(list(visitor.client.get(f"{PATH}.csv"))) == 4, "the head, and blocks of two, two and one"
    assert [row["cents"] for row in read(visitor)] == ["104", "103", "102", "101", "100"]
    monkeypatch.setattr("wallet.pages.statement.MOST", 4)
    assert len(read(visitor)) == 4


def test_older_lines_are_a_page_away_with_the_same_filters() -> None:
    agent = given_funded_agent(100)
    for _ in range(26):
        given_money(agent, 100)
    visitor = Visitor(agent.account)

    [more] = [link for link in visitor.open(f"{PATH}?kind=added").links if "cursor=" in link]
    second = visitor.open(more)

    assert second.html.count('class="sum"') == 2 and "kind=added" in more
    assert visitor.open(more.replace("kind=added", "kind=work")).status == 400


def test_nobody_sees_anybody_else_s_lines(other_agent: Api) -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, title="A secret job")
    other = Visitor(other_agent.account)

    seen = other.open(f"{PATH}?job={bounty.public_id}")

    assert "A secret job" not in seen.text and "which is not among yours" in seen.text
    assert read(other, f"?job={bounty.public_id}") == []
    assert all("/account/login" in Visitor().open(f"{PATH}{end}").path for end in ("", ".csv"))


def test_queries_do_not_grow_with_lines() -> None:
    counts = []
    for number in (1, 5):
        agent = given_funded_agent(100_000)
        for _ in range(number):
            given_released(agent=agent)
        visitor = Visitor(agent.account)
        visitor.open(PATH)
        with CaptureQueriesContext(connection) as found:
            visitor.open(PATH)
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15
