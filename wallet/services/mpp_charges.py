"""Charges of MPP card tokens: stored before they are charged, booked once, and polled until the outcome is final
(docs/money.md). The request's side is in `wallet.services.mpp`.
"""

import logging
from uuid import UUID

from marketplace.core import clock, crypto
from marketplace.core.transactions import unit
from marketplace.services.followups import Followup, log_unanswered
from wallet.errors import NoCardProvider, QuoteClosed, QuoteExpired
from wallet.models import Checkout, MppCharge, MppQuote
from wallet.providers import card_rail
from wallet.providers.cards import Outcome
from wallet.rules.mpp import MPP_CHARGE, MPP_FIRST_POLL, MPP_OPEN
from wallet.selectors import due
from wallet.selectors.mpp import blocking_charge, has_blocking_charge
from wallet.services import calls, checkouts, deposits

log = logging.getLogger(__name__)
_SEAL = "mpp-token"


def claim(quote_id: UUID, token: str) -> tuple[MppCharge, bool]:
    """Store the token for this quote, before it is charged. Returns (the charge, whether it is new).

    A charge that is not new is the quote's earlier one, or the one that used this token before, possibly for another quote.
    Locks the checkout. Raises QuoteClosed (409) when the page was paid or has ended, QuoteExpired (410).
    """

    def work() -> tuple[MppCharge, bool]:
        quote: MppQuote = MppQuote.objects.get(pk=quote_id)
        checkout: Checkout = Checkout.objects.locked().get(pk=quote.checkout_id)
        if (earlier := blocking_charge(quote_id)) is not None:
            return earlier, False
        if has_blocking_charge(checkout):
            raise QuoteClosed()
        check_open(quote, checkout)
        fresh = MppCharge(
            quote=quote,
            token=crypto.seal(token, _SEAL),
            token_digest=crypto.digest(token),
            next_attempt_at=clock.now() + MPP_FIRST_POLL,
        )
        MppCharge.objects.bulk_create([fresh], ignore_conflicts=True)
        kept: MppCharge = MppCharge.objects.select_related("quote__checkout").get(token_digest=fresh.token_digest)
        return kept, kept.pk == fresh.pk

    return unit(work)


def check_open(quote: MppQuote, checkout: Checkout) -> None:
    """Raise QuoteClosed (409) or QuoteExpired (410) for a quote that can't be paid any more."""
    if checkout.status not in ("open", "expired"):
        raise QuoteClosed()
    if checkout.status == "expired" or quote.expires_at <= clock.now():
        raise QuoteExpired()


def finish(pk: UUID) -> MppCharge:
    """Ask the provider about an open charge now, book its outcome and settle the purpose; returns the updated charge.

    Without an answer the timer tries again, and after a day staff has to decide. Locks the checkout, the charge, then the
    ledger accounts, in transactions of their own.
    """
    CHARGING.ask_now(pk)
    charge: MppCharge = MppCharge.objects.select_related("quote__checkout").get(pk=pk)
    return charge


class _Charging(Followup[MppCharge, Outcome]):
    rows = due.charging().select_related("quote__checkout")
    lease = MPP_FIRST_POLL

    def ask(self, charge: MppCharge) -> Outcome:
        rail, checkout = card_rail(), charge.quote.checkout
        if rail.name != checkout.provider:  # the provider was changed since
            raise NoCardProvider()
        if charge.provider_ref:
            return rail.poll("charge", charge.provider_ref)
        return rail.charge_token(
            key=charge.public_id,
            token=crypto.unseal(charge.token, _SEAL),
            cents=checkout.amount_cents,
            description=checkout.description,
            asked_at=charge.created_at if charge.attempts > 1 else None,
        )

    def settle(self, charge: MppCharge, outcome: Outcome) -> None:
        _record(charge.pk, outcome)
        if outcome.state != "succeeded":
            return
        try:
            checkouts.settle(charge.quote.checkout_id)
        except Exception:
            # The payment is booked, so the payer gets a success; the timer settles its purpose.
            log.exception("paid checkout is left to the timer", extra={"charge": charge.public_id})

    def unanswered(self, charge: MppCharge, error: Exception) -> None:
        log_unanswered(charge, error)
        _record(charge.pk, None)


