"""The automatic top-up: a kept card is charged when the wallet falls below its floor. One at a time, within the day's
maximum, in three phases like everything that meets a provider; never two charges for one need."""

import logging
from uuid import UUID

from django.db.models import Q

from marketplace.core import clock, money
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.services import mail_templates
from marketplace.services.followups import Followup, log_unanswered
from wallet import events, ledger
from wallet.errors import NoCardProvider
from wallet.models import Controls, ProviderAccount, TopUp
from wallet.providers import card_rail
from wallet.providers.cards import Outcome, SavedMethod
from wallet.rules import (
    TOP_UP,
    TOP_UP_FAILURES,
    TOP_UP_OPEN,
    TOP_UP_REST,
    call_pause,
    topup_cents,
)
from wallet.selectors import topups as reads
from wallet.services import calls, deposits

log = logging.getLogger(__name__)


def top_up(account_id: UUID) -> TopUp | None:
    """Look at the wallet, and charge what brings it back to its target. None when nothing is needed or allowed now."""
    begun = unit(lambda: _begin(account_id))
    if begun is not None and begun.status == "initiated":
        return charge(begun.pk)
    return begun


def charge(top_up_id: UUID, *, reference: str = "") -> TopUp:
    """Ask the provider about an open top-up now, and book what it says. `reference` is what the provider calls it, if it
    says so."""
    if reference:
        TopUp.objects.filter(pk=top_up_id, status__in=TOP_UP_OPEN, provider_ref="").update(provider_ref=reference)
    CHARGING.ask_now(top_up_id)
    row: TopUp = TopUp.objects.get(pk=top_up_id)
    return row


def finish(top_up_id: UUID, said: Outcome | None, *, tags: dict[str, str] | None = None) -> TopUp:
    """initiated or attention -> succeeded, with the deposit in the same commit, or failed, with its event. None: nobody
    knows yet; after a day staff is called, and the owner's next top-up may begin."""

    def work() -> TopUp:
        row: TopUp = TopUp.objects.locked().get(pk=top_up_id)
        if row.status not in TOP_UP_OPEN:
            return row
        if said is None or said.state == "pending":
            row.provider_ref = (said.reference if said else "") or row.provider_ref
            if calls.put_off(row, TOP_UP):
                _failed(_controls(row.account_id), row.public_id, "unknown")
            if row.status == "attention" and not row.provider_ref:
                row.next_attempt_at = None
            row.save(update_fields=["status", "provider_ref", "next_attempt_at"])
            return row
        paid, was_told = said.state == "succeeded", row.status == "attention"
        row.status = TOP_UP.next(row.status, "pay" if paid else "fail")
        row.provider_ref, row.failure = said.reference, said.reason[:60]
        row.ended_at, row.next_attempt_at = clock.now(), None
        row.save(update_fields=["status", "provider_ref", "failure", "ended_at", "next_attempt_at"])
        controls = _controls(row.account_id)
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
        row: TopUp = calls.in_attention(TopUp.objects.locked(), top_up_id)
        if paid and deposits.known("card", reference) is not None:
            raise calls.refused(row, "This charge is booked already.")
        said = Outcome("succeeded" if paid else "failed", reference, "" if paid else "not_charged")
        return finish(top_up_id, said, tags={"actor": actor.label, "reason": reason})

    return unit(work)


class _Charging(Followup[TopUp, Outcome | None]):
    """The second phase and the third. One in `attention` is only asked about by the provider's name for it: another may
    have been charged in its place."""

    rows = TopUp.objects.filter(Q(status="initiated") | Q(status="attention") & ~Q(provider_ref=""))
    lease = call_pause(1)

    def ask(self, row: TopUp) -> Outcome | None:
        rail = card_rail()
        if row.provider_ref:
            return rail.poll("charge", row.provider_ref)
        saved = _saved(row.account_id, rail.name)
        if saved is None:  # taken away since: never asked for, or nobody can say
            return None if row.attempts > 1 else Outcome("failed", "", "no_saved_payment_method")
        return rail.charge_saved(key=row.public_id, saved=saved, cents=row.amount_cents, description="Automatic top-up")

    def settle(self, row: TopUp, said: Outcome | None) -> None:
        finish(row.pk, said)

    def unanswered(self, row: TopUp, error: Exception) -> None:
        log_unanswered(row, error)
        finish(row.pk, None)


CHARGING = _Charging()


def poll_due() -> int:
    """Timer: wallets below their floor whose look was lost, and charges that nobody has heard of. Returns how many."""
    done = 0
    for account_id in reads.below_floor(clock.now(), limit=CHARGING.batch):
        try:
            done += top_up(account_id) is not None
        except Exception:  # it must not hold up the others; the next look finds it again
            log.exception("a top-up failed unexpectedly", extra={"row": str(account_id)})
    return done + CHARGING.run()


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
    row: TopUp = TopUp(account_id=account_id, amount_cents=cents, next_attempt_at=now + call_pause(1))
    if _saved(account_id, _rail_name()) is None:
        row.status, row.failure, row.ended_at, row.next_attempt_at = "failed", "no_saved_payment_method", now, None
        row.save(force_insert=True)
        _failed(controls, row.public_id, "no_saved_payment_method")
        return row
    row.save(force_insert=True)
    events.topup_initiated(account_id, top_up=row.public_id, cents=cents)
    return row


def _controls(account_id: UUID) -> Controls:
    """Locked, after the top-up."""
    found: Controls = Controls.objects.locked().select_related("account").get(pk=account_id)
    return found


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
        mail_templates.send(controls.account, "topup_off", times=TOP_UP_FAILURES, reason=reason, balance=balance)


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
