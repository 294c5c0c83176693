"""Card tokens, row by row: written down before they are charged, booked once, and followed until their end is certain
(docs/money.md). What a request does with them is in `wallet.services.mpp`.
"""

import logging
from uuid import UUID

from marketplace.core import clock, crypto
from marketplace.core.later import unit
from marketplace.core.states import InvalidState
from wallet.errors import NoCardProvider, ProviderUnavailable, QuoteClosed, QuoteExpired
from wallet.models import Checkout, MppCharge, MppQuote
from wallet.providers import card_rail
from wallet.providers.cards import Outcome
from wallet.rules import MPP_CHARGE, MPP_FIRST_LOOK, MPP_OPEN, MPP_UNKNOWN_FOR, outflow_pause
from wallet.selectors.mpp import held, is_held
from wallet.services import checkouts, deposits

log = logging.getLogger(__name__)
_BATCH = 100
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
            next_try_at=clock.now() + MPP_FIRST_LOOK,
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


def finish(pk: UUID, *, again: bool = False) -> MppCharge:
    """Have it charged, or ask how the charge stands, with no transaction open; then write down the answer, once.

    Without an answer it is left for the next look; after a day, for staff. `again`: it may have been charged before.
    """
    charge: MppCharge = MppCharge.objects.select_related("quote__checkout").get(pk=pk)
    if charge.status in MPP_OPEN:
        try:
            said = _ask(charge, again=again)
        except (ProviderUnavailable, NoCardProvider):
            _wait(pk)
        else:
            match said.state:
                case "succeeded":
                    _book(pk, said)
                case "failed":
                    _fail(pk, said)
                case "pending":
                    _wait(pk, said.reference)
        charge.refresh_from_db()
    if charge.status == "paid":
        try:
            checkouts.settle(charge.quote.checkout_id)
        except Exception:
            # The money is ours and booked: the payer is told so, and the sweep settles what it was for.
            log.exception("a paid checkout is left to the sweep", extra={"charge": charge.public_id})
        charge.quote.checkout.refresh_from_db()
    return charge


def finish_due() -> int:
    """Timer: charges whose end nobody knows yet. Each row is leased first, and looked at with no transaction open.
    Returns how many it asked for."""
    now = clock.now()
    due = MppCharge.objects.filter(status__in=MPP_OPEN, next_try_at__lte=now).order_by("next_try_at", "pk")
    asked = 0
    for pk in list(due.values_list("pk", flat=True)[:_BATCH]):
        mine = MppCharge.objects.filter(pk=pk, status__in=MPP_OPEN, next_try_at__lte=now)
        if mine.update(next_try_at=now + MPP_FIRST_LOOK):
            try:
                finish(pk, again=True)
            except Exception:
                log.exception("an MPP charge could not be finished", extra={"row": str(pk)})
            asked += 1
    return asked


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
    return rail.look("charge", name)


def record_charged(pk: UUID, *, reference: str, said: Outcome | None) -> MppCharge:
    """Staff names the charge that was made, and the provider has said so, too (`ask`), if it could be asked: attention ->
    paid, its page with it. Who and why stand in the page's history.

    Raises InvalidState (409) when it is known by now, the provider says otherwise, or that charge is booked already.
    """
    charge = _waiting(pk)
    if said is not None and (said.state, said.reference) != ("succeeded", reference):
        raise _refused(charge, f"The provider does not say so: {said.reason or said.state}.")
    if any(deposits.known(rail, reference) for rail in ("card", "mpp")):
        raise _refused(charge, "This charge is booked already.")
    _book(pk, said or Outcome("succeeded", reference))
    return _ended(charge, "paid")


