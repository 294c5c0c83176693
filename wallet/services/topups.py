"""The automatic top-up: a kept card is charged when the wallet falls below its floor. One at a time, within the day's
maximum, in three phases like everything that meets a provider; never two charges for one need."""

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from marketplace.core import clock, money
from marketplace.core.actor import Actor
from marketplace.core.later import unit
from marketplace.core.states import InvalidState
from marketplace.services import letters
from wallet import events, ledger
from wallet.errors import NoCardProvider, ProviderUnavailable
from wallet.models import Controls, ProviderAccount, TopUp
from wallet.providers import card_rail
from wallet.providers.cards import Outcome, SavedMethod
from wallet.rules import (
    TOP_UP,
    TOP_UP_FAILURES,
    TOP_UP_OPEN,
    TOP_UP_REST,
    TOP_UP_UNKNOWN_FOR,
    outflow_pause,
    topup_cents,
)
from wallet.selectors import topups as reads
from wallet.services import deposits

log = logging.getLogger(__name__)
_BATCH = 100


def top_up(account_id: UUID) -> TopUp | None:
    """Look at the wallet, and charge what brings it back to its target. None when nothing is needed or allowed now."""
    begun = unit(lambda: _begin(account_id))
    if begun is not None and begun.status == "initiated":
        return charge(begun.pk, again=False)
    return begun


def charge(top_up_id: UUID, *, reference: str = "", again: bool = True) -> TopUp:
    """Ask the provider, with the row's id as the key and no transaction open, and book what it says. Safe to repeat.

    `reference` is what the provider calls it, if it says so. `again`: it may have been charged before. One in `attention`
    is only looked at: another may have been charged in its place.
    """
    row: TopUp = TopUp.objects.get(pk=top_up_id)
    if row.status not in TOP_UP_OPEN:
        return row
    reference = row.provider_ref or reference
    if row.status == "attention" and not reference:
        return row
    said = Outcome("pending", reference) if reference else None
    try:
        rail = card_rail()
        saved = _saved(row.account_id, rail.name)
        if reference:
            said = rail.look("charge", reference)
        elif saved is None:  # taken away between the two phases: never asked for, or nobody can say
            said = None if again else Outcome("failed", "", "no_saved_payment_method")
        else:
            said = rail.charge_saved(
                key=row.public_id, saved=saved, cents=row.amount_cents, description="Automatic top-up"
            )
    except (ProviderUnavailable, NoCardProvider):
        log.warning("a top-up's provider does not answer", extra={"top_up": row.public_id})
    return finish(top_up_id, said)


def finish(top_up_id: UUID, said: Outcome | None, *, tags: dict[str, str] | None = None) -> TopUp:
    """initiated or attention -> succeeded, with the deposit in the same commit, or failed, with its event. None: nobody
    knows yet; after a day staff is called, and the owner's next top-up may begin."""

    def work() -> TopUp:
        row: TopUp = TopUp.objects.locked().get(pk=top_up_id)
        if row.status not in TOP_UP_OPEN:
            return row
        now = clock.now()
        if said is None or said.state == "pending":
            _wait(row, said.reference if said else "")
            return row
        paid, was_told = said.state == "succeeded", row.status == "attention"
        row.status = TOP_UP.next(row.status, "pay" if paid else "fail")
        row.provider_ref, row.failure, row.ended_at, row.next_try_at = said.reference, said.reason[:60], now, None
        row.save(update_fields=["status", "provider_ref", "failure", "ended_at", "next_try_at"])
        controls = Controls.objects.locked().select_related("account").get(pk=row.account_id)
        if not paid:
            if not was_told:
                _failed(controls, row.public_id, said.reason)
            return row
        controls.topup_failures, controls.topup_not_before = 0, None
        controls.save(update_fields=["topup_failures", "topup_not_before"])
        deposits.credit(
            account_id=row.account_id,
            rail="card",
            reference=said.reference,
            cents=row.amount_cents,
            method=said.method,
            tags={"top_up": row.public_id, **(tags or {})},
        )
        return row

    return unit(work)


def decide(actor: Actor, top_up_id: UUID, *, paid: bool, reference: str, reason: str) -> TopUp:
    """Staff asked the provider about one that nobody heard of for a day, and records what it said.

    attention -> succeeded, with who and why in the books, or failed. Raises InvalidState (409) when it is known by now,
    or the reference is that of another payment.
    """

    def work() -> TopUp:
        row: TopUp = TopUp.objects.locked().get(pk=top_up_id)
        if row.status != "attention":
            raise InvalidState(f"This one is {row.status} by now.", currentState=row.status, allowedActions=[])
        if paid and deposits.known("card", reference) is not None:
            raise InvalidState("This charge is booked already.", currentState=row.status, allowedActions=[])
        said = Outcome("succeeded" if paid else "failed", reference, "" if paid else "not_charged")
        return finish(top_up_id, said, tags={"actor": actor.label, "reason": reason})

    return unit(work)


