"""Admin pages of money: books, payments, outflows, chargebacks, owners' settings and approvals. Records are read only."""

from wallet.admin import (
    approvals,
    books,
    card_tokens,
    chargebacks,
    checkpoints,
    outflows,
    owners,
    providers,
    stablecoins,
)

__all__ = (
    "approvals",
    "books",
    "card_tokens",
    "chargebacks",
    "checkpoints",
    "outflows",
    "owners",
    "providers",
    "stablecoins",
)
