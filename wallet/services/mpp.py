"""Payments by MPP: a quote was handed out with a page; whoever sends it back pays it by a card token (docs/money.md).

Read the credential; write the token down and commit; have it charged with no transaction open; then one transaction books
the money, and a second one hands it to what it was for. Dying anywhere, the timer asks the provider and goes
on. Nothing is concluded from silence: while a charge may have been made, nobody is shown a challenge.
"""

import logging
from typing import NoReturn

from marketplace.core import clock
from wallet.errors import NoCardTokens, TokenNeeded
from wallet.models import MppCharge, MppQuote
from wallet.providers import mpp
from wallet.providers.mpp import Asked, Presented
from wallet.selectors import mpp as quotes
from wallet.services import mpp_charges

log = logging.getLogger(__name__)


def pay(*, quote: str, body: bytes, authorization: str | None) -> MppCharge:
    """POST /api/mpp/wallet/deposit: the one charge of this quote, paid, or with an end that nobody knows yet.

    The same answer however often it is asked and whatever is sent beside it. Raises NotFound (404), QuoteClosed (409),
    QuoteExpired (410), NoCardTokens (503), TokenNeeded (402: no credential, one that does not fit, or a declined card).
    """
    row = quotes.quoted(quote)
    if (known := quotes.held(row.pk)) is not None:
        return known
    mpp_charges.check_open(row, row.checkout)
    if not mpp.takes(row.checkout.provider):
        raise NoCardTokens()
    asked = _asked(row)
    shown = mpp.read(asked, body=body, authorization=authorization)
    if not shown.token:
        _demand(shown, "payment_required")
    charge, is_new = mpp_charges.claim(row.pk, shown.token)
    if charge.quote_id != row.pk:
        _demand(mpp.decline(asked, body=body, reason="token_already_used"), "token_already_used")
    if is_new:
        charge = _charge(charge)
    if charge.status == "failed":
        reason = charge.reason or "card_declined"
        _demand(mpp.decline(asked, body=body, reason=reason), reason)
    return charge


def _charge(charge: MppCharge) -> MppCharge:
    try:
        return mpp_charges.finish(charge.pk)
    except Exception:
        # The card may have been charged: whatever is wrong with us, the payer is not to pay again.
        log.exception("an MPP charge is left to the sweep", extra={"charge": charge.public_id})
        return charge


def _asked(row: MppQuote) -> Asked:
    return Asked(row.checkout.public_id, row.checkout.amount_cents, row.expires_at - clock.now())


def _demand(shown: Presented, reason: str) -> NoReturn:
    raise TokenNeeded(challenge=shown.challenge, problem=shown.problem, reason=reason)