def look_around() -> int:
    """Timer: wallets below their floor whose look was lost, and charges that nobody has heard of. Returns how many."""
    now = clock.now()
    done = 0
    for account_id in reads.below_floor(now, limit=_BATCH):
        done += _safely(top_up, account_id)
    due = TopUp.objects.filter(status__in=TOP_UP_OPEN, next_try_at__lte=now).order_by("next_try_at", "pk")
    for pk in list(due.values_list("pk", flat=True)[:_BATCH]):
        if _lease(pk, now):
            done += _safely(charge, pk)
    return done


def _safely(work: Callable[[UUID], TopUp | None], pk: UUID) -> int:
    """One that fails must not hold up the others; the next look finds it again."""
    try:
        return int(work(pk) is not None)
    except Exception:
        log.exception("a top-up failed unexpectedly", extra={"row": str(pk)})
        return 0


def _begin(account_id: UUID) -> TopUp | None:
    controls = Controls.objects.locked().select_related("account").filter(pk=account_id).first()
    now = clock.now()
    if (
        controls is None
        or not controls.auto_topup_enabled
        or TopUp.objects.filter(account_id=account_id, status="initiated").exists()
    ):
        return None
    if controls.topup_not_before is not None and controls.topup_not_before > now:
        return None
    balance = ledger.balance(ledger.wallet(account_id))
    if balance >= (controls.auto_topup_floor_cents or 0):
        return None
    cents = topup_cents(
        balance=balance,
        target=controls.auto_topup_target_cents or 0,
        charged_today=reads.charged_today(account_id, now),
        max_per_day=controls.auto_topup_max_per_day_cents or 0,
    )
    if not cents:  # the day's maximum is reached: no need to look every minute
        controls.topup_not_before = now + TOP_UP_REST
        controls.save(update_fields=["topup_not_before"])
        return None
    row: TopUp = TopUp(account_id=account_id, amount_cents=cents, next_try_at=now + outflow_pause(1))
    if _saved(account_id, _rail_name()) is None:
        row.status, row.failure, row.ended_at, row.next_try_at = "failed", "no_saved_payment_method", now, None
        row.save(force_insert=True)
        _failed(controls, row.public_id, "no_saved_payment_method")
        return row
    row.save(force_insert=True)
    events.topup_initiated(account_id, top_up=row.public_id, cents=cents)
    return row


def _wait(row: TopUp, reference: str) -> None:
    """The next look. After a day without an end staff is called and the owner hears of it; what has a name at the
    provider goes on being looked at. Locks the controls, after the locked row."""
    now = clock.now()
    row.attempts += 1
    row.provider_ref = reference or row.provider_ref
    row.next_try_at = now + outflow_pause(row.attempts)
    if row.status == "initiated" and row.created_at <= now - TOP_UP_UNKNOWN_FOR:
        row.status = TOP_UP.next(row.status, "alert")
        log.error("nobody knows what became of a top-up", extra={"top_up": row.public_id})
        _failed(Controls.objects.locked().select_related("account").get(pk=row.account_id), row.public_id, "unknown")
    if row.status == "attention" and not row.provider_ref:
        row.next_try_at = None
    row.save(update_fields=["status", "attempts", "provider_ref", "next_try_at"])


def _failed(controls: Controls, top_up: str, reason: str) -> None:
    """The owner hears of it; nothing is tried for an hour, and after three failures in a row it is switched off."""
    controls.topup_failures += 1
    controls.topup_not_before = clock.now() + TOP_UP_REST
    over = controls.topup_failures >= TOP_UP_FAILURES
    if over:
        controls.auto_topup_enabled = False
    controls.save(update_fields=["topup_failures", "topup_not_before", "auto_topup_enabled"])
    events.topup_failed(controls.account_id, top_up=top_up, reason=reason)
    if over:
        balance = money.format_usd(ledger.balance(ledger.wallet(controls.account_id)))
        letters.send(controls.account, "topup_off", times=TOP_UP_FAILURES, reason=reason, balance=balance)


def _saved(account_id: UUID, provider: str) -> SavedMethod | None:
    found = (
        ProviderAccount.objects.filter(account_id=account_id, provider=provider).exclude(saved_method_ref="").first()
    )
    return SavedMethod(found.customer_ref, found.saved_method_ref, found.saved_method_label) if found else None


def _rail_name() -> str:
    try:
        return card_rail().name
    except NoCardProvider:
        return ""


def _lease(pk: UUID, now: datetime) -> bool:
    mine = TopUp.objects.filter(pk=pk, status__in=TOP_UP_OPEN, next_try_at__lte=now)
    return bool(mine.update(next_try_at=now + outflow_pause(1)))
