"""The module `ledger` is named, never a name from it: only the ledger writes the ledger."""

from wallet.models import ledger
from wallet.models.checkouts import Checkout, Payment

__all__ = ("Checkout", "Payment", "ledger")
