"""Invoices of our fee: one a month for each owner, from the ledger, with numbers without gaps, and never changed."""

import threading
from collections.abc import Callable
from datetime import date, datetime

import pytest
from django.db import ProgrammingError, connection, transaction

from escrow.models import BillingDetails, Invoice, InvoiceRun, InvoiceSeries
from escrow.selectors import invoices as reads
from escrow.services import invoices
from marketplace.core import clock
from marketplace.core.actor import Actor
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.appeals import given_appeal, given_second_decision
from tests.factories.market import given_bounty, given_funded_agent, given_released, violations
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PATH = "/owner/wallet/receipts"
Stop = Callable[[str], datetime]


def issued() -> list[tuple[str, str, int]]:
    return [(row.name, f"{row.month:%Y-%m}", row.fee_cents) for row in Invoice.objects.order_by("year", "number")]


def owners_of_two_months(at: Stop) -> tuple[Api, Api]:
    """One owner with fees in November 2025 (0.90 at the last minute of UTC) and December, another one in December only."""
    at("2025-11-30T23:59Z")
    one, other = given_funded_agent(20_000), given_funded_agent(20_000)
    given_released(agent=one)
    at("2025-12-01T00:00Z")
    given_released(agent=one)
    given_released(agent=one, bounty=given_bounty(one, price_cents=333))
    given_released(agent=other)
    return one, other


def test_each_owner_gets_one_a_month_when_it_is_over(at: Stop) -> None:
    one, other = owners_of_two_months(at)
    invoices.issue_due()
    at("2025-12-01T05:59Z")
    assert invoices.issue_due() == 0 and issued() == []

    at("2025-12-01T06:00Z")
    invoices.issue_due()
    assert issued() == [("2025-000001", "2025-11", 90)]
    at("2026-01-20T10:00Z")
    invoices.issue_due()
    invoices.issue_due()

    assert issued()[0] == ("2025-000001", "2025-11", 90)
    assert sorted(issued()[1:]) == sorted(
        [(f"2025-00000{number}", "2025-12", cents) for number, cents in zip((2, 3), _december(one, other), strict=True)]
    )
    row = Invoice.objects.get(account=one.account, month=date(2025, 12, 1))
    assert row.lines == [{"bps": 1800, "jobs": 2, "payCents": 833, "feeCents": 150}]
    assert InvoiceRun.objects.get(done_at=None).month == date(2026, 1, 1)
    assert violations() == []


def _december(one: Api, other: Api) -> list[int]:
    """In order of the accounts' ids, as numbers are given out."""
    return [cents for _, cents in sorted([(one.account.pk, 150), (other.account.pk, 90)])]


def test_without_a_fee_nothing_is_begun(at: Stop) -> None:
    at("2025-12-01T10:00Z")
    given_funded_agent()

    assert invoices.issue_due() == 0

    assert not InvoiceRun.objects.exists() and not InvoiceSeries.objects.exists()


def test_what_an_appeal_gives_back_later_is_a_credit_note_of_that_month(at: Stop) -> None:
    at("2026-11-10T10:00Z")
    _, dispute = given_appeal(400, "funder")
    at("2026-12-10T10:00Z")
    given_second_decision(dispute, 100)

    at("2027-01-02T10:00Z")
    invoices.issue_due()

    assert [row[1:] for row in issued()] == [("2026-11", 72), ("2026-12", -54)]
    assert Invoice.objects.get(fee_cents__lt=0).lines == [{"bps": None, "jobs": 1, "payCents": 0, "feeCents": -54}]
    assert violations() == []


