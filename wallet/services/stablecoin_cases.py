"""Staff's decisions about signed payments in `attention`: the chain is asked first, then the decision is recorded."""

from uuid import UUID

from marketplace.core.actor import Actor
from wallet.models import X402Payment
from wallet.providers.chain import ChainStatus
from wallet.services import calls, signed_payments


def ask(pk: UUID, tx_hash: str | None = None) -> ChainStatus:
    """Ask the chain about a payment in `attention`, by `tx_hash` or else the row's own hash. No database transaction is open.

    Raises InvalidState (409) when the outcome is known by now, or the transaction belongs to another payment,
    ProviderUnavailable (502).
    """
    payment = calls.get_in_attention(X402Payment.objects.all(), pk)
    return signed_payments.verify_on_chain(payment, payment.tx_hash if tx_hash is None else tx_hash)


def record_paid(actor: Actor, pk: UUID, *, tx_hash: str, status: ChainStatus, reason: str) -> X402Payment:
    """Staff names the transaction that paid, confirmed by the chain (`status`, from `ask`): attention -> settled.

    Actor and `reason` are stored in the ledger's tags. Locks the payment, then the ledger accounts. Raises InvalidState (409)
    when the outcome is known by now, or this transaction did not pay it.
    """
    payment = calls.get_in_attention(X402Payment.objects.all(), pk)
    if (status.state, status.tx_hash) != ("paid", tx_hash):
        raise calls.refusal(payment, f"The chain does not say so. {_text(status)}")
    result = signed_payments.book(pk, tx_hash, place=status.place, tags={"actor": actor.label, "reason": reason})
    if not result.is_settled:  # another payment was booked by this transaction since the chain was asked
        raise signed_payments.contested_error(result.payment)
    return result.payment


def record_unpaid(pk: UUID, *, status: ChainStatus | None) -> X402Payment:
    """Staff records that a payment was never made: attention -> failed. The admin's history records who and why.

    Args: `status` is the chain's answer, None without one. Locks the payment. Raises InvalidState (409) when the outcome is
    known by now, or the chain says that it was paid or may still be.
    """
    payment = calls.get_in_attention(X402Payment.objects.all(), pk)
    if status is not None and status.state in ("paid", "open"):
        raise calls.refusal(payment, f"The chain says otherwise. {_text(status)}")
    signed_payments.fail(pk, "not_paid")
    payment.refresh_from_db()
    return payment


def _text(status: ChainStatus) -> str:
    return {
        "paid": f"It was paid by {status.tx_hash}.",
        "open": "It was not used, and still may be.",
        "expired": "It was never used, and never can be.",
        "elsewhere": "It was cancelled, or used for another payment.",
    }[status.state]