CHARGING = _Charging()
finish_due = CHARGING.run


def _record(pk: UUID, outcome: Outcome | None) -> None:
    """charging or attention -> paid, together with the checkout and the post `deposit:<payment>`; or -> failed, after which
    the quote can be paid with another token. None: the outcome is unknown. Locks the checkout, the charge, then the ledger
    accounts."""
    checkout_id = MppCharge.objects.values_list("quote__checkout_id", flat=True).get(pk=pk)

    def work() -> None:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        charge: MppCharge = MppCharge.objects.locked().get(pk=pk)
        if charge.status not in MPP_OPEN:
            return
        if outcome is None or outcome.state == "pending":
            charge.provider_ref = (outcome.reference if outcome else "") or charge.provider_ref
            calls.schedule_retry(charge, MPP_CHARGE)
            charge.save(update_fields=["status", "provider_ref", "next_attempt_at"])
            return
        paid = outcome.state == "succeeded"
        charge.status = MPP_CHARGE.next(charge.status, "pay" if paid else "fail")
        charge.provider_ref, charge.reason, charge.token = outcome.reference, "" if paid else outcome.reason[:200], ""
        charge.next_attempt_at, charge.ended_at = None, clock.now()
        charge.save(update_fields=["status", "provider_ref", "reason", "token", "next_attempt_at", "ended_at"])
        if paid:
            checkouts.book(
                checkout_id, rail="mpp", reference=outcome.reference, cents=checkout.amount_cents, method=outcome.method
            )

    unit(work)


# ------------------------------------------------------------------ staff


def ask(pk: UUID, reference: str = "") -> Outcome | None:
    """Ask the provider about a charge in `attention`, by `reference` or the row's own provider reference.

    None when there is no reference, or the installation has another provider now: then staff's statement counts. No
    transaction is open. Raises InvalidState (409) when the outcome is known by now, ProviderUnavailable (502), also for a
    reference that the provider does not know.
    """
    charge = _get_in_attention(pk)
    name = reference or charge.provider_ref
    try:
        rail = card_rail()
    except NoCardProvider:
        return None
    if not name or rail.name != charge.quote.checkout.provider:
        return None
    return rail.poll("charge", name)


def record_charged(pk: UUID, *, reference: str, outcome: Outcome | None) -> MppCharge:
    """Staff names the provider's charge, confirmed by `outcome` of `ask` if the provider could be asked: attention -> paid.

    The admin's history records who and why. Locks the checkout, the charge, then the ledger accounts. Raises InvalidState
    (409) when the outcome is known by now, the provider contradicts, or the charge is booked already.
    """
    charge = _get_in_attention(pk)
    if outcome is not None and (outcome.state, outcome.reference) != ("succeeded", reference):
        raise calls.refusal(charge, f"The provider does not say so: {outcome.reason or outcome.state}.")
    if any(deposits.find_payment(rail, reference) for rail in ("card", "mpp")):
        raise calls.refusal(charge, "This charge is booked already.")
    _record(pk, outcome or Outcome("succeeded", reference))
    return _refreshed(charge, "paid")


def record_not_charged(pk: UUID, *, outcome: Outcome | None) -> MppCharge:
    """Staff records that a token was never charged: attention -> failed; the quote can be paid with another token.

    The admin's history records who and why. Locks the checkout, then the charge. Raises InvalidState (409) when the outcome
    is known by now, or the provider says that it was charged or may still be.
    """
    charge = _get_in_attention(pk)
    if outcome is not None and outcome.state != "failed":
        raise calls.refusal(charge, f"The provider says otherwise: {outcome.reference} has {outcome.state}.")
    _record(pk, Outcome("failed", charge.provider_ref, "not_charged"))
    return _refreshed(charge, "failed")


def _get_in_attention(pk: UUID) -> MppCharge:
    found: MppCharge = calls.get_in_attention(MppCharge.objects.select_related("quote__checkout"), pk)
    return found


def _refreshed(charge: MppCharge, status: str) -> MppCharge:
    """The charge with the recorded status. Raises InvalidState (409) when the timer was faster and found another one."""
    charge.refresh_from_db(fields=["status", "provider_ref", "reason", "ended_at"])
    if charge.status != status:
        raise calls.already_ended(charge)
    return charge