def record_not_charged(pk: UUID, *, said: Outcome | None) -> MppCharge:
    """Staff found out that one in `attention` was never charged: attention -> failed, for good; its quote may be paid by
    another token. Who and why stand in the page's history.

    Raises InvalidState (409) when it is known by now, or the provider says that it was charged, or may yet be.
    """
    charge = _waiting(pk)
    if said is not None and said.state != "failed":
        raise _refused(charge, f"The provider says otherwise: {said.reference} has {said.state}.")
    _fail(pk, Outcome("failed", charge.provider_ref, "not_charged"))
    return _ended(charge, "failed")


def _waiting(pk: UUID) -> MppCharge:
    charge: MppCharge = MppCharge.objects.select_related("quote__checkout").get(pk=pk)
    if charge.status != "attention":
        raise _refused(charge, f"This one is {charge.status} by now.")
    return charge


def _ended(charge: MppCharge, status: str) -> MppCharge:
    """As it was recorded, unless the sweep was faster and found something else."""
    charge.refresh_from_db(fields=["status", "provider_ref", "reason", "ended_at"])
    if charge.status != status:
        raise _refused(charge, f"This one is {charge.status} by now.")
    return charge


def _refused(charge: MppCharge, words: str) -> InvalidState:
    return InvalidState(words, currentState=charge.status, allowedActions=[])


# ------------------------------------------------------------------ parts


def _ask(charge: MppCharge, *, again: bool) -> Outcome:
    rail, checkout = card_rail(), charge.quote.checkout
    if rail.name != checkout.provider:  # the installation has changed it since
        raise NoCardProvider()
    if charge.provider_ref:
        return rail.look("charge", charge.provider_ref)
    return rail.charge_token(
        key=charge.public_id,
        token=crypto.unseal(charge.token, _SEAL),
        cents=checkout.amount_cents,
        description=checkout.description,
        asked_at=charge.created_at if again else None,
    )


def _book(pk: UUID, said: Outcome) -> None:
    """Paid, the checkout with it, and `deposit:<payment>`, in one commit. Locks the checkout, then the charge."""
    checkout_id = MppCharge.objects.values_list("quote__checkout_id", flat=True).get(pk=pk)

    def work() -> None:
        checkout: Checkout = Checkout.objects.locked().get(pk=checkout_id)
        charge: MppCharge = MppCharge.objects.locked().get(pk=pk)
        if charge.status not in MPP_OPEN:
            return
        _end(charge, "pay", reference=said.reference)
        checkouts.book(
            checkout_id, rail="mpp", reference=said.reference, cents=checkout.amount_cents, method=said.method
        )

    unit(work)


def _fail(pk: UUID, said: Outcome) -> None:
    """It was not charged and never will be: the quote may be paid by another token."""

    def work() -> None:
        charge: MppCharge = MppCharge.objects.locked().get(pk=pk)
        if charge.status in MPP_OPEN:
            _end(charge, "fail", reference=said.reference, reason=said.reason)

    unit(work)


def _end(charge: MppCharge, action: str, *, reference: str, reason: str = "") -> None:
    charge.status = MPP_CHARGE.next(charge.status, action)
    charge.provider_ref, charge.reason, charge.token = reference, reason[:200], ""
    charge.next_try_at, charge.ended_at = None, clock.now()
    charge.save(update_fields=["status", "provider_ref", "reason", "token", "next_try_at", "ended_at"])


def _wait(pk: UUID, reference: str = "") -> None:
    """The next look. After a day without an end staff is called, and the looks go on: the provider may come back."""

    def work() -> None:
        charge: MppCharge = MppCharge.objects.locked().get(pk=pk)
        if charge.status not in MPP_OPEN:
            return
        now = clock.now()
        charge.provider_ref = reference or charge.provider_ref
        charge.tries += 1
        charge.next_try_at = now + outflow_pause(charge.tries)
        if charge.status == "charging" and charge.created_at <= now - MPP_UNKNOWN_FOR:
            charge.status = MPP_CHARGE.next(charge.status, "alert")
            log.error("an MPP charge needs a person", extra={"charge": charge.public_id})
        charge.save(update_fields=["status", "provider_ref", "tries", "next_try_at"])

    unit(work)
