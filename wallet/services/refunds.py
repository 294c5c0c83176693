"""A deposit goes back to the card it came from: by a quote that its owner has seen and confirmed."""

from django.db import IntegrityError, transaction

from marketplace.core.actor import Actor
from wallet.errors import InsufficientFunds, RefundQuoteChanged, RefundRequestReused
from wallet.models import Outflow, Payment
from wallet.providers import card_rail
from wallet.selectors import access
from wallet.selectors import refunds as reads
from wallet.services import outflows


def refund(actor: Actor, *, funding_id: str, request_id: str, principal_cents: int, refund_cents: int) -> Outflow:
    """Begin to return a deposit, if the quote still says these two figures. In the caller's transaction, the post last.

    `request_id` names the refund for ever: the same request gives the first one as it stands, any other is refused.
    Locks the payment. Raises NotFound, RefundQuoteChanged (409) with the present quote, RefundRequestReused (409),
    NoCardProvider (503).
    """
    card_rail()
    payment = access.own_funding(actor, funding_id, lock=True)
    asked = (payment.pk, principal_cents, refund_cents)
    earlier = _earlier(actor, request_id)
    if earlier is not None:
        return _same(earlier, asked)
    quote = reads.quote(payment)
    if quote is None or (quote.principal_cents, quote.refund_cents) != (principal_cents, refund_cents):
        raise _changed(payment)
    try:
        with transaction.atomic():
            return outflows.begin(
                account_id=actor.id,
                kind="funding_refund",
                rail=payment.rail,
                cents=quote.principal_cents,
                kept_cents=quote.kept_cents,
                payment=payment,
                destination_label=quote.destination,
                request_id=request_id,
            )
    except IntegrityError:  # the same requestId at the same moment, for another payment
        earlier = _earlier(actor, request_id)
        if earlier is None:
            raise
        return _same(earlier, asked)
    except InsufficientFunds:  # spent between the quote and the post
        raise _changed(payment)


def _earlier(actor: Actor, request_id: str) -> Outflow | None:
    found: Outflow | None = Outflow.objects.filter(account_id=actor.id, request_id=request_id).first()
    return found


def _same(earlier: Outflow, asked: tuple[object, int, int]) -> Outflow:
    if (earlier.payment_id, earlier.amount_cents, earlier.refund_cents) != asked:
        raise RefundRequestReused()
    return earlier


def _changed(payment: Payment) -> RefundQuoteChanged:
    quote = reads.quote(payment)
    return RefundQuoteChanged(quote.shown() if quote else None)
