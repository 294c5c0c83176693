"""Signed stablecoin payments: stored before they are settled, booked once, and polled until the outcome is final
(docs/money.md). The request's side is in `wallet.services.x402`.
"""

from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.services import keys, signup
from marketplace.services.followups import Followup, log_unanswered
from wallet import ledger
from wallet.models import X402Payment
from wallet.providers import chain
from wallet.providers.chain import Authorization, ChainStatus
from wallet.rules.calls import ATTENTION_AFTER
from wallet.rules.x402 import X402_ATTENTION_PAUSE, X402_FIRST_POLL, X402_OPEN, X402_PAYMENT, masked_address, x402_pause
from wallet.selectors import due
from wallet.services import calls, deposits


@dataclass(frozen=True, slots=True)
class PaymentResult:
    """The payment, settled or under review; the PAYMENT-RESPONSE header, or empty; a new account's first API key, or empty."""

    payment: X402Payment
    receipt: str = ""
    api_key: str = ""

    @property
    def is_settled(self) -> bool:
        return bool(self.payment.status == "settled")


def authorization_of(payment: X402Payment) -> Authorization:
    """The signed authorization of a payment, as it was sent."""
    return Authorization(
        network=payment.network,
        asset=payment.asset,
        payer=payment.payer,
        nonce=payment.nonce,
        pay_to=payment.pay_to,
        atoms=int(payment.atoms),
        valid_before=payment.valid_before,
    )


def find(signed: Authorization) -> X402Payment | None:
    """The payment that was made with this authorization before, by network, asset, payer and nonce; None for a new one."""
    found: X402Payment | None = X402Payment.objects.filter(
        network=signed.network, asset=signed.asset, payer=signed.payer, nonce=signed.nonce
    ).first()
    return found


def record_new(
    signed: Authorization, *, kind: str, cents: int, account_id: UUID | None, applicant: signup.PaidApplicant | None
) -> X402Payment | None:
    """Store and commit a signed payment before it is settled; None when it was stored before.

    Args: `kind` is deposit or signup; `account_id` is None for a sign-up, whose account is opened with `applicant`.
    """
    fresh = X402Payment(
        kind=kind,
        account_id=account_id,
        applicant=applicant or {},
        amount_cents=cents,
        network=signed.network,
        asset=signed.asset,
        payer=signed.payer,
        nonce=signed.nonce,
        pay_to=signed.pay_to,
        atoms=signed.atoms,
        valid_before=signed.valid_before,
        next_attempt_at=clock.now() + X402_FIRST_POLL,
    )
    unit(lambda: X402Payment.objects.bulk_create([fresh], ignore_conflicts=True))
    kept = find(signed)
    return kept if kept is not None and kept.pk == fresh.pk else None


def reopen(pk: UUID) -> X402Payment | None:
    """refused -> review, because the payer sent it again; None when a concurrent request was faster. Locks the payment."""

    def work() -> X402Payment | None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status != "refused":
            return None
        payment.status, payment.next_attempt_at = X402_PAYMENT.next("refused", "retry"), clock.now() + X402_FIRST_POLL
        payment.save(update_fields=["status", "next_attempt_at"])
        return payment

    return unit(work)


def keep_in_review(pk: UUID, tx_hash: str) -> X402Payment:
    """Store the transaction's hash of a payment under review, and poll it soon. Locks the payment."""

    def work() -> X402Payment:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.tx_hash, payment.next_attempt_at = tx_hash or payment.tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_attempt_at"])
        return payment

    return unit(work)


def refuse(pk: UUID, reason: str) -> None:
    """review -> refused: the facilitator did not settle it, but others may still submit it. Locks the payment."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status == "review":
            payment.status, payment.reason = X402_PAYMENT.next("review", "refuse"), reason
            payment.next_attempt_at = clock.now() + x402_pause(1)
            payment.save(update_fields=["status", "reason", "next_attempt_at"])

    unit(work)


def fail(pk: UUID, reason: str) -> None:
    """Any open status -> failed: it was not paid and can't be any more. Locks the payment."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status in X402_OPEN:
            payment.status = X402_PAYMENT.next(payment.status, "fail")
            payment.reason, payment.next_attempt_at, payment.ended_at = reason, None, clock.now()
            payment.save(update_fields=["status", "reason", "next_attempt_at", "ended_at"])

    unit(work)


