"""Refunds of deposits to the card they came from, by a quote that the owner has confirmed."""

from django.db import IntegrityError, transaction

from marketplace.core import context
from marketplace.core.actor import Actor
from marketplace.services import account_restrictions
from wallet.errors import InsufficientFunds, RefundQuoteChanged, RefundRequestReused
from wallet.models import Outflow, Payment
from wallet.providers import card_rail
from wallet.selectors import access
from wallet.selectors import refunds as reads
from wallet.services import outflows


def refund(actor: Actor, *, funding_id: str, request_id: str, principal_cents: int, refund_cents: int) -> Outflow:
    """POST /api/wallet/funding-refunds: start the refund of a deposit if its quote still has these two amounts (cents).

    Args: `funding_id` is the deposit's transaction (txn_…); `request_id` identifies the refund: a repeated request returns
    the first one in its present state. In the caller's transaction; the post comes last. Locks the payment, then the ledger
    accounts. Raises AccountRestricted (403), NotFound (404), RefundQuoteChanged (409) with the present quote, RefundRequestReused
    (409), WalletOwes (402), NoCardProvider (503). Spec: Endpoints, Wallet, payment links, transfers.
    """
    card_rail()
    payment = access.own_funding(actor, funding_id, lock=True)
    requested = (payment.pk, principal_cents, refund_cents)
    earlier = _earlier(actor, request_id)
    if earlier is not None:
        context.changes_nothing()
        return _check_same(earlier, requested)
    account_restrictions.check(actor.id, "withdrawals")
    quote = reads.quote(payment)
    if quote is None or (quote.principal_cents, quote.refund_cents) != (principal_cents, refund_cents):
        raise _changed(payment)
    try:
        with transaction.atomic():
            return outflows.begin(
                account_id=actor.id,
                by=actor,
                kind="funding_refund",
                rail=payment.rail,
                cents=quote.principal_cents,
                kept_cents=quote.kept_cents,
                payment=payment,
                destination_label=quote.destination,
                request_id=request_id,
            )
    except IntegrityError:  # a concurrent request with the same requestId for another payment
        earlier = _earlier(actor, request_id)
        if earlier is None:
            raise
        return _check_same(earlier, requested)
    except InsufficientFunds:  # spent between the quote and the post
        raise _changed(payment)


def _earlier(actor: Actor, request_id: str) -> Outflow | None:
    found: Outflow | None = Outflow.objects.filter(account_id=actor.id, request_id=request_id).first()
    return found


def _check_same(earlier: Outflow, requested: tuple[object, int, int]) -> Outflow:
    if (earlier.payment_id, earlier.amount_cents, earlier.refund_cents) != requested:
        raise RefundRequestReused()
    return earlier


def _changed(payment: Payment) -> RefundQuoteChanged:
    quote = reads.quote(payment)
    return RefundQuoteChanged(quote.to_json() if quote else None)
