"""An owner's year: what was paid, month by month of UTC, in agreement with the wallet and with the invoices to the cent."""

import csv
import io
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import Invoice
from escrow.selectors import owner_years
from escrow.selectors.owner_years import Month
from escrow.services import invoices
from marketplace.web import sheets
from tests.api import Api
from tests.factories.appeals import given_appeal, given_second_decision
from tests.factories.market import (
    given_bounty,
    given_funded_agent,
    given_hired,
    given_money,
    given_payouts,
    given_released,
)
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PATH = "/owner/wallet/receipts"
Stop = Callable[[str], datetime]


def owner_of_two_years(at: Stop) -> Api:
    """200.00 paid in and 5.90 spent at the end of 2025; in February 3.93 and a tip of 1.05, 5.90 set aside for a hired person,
    10.00 taken out; in April 50.00 more."""
    at("2025-12-31T23:50Z")
    agent = given_funded_agent(20_000)
    given_payouts(agent)
    given_released(agent=agent)
    at("2026-02-03T10:00Z")
    seat = given_released(agent=agent, bounty=given_bounty(agent, price_cents=333))
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 1.05}
    assert agent.post("/api/transfers/send", tip).status == 200
    given_hired(agent=agent)
    assert agent.post("/api/wallet/withdraw", {"amountCents": 1000}).status == 200
    at("2026-04-01T00:00Z")
    given_money(agent, 5000)
    return agent


def test_a_year_has_by_month_what_was_paid_and_what_the_wallet_did(at: Stop) -> None:
    agent = owner_of_two_years(at)

    found = owner_years.of_owner(agent.account.pk, 2026)

    assert found.opening == 20_000 - 590
    assert found.months == {
        2: Month(jobs=1, pay=333, fee=60, tipped=105, left=1000, aside=393 + 590),
        4: Month(came=5000),
    }
    assert (found.months[2].spent, found.months[2].reserved) == (498, 590)
    assert found.balances() == {2: 19_410 - 498 - 590 - 1000, 4: 22_322}
    assert found.closing == agent.get("/api/wallet/balance")["balanceCents"] == 22_322
    before = owner_years.of_owner(agent.account.pk, 2025)
    assert (before.opening, before.total) == (0, Month(jobs=1, pay=500, fee=90, came=20_000, aside=590))
    assert before.closing == found.opening


def test_what_a_cancelled_job_gave_back_is_not_set_aside_any_more(at: Stop) -> None:
    at("2026-02-03T10:00Z")
    agent = given_funded_agent(10_000)
    lost = given_bounty(agent, spots_available=3)
    at("2026-03-03T10:00Z")
    assert agent.call("DELETE", f"/api/bounties/{lost.public_id}").status == 200

    found = owner_years.of_owner(agent.account.pk, 2026)

    assert (found.months[2].reserved, found.months[3].reserved) == (1770, -1770)
    assert found.balances() == {2: 8230, 3: 10_000}
    assert found.total.spent == 0


@pytest.mark.parametrize(("first", "second", "side"), [(400, 100, "funder"), (100, 400, "worker")])
def test_what_an_appeal_changed_counts_when_it_did_and_the_fee_is_that_of_the_invoice(
    at: Stop, first: int, second: int, side: str
) -> None:
    at("2026-11-10T10:00Z")
    seat, dispute = given_appeal(first, side)
    at("2026-12-10T10:00Z")
    given_second_decision(dispute, second)
    owner = seat.agent

    found = owner_years.of_owner(owner.account.pk, 2026)

    assert found.closing == owner.get("/api/wallet/balance")["balanceCents"]
    assert found.months[11].pay == first
    assert found.months[12].spent == found.months[12].corrected + found.months[12].fees
    at("2027-01-02T10:00Z")
    invoices.issue_due()
    billed = {row.month.month: row.fee_cents for row in Invoice.objects.filter(account=owner.account)}
    assert {number: month.fees for number, month in found.months.items() if month.fees} == billed