def book(
    pk: UUID,
    tx_hash: str,
    receipt: str = "",
    *,
    place: int | None = None,
    issue_key: bool = False,
    tags: ledger.Tags | None = None,
) -> PaymentResult:
    """Book a settled payment once, in one commit: status, a sign-up's account, and the post `deposit:<payment>`.

    Args: `receipt` is the PAYMENT-RESPONSE header; `place` the log index of the transfer, required when the transaction has
    settled another payment, too: without it nothing is booked, and the chain is polled next (`verify_on_chain`).
    `issue_key`: return a new account's first API key, because the payer is waiting; later they get one by `x402.recover`.
    `tags` (JSON) name the member of staff who decided. Locks the payment, then the ledger accounts.
    """

    def work() -> PaymentResult:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            # The timer was faster than the request.
            needs_key = issue_key and payment.kind == "signup"
            return PaymentResult(payment, receipt, _first_key(payment.account) if needs_key else "")
        if place is None and _others_of(payment, tx_hash).exists():
            payment.tx_hash, payment.next_attempt_at = tx_hash, clock.now() + x402_pause(1)
            payment.save(update_fields=["tx_hash", "next_attempt_at"])
            return PaymentResult(payment, receipt)
        raw = ""
        if payment.kind == "signup":
            account = signup.open_paid_account(**payment.applicant)
            payment.account = account
            raw = _first_key(account) if issue_key else ""
        payment.status = X402_PAYMENT.next(payment.status, "settle")
        payment.tx_hash, payment.place = tx_hash, place
        payment.reason, payment.next_attempt_at, payment.ended_at = "", None, clock.now()
        payment.save(update_fields=["status", "account", "tx_hash", "place", "reason", "next_attempt_at", "ended_at"])
        assert payment.account_id is not None
        deposits.credit(
            account_id=payment.account_id,
            rail="x402",
            reference=payment.reference,
            cents=payment.amount_cents,
            method=masked_address(payment.payer),
            tags={"x402": payment.public_id, **(tags or {})},
        )
        return PaymentResult(payment, receipt, raw)

    return unit(work)


def _others_of(payment: X402Payment, tx_hash: str) -> QuerySet[X402Payment]:
    """Other payments that were settled by this transaction."""
    settled = X402Payment.objects.filter(network=payment.network, tx_hash=tx_hash, status="settled")
    return settled.exclude(pk=payment.pk)


def verify_on_chain(payment: X402Payment, tx_hash: str) -> ChainStatus:
    """Ask the chain for the state of this payment. `place` is returned only if the transaction has settled other payments.

    In that case each of the others is verified, too: one that was booked by the facilitator's answer alone may claim the same
    transfer. Raises ProviderUnavailable (502), InvalidState (409) when another payment cannot be verified.
    """
    status = chain.poll(authorization_of(payment), tx_hash)
    if status.state != "paid":
        return status
    others = list(_others_of(payment, status.tx_hash))
    for other in others:
        theirs = chain.poll(authorization_of(other), other.tx_hash)
        if (theirs.state, theirs.tx_hash) != ("paid", status.tx_hash) or theirs.place == status.place:
            raise contested_error(payment)
    return status if others else replace(status, place=None)


def contested_error(payment: X402Payment) -> InvalidState:
    """The refusal (409) of a payment whose transaction on the chain settled another one."""
    return calls.refusal(payment, "Another payment was settled by this transaction.")


def _first_key(account: Account | None) -> str:
    """The first API key of a new account; empty if it has a key already."""
    return "" if account is None or account.keys.exists() else keys.issue(account, "first key")[1]


class _Settling(Followup[X402Payment, ChainStatus]):
    """Polls the chain for a payment's outcome until it is final."""

    rows = due.signed()
    lease = x402_pause(1)

    def ask(self, payment: X402Payment) -> ChainStatus:
        return verify_on_chain(payment, payment.tx_hash)

    def settle(self, payment: X402Payment, status: ChainStatus) -> None:
        match status.state:
            case "paid":
                book(payment.pk, status.tx_hash, place=status.place)
            case "open":
                _schedule_next(payment.pk)
            case "expired":
                fail(payment.pk, payment.reason or "never_settled")
            case "elsewhere":
                fail(payment.pk, "authorization_used_elsewhere")

    def unanswered(self, payment: X402Payment, error: Exception) -> None:
        if isinstance(error, InvalidState):
            _schedule_next(payment.pk, cause="its transaction is booked for another payment")
            return
        log_unanswered(payment, error)
        _schedule_next(payment.pk, is_silent=True)


SETTLING = _Settling()
finish_due = SETTLING.run


def _schedule_next(pk: UUID, *, is_silent: bool = False, cause: str = "") -> None:
    """Schedule the next attempt. The status becomes `attention` for a `cause`, or when the chain has not answered for a day;
    polling continues nevertheless, because the node may recover. Locks the payment."""

    def work() -> None:
        payment: X402Payment = X402Payment.objects.locked().get(pk=pk)
        if payment.status not in X402_OPEN:
            return
        now, why = clock.now(), cause
        if not cause:
            payment.silent_since = (payment.silent_since or now) if is_silent else None
            silent_for_long = payment.silent_since is not None and payment.silent_since <= now - ATTENTION_AFTER
            why = "the chain does not answer" if silent_for_long and payment.status != "attention" else ""
        if why:
            payment.reason = why
        if why and payment.status != "attention":
            calls.mark_attention(payment, X402_PAYMENT, why)
        payment.next_attempt_at = now + (
            X402_ATTENTION_PAUSE if payment.status == "attention" else x402_pause(payment.attempts)
        )
        payment.save(update_fields=["status", "reason", "silent_since", "next_attempt_at"])

    unit(work)
