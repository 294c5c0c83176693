"""The ways in which money leaves a wallet for its owner, side by side: what is kept, what can leave, how long it takes. Every
figure is that of the rule by which the services go."""

from typing import Any

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from marketplace.web.formats import cents_words
from wallet.rules.checkouts import REFUND_KEEPS_CENTS, REFUND_KEEPS_PER_MILLE, refund_fee_cents
from wallet.rules.outflows import OUTFLOW_PENDING_FOR, WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS


def kept_words() -> str:
    """What of a card payment does not come back."""
    share = number_format(REFUND_KEEPS_PER_MILLE / 10, decimal_pos=1)
    return _("%(share)s %% of the payment and %(fixed)s, once a payment") % {
        "share": share,
        "fixed": cents_words(REFUND_KEEPS_CENTS),
    }


def returned(cents: int) -> dict[str, int]:
    """What of a card payment of `cents` is kept, and what arrives, where all of it is returned at once."""
    kept = min(refund_fee_cents(cents), cents)
    return {"cents": cents, "kept": kept, "back": cents - kept}


def takes_words() -> str:
    """How long it takes until the money is there."""
    days = OUTFLOW_PENDING_FOR.days
    return ngettext(
        "It leaves at once, and is there when your bank has booked it: usually some days. After %d day without word of it our "
        "staff ask.",
        "It leaves at once, and is there when your bank has booked it: usually some days. After %d days without word of it our "
        "staff ask.",
        days,
    ) % (days,)


def ways() -> list[dict[str, Any]]:
    """Rows of the comparison: a fact, for the return to the card, and for the withdrawal to a bank account."""
    days, takes = settings.CARD_CLEARING_DAYS, takes_words()
    comes_back = _("It comes back into the wallet, whole")
    fresh = ngettext(
        "All that is in the wallet, but what came by card within the last day",
        "All that is in the wallet, but what came by card within the last %d days",
        days,
    )
    bounds = {"least": cents_words(WITHDRAWAL_MIN_CENTS), "most": cents_words(WITHDRAWAL_MAX_CENTS)}
    rows = [
        (_("We keep"), kept_words(), _("Nothing")),
        (
            _("What can leave"),
            _("As much of each card payment as is still in the wallet"),
            (fresh % days if "%d" in fresh else fresh) if days else _("All that is in the wallet"),
        ),
        (
            _("How much at a time"),
            _("Whatever of a payment is left after what we keep"),
            _("%(least)s to %(most)s") % bounds,
        ),
        (_("Needs"), _("Nothing: it goes back to the card that paid"), _("A bank account, given once")),
        (_("How long"), takes, takes),
        (_("If it can't arrive"), comes_back, comes_back),
    ]
    return [{"what": what, "card": card, "bank": bank} for what, card, bank in rows]