def test_the_files_have_these_sums_and_the_page_leads_to_them(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = owner_of_two_years(at)
    listed: list[Any] = []
    write = sheets.Sheets.listing

    def noted(self: sheets.Sheets, columns: Any, rows: Any, totals: Any = ()) -> None:
        listed.append((rows, totals))
        write(self, columns, rows, totals)

    monkeypatch.setattr(sheets.Sheets, "listing", noted)
    invoices.issue_due()
    visitor = Visitor(agent.account)

    page = visitor.open(PATH)
    assert {f"{PATH}/years/{year}/statement.{kind}" for year in (2025, 2026) for kind in ("pdf", "csv")} <= set(
        page.links
    )
    answer: Any = visitor.client.get(f"{PATH}/years/2026/statement.pdf")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == 'attachment; filename="statement-2026.pdf"'
    (paid, all_paid), (wallet, all_moved), (issued, _) = listed
    assert paid[0] == ["February 2026", "1", "$3.33", "$0.60", "$1.05", "$0.00", "$4.98"]
    assert all_paid[0][1:] == paid[0][1:], "nothing was paid in April"
    assert wallet == [
        ["February 2026", "$0.00", "$10.00", "$4.98", "$5.90", "$173.22"],
        ["April 2026", "$50.00", "$0.00", "$0.00", "$0.00", "$223.22"],
    ]
    assert all_moved[0][1:] == ["$50.00", "$10.00", "$4.98", "$5.90", "$223.22"]
    assert issued == [["2026-000001", "February 2026", "$0.60"]]
    table: Any = visitor.client.get(f"{PATH}/years/2026/statement.csv")
    rows = list(csv.DictReader(io.StringIO(b"".join(table.streaming_content).decode("utf-8-sig"))))
    assert [row["month"] for row in rows] == ["2026-02", "2026-04"]
    assert list(rows[0].values()) == [
        "2026-02",
        "1",
        "3.33",
        "0.60",
        "1.05",
        "0.00",
        "4.98",
        "0.00",
        "10.00",
        "5.90",
        "173.22",
    ]


def test_the_invoices_of_a_year_are_listed_by_their_own_year(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = owner_of_two_years(at)
    at("2026-05-02T10:00Z")
    invoices.issue_due()
    listed: list[Any] = []
    monkeypatch.setattr(sheets.Sheets, "listing", lambda _self, _columns, rows, *_: listed.append(rows))

    for year in (2025, 2026):
        assert Visitor(agent.account).client.get(f"{PATH}/years/{year}/statement.pdf").status_code == 200

    assert listed[2] == [["2025-000001", "December 2025", "$0.90"]]
    assert listed[5] == [["2026-000001", "February 2026", "$0.60"]]


def test_a_year_without_an_invoice_has_no_table_of_them(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = owner_of_two_years(at)
    heads: list[str] = []
    monkeypatch.setattr(sheets.Sheets, "heading", lambda _self, words, **_: heads.append(words))

    assert Visitor(agent.account).client.get(f"{PATH}/years/2026/statement.pdf").status_code == 200

    assert heads == ["Statement of 2026", "What you paid", "Your wallet"]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_head_of_the_file_is_cut(at: Stop, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    agent = owner_of_two_years(at)
    at("2026-05-02T10:00Z")
    invoices.issue_due()
    cut: list[str] = []
    fit = sheets.Sheets._fit

    def noted(self: sheets.Sheets, words: str, width: float) -> str:
        fits = fit(self, words, width)
        cut.extend([] if fits == words else [words])
        return fits

    monkeypatch.setattr(sheets.Sheets, "_fit", noted)
    visitor = Visitor(agent.account)
    visitor.client.cookies["lang"] = language

    for file in ("years/2026/statement.pdf", "2026-02/statement.pdf"):
        assert visitor.client.get(f"{PATH}/{file}").status_code == 200

    assert cut == []


@pytest.mark.parametrize("year", ["2031", "1999", "x", "20260"])
def test_what_is_no_year_is_not_there(agent: Api, year: str) -> None:
    for kind in ("pdf", "csv"):
        assert Visitor(agent.account).client.get(f"{PATH}/years/{year}/statement.{kind}").status_code == 404


def test_queries_do_not_grow_with_jobs() -> None:
    counts = []
    for number in (1, 5):
        agent = given_funded_agent(100_000)
        for _ in range(number):
            given_released(agent=agent)
        with CaptureQueriesContext(connection) as found:
            owner_years.of_owner(agent.account.pk, 2026)
        counts.append(len(found))
    assert counts == [4, 4]
