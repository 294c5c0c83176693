"""Signed payments that staff is called for: what the chain says of one is asked first, then staff's finding is recorded."""

from uuid import UUID

from marketplace.core.actor import Actor
from wallet.models import X402Payment
from wallet.providers.chain import Seen
from wallet.services import calls, signed_payments


def ask(pk: UUID, tx_hash: str | None = None) -> Seen:
    """What the chain says of one in `attention`, by the transaction that staff or the row itself names. No transaction of
    ours is open meanwhile. Raises InvalidState (409) when it is known by now, or its transaction belongs to another
    payment; ProviderUnavailable (502)."""
    payment = calls.in_attention(X402Payment.objects.all(), pk)
    return signed_payments.proven(payment, payment.tx_hash if tx_hash is None else tx_hash)


def record_paid(actor: Actor, pk: UUID, *, tx_hash: str, seen: Seen, reason: str) -> X402Payment:
    """Staff names the transaction that paid one in `attention`, and the chain has said so, too (`ask`): attention ->
    settled, with who and why in the books.

    Raises InvalidState (409) when it is known by now, or was not paid by this transaction.
    """
    payment = calls.in_attention(X402Payment.objects.all(), pk)
    if (seen.state, seen.tx_hash) != ("paid", tx_hash):
        raise calls.refused(payment, f"The chain does not say so. {_words(seen)}")
    taken = signed_payments.book(pk, tx_hash, place=seen.place, tags={"actor": actor.label, "reason": reason})
    if not taken.is_settled:  # another payment took the transaction since the chain was asked
        raise signed_payments.contested(taken.payment)
    return taken.payment


def record_unpaid(pk: UUID, *, seen: Seen | None) -> X402Payment:
    """Staff found out that one in `attention` has paid nothing: attention -> failed, for good. Who and why stand in the
    page's history. A chain that answers must not say otherwise; None when it did not.

    Raises InvalidState (409) when it is known by now, was paid, or may still be.
    """
    payment = calls.in_attention(X402Payment.objects.all(), pk)
    if seen is not None and seen.state in ("paid", "open"):
        raise calls.refused(payment, f"The chain says otherwise. {_words(seen)}")
    signed_payments.fail(pk, "not_paid")
    payment.refresh_from_db()
    return payment


def _words(seen: Seen) -> str:
    return {
        "paid": f"It was paid by {seen.tx_hash}.",
        "open": "It was not used, and still may be.",
        "expired": "It was never used, and never can be.",
        "elsewhere": "It was cancelled, or used for another payment.",
    }[seen.state]
