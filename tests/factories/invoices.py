"""A month that is over and invoiced."""

from escrow.models import InvoiceRun
from escrow.services import invoices
from marketplace.core import clock
from tests.factories.market import given_released


def given_invoiced() -> None:
    given_released()
    invoices.issue_due()
    clock.freeze(InvoiceRun.objects.get().due_at)
    try:
        invoices.issue_due()
    finally:
        clock.freeze(None)
