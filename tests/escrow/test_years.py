"""What people were paid in a year: their own statement, and the operator's report, from the same sums, to the cent."""

import csv
import io
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.selectors import years
from marketplace.web import sheets
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.appeals import given_appeal, given_second_decision
from tests.factories.market import given_bounty, given_funded_agent, given_payouts, given_released
from tests.visitor import Visitor
from wallet import ledger

pytestmark = pytest.mark.django_db
Stop = Callable[[str], datetime]


def reported(*arguments: str) -> tuple[list[dict[str, str]], list[str]]:
    out, err = io.StringIO(), io.StringIO()
    call_command("report_payees", *arguments, stdout=out, stderr=err)
    return list(csv.DictReader(io.StringIO(out.getvalue()))), err.getvalue().splitlines()


def paid_in_two_years(at: Stop) -> Api:
    """A worker with 5.00 at the end of 2025 (UTC), then 3.33 and a tip of 1.05 in February and 30.00 in April 2026."""
    worker = given_worker(name="=Ada")
    worker.account.identity_country, worker.account.signup_country = "DE", "US"
    worker.account.save()
    at("2025-12-31T23:50Z")
    agent = given_funded_agent(20_000)
    given_released(agent=agent, worker=worker)
    at("2026-02-03T10:00Z")
    seat = given_released(agent=agent, worker=worker, bounty=given_bounty(agent, price_cents=333))
    tip = {"recipientId": worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 1.05}
    assert agent.post("/api/transfers/send", tip).status == 200
    at("2026-04-01T00:00Z")
    given_released(agent=agent, worker=worker, bounty=given_bounty(agent, price_cents=3000))
    return worker


def test_a_year_has_what_was_paid_in_it_by_month_and_by_quarter(at: Stop) -> None:
    worker = paid_in_two_years(at)
    given_payouts(worker)
    assert worker.post("/api/earnings/withdraw", {"amountCents": 2500}).status in (200, 202)

    found = years.of_worker(worker.account.pk, 2026)

    assert set(found.months) == {2, 4}
    assert found.month(2) == years.Month(jobs=1, pay=333, tips=1, tipped=105, fee=60)
    assert found.month(4) == years.Month(jobs=1, pay=3000, fee=540, withdrawn=2500)
    assert (found.quarter(1).total, found.quarter(2).total, found.quarter(3)) == (438, 3000, years.NOTHING)
    assert (found.total.total, found.total.payments, found.total.fee) == (3438, 3, 600)
    assert years.of_worker(worker.account.pk, 2025).total == years.Month(jobs=1, pay=500, fee=90)
    assert years.years(ledger.earnings(worker.account.pk)) == [2026, 2025]
    assert years.years(ledger.earnings(given_worker().account.pk)) == []


def test_what_an_appeal_took_back_or_added_counts_when_it_did(at: Stop) -> None:
    at("2026-03-01T10:00Z")
    seat, dispute = given_appeal(100, "worker")
    before = years.of_worker(seat.worker.account.pk, 2026).total
    at("2026-03-02T10:00Z")

    given_second_decision(dispute, 400)

    after = years.of_worker(seat.worker.account.pk, 2026).total
    assert (before.total, after.corrected, after.total) == (100, 300, 400)
    assert after.fee == 72  # 18 % of 4.00, whoever bore the rest of it
    assert after.jobs == before.jobs == 1


def test_an_operator_reports_everybody_who_was_paid_by_quarter_or_month(at: Stop) -> None:
    worker = paid_in_two_years(at)
    given_released(worker=given_worker(name="Bo"), agent=given_funded_agent(10_000))
    given_worker(name="Nobody paid")

    rows, sums = reported("2026")
    (mine,) = [row for row in rows if row["account"] == worker.account.public_id]

    assert len(rows) == 2 and mine["name"] == "'=Ada", "no spreadsheet takes it for a formula"
    assert (mine["country"], mine["country_verified"]) == ("DE", "yes")
    assert (mine["q1_jobs"], mine["q1_payments"], mine["q1_paid_usd"]) == ("1", "2", "4.38")
    assert (mine["q2_paid_usd"], mine["q3_paid_usd"]) == ("30.00", "0.00")
    assert (mine["year_paid_usd"], mine["year_fee_charged_to_payers_usd"]) == ("34.38", "6.00")
    assert "DE: 1 people, 2 jobs, 3 payments, 34.38 USD paid, 6.00 USD fees charged to payers" in sums

    rows, _ = reported("2026", "--by", "month", "--country", "de")
    assert [(row["gross_usd"], row["payments"], row["month_02_usd"], row["month_04_usd"]) for row in rows] == [
        ("34.38", "3", "4.38", "30.00")
    ]


def test_a_report_is_read_in_batches_with_a_constant_number_of_statements_each(
    at: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    at("2026-05-01T10:00Z")
    agent = given_funded_agent(100_000)
    workers = [given_released(agent=agent, worker=given_worker()).worker for _ in range(3)]
    monkeypatch.setattr(years, "BATCH", 2)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = list(years.payees(2026))

    assert {one.account.pk for one in found} == {worker.account.pk for worker in workers}
    assert len(queries) == 2 * 5 + 1


@pytest.mark.parametrize("arguments", [["26"], ["2099"], ["1999"], ["2026", "--country", "Germany"]])
def test_a_report_that_can_t_be_meant_says_what_to_give(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match="such as"):
        reported(*arguments)


def test_a_worker_s_year_as_a_file_has_the_sums_of_the_report(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = paid_in_two_years(at)
    tables: list[Any] = []
    write = sheets.Sheets.listing

    def noted(self: sheets.Sheets, columns: Any, rows: Any, totals: Any = ()) -> None:
        tables.append((rows, totals))
        write(self, columns, rows, totals)

    monkeypatch.setattr(sheets.Sheets, "listing", noted)
    visitor = Visitor(worker.account)

    page = visitor.open("/earnings")
    assert {"/earnings/years/2026/statement.pdf", "/earnings/statement.csv?year=2025"} <= set(page.links)
    answer = visitor.client.get("/earnings/years/2026/statement.pdf")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == 'attachment; filename="earnings-2026.pdf"'
    (by_month, totals), (by_quarter, _) = tables
    assert [row[:3] + row[5:6] for row in by_month] == [
        ["February 2026", "1", "$3.33", "$4.38"],
        ["April 2026", "1", "$30.00", "$30.00"],
    ]
    assert totals[0][5] == "$34.38" and [row[5] for row in by_quarter] == ["$4.38", "$30.00", "$0.00", "$0.00"]


def test_a_year_of_the_table_has_only_its_own_entries_and_others_are_not_found(at: Stop) -> None:
    worker = paid_in_two_years(at)
    visitor = Visitor(worker.account)

    answer: Any = visitor.client.get("/earnings/statement.csv?year=2025")

    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert [row["usd"] for row in rows] == ["5.00"]
    for path in (
        "/earnings/years/2031/statement.pdf",
        "/earnings/years/x/statement.pdf",
        "/earnings/statement.csv?year=x",
    ):
        assert visitor.client.get(path).status_code == 404
