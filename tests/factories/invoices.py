"""A month that is over and invoiced."""

from datetime import date

from escrow.models import Invoice, InvoiceRun
from escrow.services import invoices
from marketplace.core import clock
from marketplace.models import Account
from tests.factories.market import given_released


def given_invoiced() -> None:
    given_released()
    invoices.issue_due()
    clock.freeze(InvoiceRun.objects.get().due_at)
    try:
        invoices.issue_due()
    finally:
        clock.freeze(None)


def given_invoice(account: Account, month: int = 1, cents: int = 90) -> Invoice:
    """A row alone, of a month before all fees, the first of them January 2020; once a month for an account."""
    number = Invoice.objects.filter(year=2020).count() + 1
    lines = [{"bps": 1800, "jobs": 1, "payCents": 500, "feeCents": cents}]
    first = date(2020 - (month - 1) // 12, (month - 1) % 12 + 1, 1)
    texts = {"seller": "The service", "buyer": account.display_name}
    made: Invoice = Invoice.objects.create(
        account=account, year=2020, number=number, month=first, fee_cents=cents, lines=lines, **texts
    )
    return made