def test_many_owners_are_read_in_pieces_without_a_gap(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    at("2025-11-10T10:00Z")
    for _ in range(5):
        given_released(agent=given_funded_agent())
    monkeypatch.setattr(reads, "MOST", 2)

    at("2025-12-02T10:00Z")
    invoices.issue_due()

    assert [row[0] for row in issued()] == [f"2025-00000{number}" for number in range(1, 6)]
    assert Invoice.objects.values("account").distinct().count() == 5
    assert violations() == []


def test_a_run_that_fails_gives_out_no_number(at: Stop, monkeypatch: pytest.MonkeyPatch) -> None:
    at("2025-11-10T10:00Z")
    given_released(agent=given_funded_agent())
    invoices.issue_due()
    at("2025-12-02T10:00Z")
    save = InvoiceRun.save

    def fail(*_: object, **__: object) -> None:
        raise OSError("killed here")

    monkeypatch.setattr(InvoiceRun, "save", fail)
    invoices.issue_due()
    assert issued() == [] and not InvoiceSeries.objects.exists()

    monkeypatch.setattr(InvoiceRun, "save", save)
    invoices.issue_due()
    assert [row[0] for row in issued()] == ["2025-000001"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_two_workers_at_once_issue_each_once(at: Stop) -> None:
    at("2025-11-10T10:00Z")
    for _ in range(3):
        given_released(agent=given_funded_agent())
    invoices.issue_due()
    at("2025-12-02T10:00Z")

    def work() -> None:
        invoices.issue_due()
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    invoices.issue_due()

    assert [row[0] for row in issued()] == [f"2025-00000{number}" for number in (1, 2, 3)]
    assert violations() == []


@pytest.mark.parametrize("act", ["update escrow_invoice set buyer = 'x'", "delete from escrow_invoice"])
def test_nothing_changes_what_was_issued(at: Stop, act: str) -> None:
    at("2025-11-10T10:00Z")
    given_released(agent=given_funded_agent())
    invoices.issue_due()
    at("2025-12-02T10:00Z")
    invoices.issue_due()
    before = list(Invoice.objects.values())

    with pytest.raises(ProgrammingError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(act)

    assert list(Invoice.objects.values()) == before


def test_an_owner_says_whom_the_next_ones_are_made_out_to(at: Stop) -> None:
    at("2025-11-10T10:00Z")
    agent = given_funded_agent(20_000)
    given_released(agent=agent)
    at("2025-12-02T10:00Z")
    invoices.issue_due()
    visitor = Visitor(agent.account)

    page = visitor.send(visitor.open(PATH), "billing", billedTo="Ada Ltd.\r\n 1 Main Street \r\nVAT GB123")

    assert "Saved" in page.text and "VAT GB123" in page.html
    given_released(agent=agent)
    at("2026-01-02T10:00Z")
    invoices.issue_due()
    first, second = Invoice.objects.order_by("number")
    assert first.buyer == f"{agent.account.display_name}\n{agent.account.public_id}"
    assert second.buyer == "Ada Ltd.\n1 Main Street\nVAT GB123"
    links = [link for link in visitor.open(PATH).links if link.endswith("invoice.pdf")]
    assert links == [f"{PATH}/invoices/{row.public_id}/invoice.pdf" for row in (second, first)]
    for link in links:
        answer = visitor.client.get(link)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
        assert answer.content.startswith(b"%PDF-")
        assert Visitor(given_agent().account).client.get(link).status_code == 404


def test_too_long_an_address_changes_nothing(at: Stop) -> None:
    agent = given_funded_agent(20_000)
    given_released(agent=agent)
    visitor = Visitor(agent.account)

    page = visitor.send(visitor.open(PATH), "billing", billedTo="x" * 501)

    assert page.status == 400 and "at most 500 characters" in page.text
    assert not BillingDetails.objects.exists()


def test_who_is_billed_is_the_caller(at: Stop) -> None:
    agent = given_funded_agent()
    invoices.set_billed_to(Actor(account=agent.account, via="session"), "Ada Ltd.")

    row = BillingDetails.objects.get()
    assert (row.account_id, row.text, row.updated_at.date()) == (agent.account.pk, "Ada Ltd.", clock.now().date())
