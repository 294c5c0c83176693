"""Card tokens, row by row: written down before they are charged, booked once, and followed until their end is certain
(docs/money.md). What a request does with them is in `wallet.services.mpp`.
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
from wallet.rules import MPP_CHARGE, MPP_FIRST_LOOK, MPP_OPEN
from wallet.selectors.mpp import held, is_held
from wallet.services import calls, checkouts, deposits

log = logging.getLogger(__name__)
_SEAL = "mpp-token"


def claim(quote_id: UUID, token: str) -> tuple[MppCharge, bool]:
    """Write the token down for this quote, before anything is charged: (the row, whether it is new).

    Not new: what the quote is charged with already, or what became of this token earlier, perhaps for another quote.
    Locks the checkout. Raises QuoteClosed (409) when it was paid or ended otherwise, QuoteExpired (410).
    """

    def work() -> tuple[MppCharge, bool]:
        quote: MppQuote = MppQuote.objects.get(pk=quote_id)
        checkout: Checkout = Checkout.objects.locked().get(pk=quote.checkout_id)
        if (earlier := held(quote_id)) is not None:
            return earlier, False
        if is_held(checkout):
            raise QuoteClosed()
        check_open(quote, checkout)
        fresh = MppCharge(
            quote=quote,
            token=crypto.seal(token, _SEAL),
            token_digest=crypto.digest(token),
            next_attempt_at=clock.now() + MPP_FIRST_LOOK,
        )
        MppCharge.objects.bulk_create([fresh], ignore_conflicts=True)
        kept: MppCharge = MppCharge.objects.select_related("quote__checkout").get(token_digest=fresh.token_digest)
        return kept, kept.pk == fresh.pk

    return unit(work)


def check_open(quote: MppQuote, checkout: Checkout) -> None:
    """Raises QuoteClosed (409), QuoteExpired (410)."""
    if checkout.status not in ("open", "expired"):
        raise QuoteClosed()
    if checkout.status == "expired" or quote.expires_at <= clock.now():
        raise QuoteExpired()


def finish(pk: UUID) -> MppCharge:
    """Ask the provider about an open charge now, book what it says, and hand the money to what it was for. The charge as
    it is then; without an answer it is left to the timer, and after a day to staff."""
    CHARGING.ask_now(pk)
    charge: MppCharge = MppCharge.objects.select_related("quote__checkout").get(pk=pk)
    return charge


class _Charging(Followup[MppCharge, Outcome]):
    rows = MppCharge.objects.filter(status__in=MPP_OPEN).select_related("quote__checkout")
    lease = MPP_FIRST_LOOK

    def ask(self, charge: MppCharge) -> Outcome:
        rail, checkout = card_rail(), charge.quote.checkout
        if rail.name != checkout.provider:  # the installation has changed it since
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

    def settle(self, charge: MppCharge, said: Outcome) -> None:
        _record(charge.pk, said)
        if said.state != "succeeded":
            return
        try:
            checkouts.settle(charge.quote.checkout_id)
        except Exception:
            # The money is ours and booked: the payer is told so, and the sweep settles what it was for.
            log.exception("a paid checkout is left to the sweep", extra={"charge": charge.public_id})

    def unanswered(self, charge: MppCharge, error: Exception) -> None:
        log_unanswered(charge, error)
        _record(charge.pk, None)


CHARGING = _Charging()
finish_due = CHARGING.run


def _record(pk: UUID, said: Outcome | None) -> None:
    """charging or attention -> paid, the checkout with it and `deposit:<payment>` in the same commit; or failed: the quote
    may be paid by another token. None: nobody knows yet. Locks the checkout, then the charge."""
    checkout_id = MppCharge.objects.values_list("quote__checkout_id", flat=True).get(pk=pk)

    def work() -> None:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        charge: MppCharge = MppCharge.objects.locked().get(pk=pk)
        if charge.status not in MPP_OPEN:
            return
        if said is None or said.state == "pending":
            charge.provider_ref = (said.reference if said else "") or charge.provider_ref
            calls.put_off(charge, MPP_CHARGE)
            charge.save(update_fields=["status", "provider_ref", "next_attempt_at"])
            return
        paid = said.state == "succeeded"
        charge.status = MPP_CHARGE.next(charge.status, "pay" if paid else "fail")
        charge.provider_ref, charge.reason, charge.token = said.reference, "" if paid else said.reason[:200], ""
        charge.next_attempt_at, charge.ended_at = None, clock.now()
        charge.save(update_fields=["status", "provider_ref", "reason", "token", "next_attempt_at", "ended_at"])
        if paid:
            checkouts.book(
                checkout_id, rail="mpp", reference=said.reference, cents=checkout.amount_cents, method=said.method
            )

    unit(work)


# ------------------------------------------------------------------ staff


def ask(pk: UUID, reference: str = "") -> Outcome | None:
    """What the provider says of one in `attention`, by the charge that staff or the row itself names; None when there is no
    name, or this installation has another provider by now: then staff's word counts. No transaction is open meanwhile.

    Raises InvalidState (409) when it is known by now; ProviderUnavailable (502), also for a name unknown there.
    """
    charge = _waiting(pk)
    name = reference or charge.provider_ref
    try:
        rail = card_rail()
    except NoCardProvider:
        return None
    if not name or rail.name != charge.quote.checkout.provider:
        return None
    return rail.poll("charge", name)


def record_charged(pk: UUID, *, reference: str, said: Outcome | None) -> MppCharge:
    """Staff names the charge that was made, and the provider has said so, too (`ask`), if it could be asked: attention ->
    paid, its page with it. Who and why stand in the page's history.

    Raises InvalidState (409) when it is known by now, the provider says otherwise, or that charge is booked already.
    """
    charge = _waiting(pk)
    if said is not None and (said.state, said.reference) != ("succeeded", reference):
        raise calls.refused(charge, f"The provider does not say so: {said.reason or said.state}.")
    if any(deposits.known(rail, reference) for rail in ("card", "mpp")):
        raise calls.refused(charge, "This charge is booked already.")
    _record(pk, said or Outcome("succeeded", reference))
    return _ended(charge, "paid")


def record_not_charged(pk: UUID, *, said: Outcome | None) -> MppCharge:
    """Staff found out that one in `attention` was never charged: attention -> failed, for good; its quote may be paid by
    another token. Who and why stand in the page's history.

    Raises InvalidState (409) when it is known by now, or the provider says that it was charged, or may yet be.
    """
    charge = _waiting(pk)
    if said is not None and said.state != "failed":
        raise calls.refused(charge, f"The provider says otherwise: {said.reference} has {said.state}.")
    _record(pk, Outcome("failed", charge.provider_ref, "not_charged"))
    return _ended(charge, "failed")


def _waiting(pk: UUID) -> MppCharge:
    found: MppCharge = calls.in_attention(MppCharge.objects.select_related("quote__checkout"), pk)
    return found


def _ended(charge: MppCharge, status: str) -> MppCharge:
    """As it was recorded, unless the sweep was faster and found something else."""
    charge.refresh_from_db(fields=["status", "provider_ref", "reason", "ended_at"])
    if charge.status != status:
        raise calls.known(charge)
    return charge
