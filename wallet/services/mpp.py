"""Payments by MPP: a quote is offered with a checkout page; its holder can pay it with a card token (docs/money.md).

The steps: read the credential; store the token and commit; charge it with no transaction open; book the payment in one
transaction; settle its purpose in another. After a crash at any point, a timer asks the provider and continues. While a
charge may have been made, no new challenge is issued.
"""

import logging
from typing import NoReturn

from marketplace.core import clock
from wallet.errors import NoCardTokens, TokenNeeded
from wallet.models import MppCharge, MppQuote
from wallet.providers import mpp
from wallet.providers.mpp import Presented, QuoteTerms
from wallet.selectors import mpp as quotes
from wallet.services import mpp_charges

log = logging.getLogger(__name__)


def pay(*, quote: str, body: bytes, authorization: str | None) -> MppCharge:
    """POST /api/mpp/wallet/deposit: charge this quote; returns its one charge, paid or still pending.

    Args: `quote` is its text (mtq1_…), `body` the raw request body that the challenge binds, `authorization` the header.
    Idempotent. Locks the checkout, then the ledger accounts, in transactions of their own. Raises NotFound (404),
    QuoteClosed (409), QuoteExpired (410), NoCardTokens (503), TokenNeeded (402: no credential, an invalid one, or a declined
    card). Spec: MPP and x402 payment endpoints.
    """
    row = quotes.find_quote(quote)
    if (known := quotes.blocking_charge(row.pk)) is not None:
        return known
    mpp_charges.check_open(row, row.checkout)
    if not mpp.is_offered(row.checkout.provider):
        raise NoCardTokens()
    terms = _terms(row)
    shown = mpp.read(terms, body=body, authorization=authorization)
    if not shown.token:
        _require_payment(shown, "payment_required")
    charge, is_new = mpp_charges.claim(row.pk, shown.token)
    if charge.quote_id != row.pk:
        _require_payment(mpp.decline(terms, body=body, reason="token_already_used"), "token_already_used")
    if is_new:
        charge = _charge(charge)
    if charge.status == "failed":
        reason = charge.reason or "card_declined"
        _require_payment(mpp.decline(terms, body=body, reason=reason), reason)
    return charge


def _charge(charge: MppCharge) -> MppCharge:
    try:
        return mpp_charges.finish(charge.pk)
    except Exception:
        # The card may have been charged, so whatever failed here, the payer must not be asked to pay again.
        log.exception("MPP charge is left to the timer", extra={"charge": charge.public_id})
        return charge


def _terms(row: MppQuote) -> QuoteTerms:
    return QuoteTerms(row.checkout.public_id, row.checkout.amount_cents, row.expires_at - clock.now())


def _require_payment(shown: Presented, reason: str) -> NoReturn:
    raise TokenNeeded(challenge=shown.challenge, problem=shown.problem, reason=reason)
