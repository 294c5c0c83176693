"""Admin pages of money: books, payments, outflows, chargebacks, owners' settings and approvals. Records are read only."""

from django.conf import settings

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

if settings.SANDBOX:
    from wallet.admin import sandbox_chain as sandbox_chain
