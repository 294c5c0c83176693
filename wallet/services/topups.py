"""Automatic top-ups: a saved card is charged when the wallet falls below its floor; one at a time, within the daily maximum,
and in three phases like every call of a provider, so that a retry never charges twice."""

import logging
from uuid import UUID

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.services.followups import Followup, log_unanswered
from wallet import events, ledger
from wallet.errors import NoCardProvider, WalletFrozen
from wallet.models import Controls, ProviderAccount, TopUp
from wallet.providers import card_rail
from wallet.providers.cards import Outcome, SavedMethod
from wallet.rules.calls import call_pause
from wallet.rules.topups import TOP_UP, TOP_UP_FAILURES, TOP_UP_OPEN, TOP_UP_REST, topup_cents
from wallet.selectors import due
from wallet.selectors import topups as reads
from wallet.services import calls, deposits, told_topups

log = logging.getLogger(__name__)


def top_up(account_id: UUID) -> TopUp | None:
    """Start and charge a top-up if the wallet is below its floor; None when none is needed or allowed now, as in a freeze.

    Args: the charge restores the target, within the daily maximum. Locks the controls, in a transaction of its own.
    Spec: Wallet controls.
    """
    begun = unit(lambda: _begin(account_id))
    if begun is not None and begun.status == "initiated":
        return charge(begun.pk)
    return begun


def charge(top_up_id: UUID, *, reference: str = "") -> TopUp:
    """Ask the provider about an open top-up now and book its outcome; `reference` is the provider's id, if known.

    Locks as `finish`.
    """
    if reference:
        TopUp.objects.filter(pk=top_up_id, status__in=TOP_UP_OPEN, provider_ref="").update(provider_ref=reference)
    CHARGING.ask_now(top_up_id)
    row: TopUp = TopUp.objects.get(pk=top_up_id)
    return row


def finish(top_up_id: UUID, outcome: Outcome | None, *, tags: ledger.Tags | None = None) -> TopUp:
    """initiated or attention -> succeeded, with the deposit in the same commit, or -> failed, with its event.

    Args: `outcome` is the provider's answer; None (no answer) or pending schedules the next attempt, and after a day the
    status becomes `attention`, which lets the next top-up begin. `tags` (JSON) name the member of staff who decided.
    Locks the top-up, the controls, then the ledger accounts.
    """

    def work() -> TopUp:
        row: TopUp = TopUp.objects.locked().get(pk=top_up_id)
        if row.status not in TOP_UP_OPEN:
            return row
        if outcome is None or outcome.state == "pending":
            row.provider_ref = (outcome.reference if outcome else "") or row.provider_ref
            if calls.schedule_retry(row, TOP_UP):
                _record_failure(_controls(row.account_id), row, "unknown")
            if row.status == "attention" and not row.provider_ref:
                row.next_attempt_at = None
            row.save(update_fields=["status", "provider_ref", "next_attempt_at"])
            return row
        paid, failure_reported = outcome.state == "succeeded", row.status == "attention"
        row.status = TOP_UP.next(row.status, "pay" if paid else "fail")
        row.provider_ref, row.failure = outcome.reference, outcome.reason[:60]
        row.ended_at, row.next_attempt_at = clock.now(), None
        row.save(update_fields=["status", "provider_ref", "failure", "ended_at", "next_attempt_at"])
        controls = _controls(row.account_id)
        if not paid:
            if failure_reported:
                told_topups.failed_late(controls, row, _card_label(row.account_id))
            else:
                _record_failure(controls, row, outcome.reason)
            return row
        controls.topup_failures, controls.topup_not_before = 0, None
        controls.save(update_fields=["topup_failures", "topup_not_before"])
        told_topups.charged(controls, row, outcome.method)
        deposits.credit(
            account_id=row.account_id,
            rail="card",
            reference=outcome.reference,
            cents=row.amount_cents,
            method=outcome.method,
            tags={"top_up": row.public_id, **(tags or {})},
        )
        return row

    return unit(work)


def decide(actor: Actor, top_up_id: UUID, *, paid: bool, reference: str, reason: str) -> TopUp:
    """Staff records what the provider said about a top-up in `attention`: -> succeeded or failed.

    Args: `reference` is the provider's id of the charge, empty when there was none; actor and `reason` are stored in the
    ledger's tags. Locks as `finish`. Raises InvalidState (409) when the outcome is known by now, or the reference belongs to
    another payment.
    """

    def work() -> TopUp:
        row: TopUp = calls.get_in_attention(TopUp.objects.locked(), top_up_id)
        if paid and deposits.find_payment("card", reference) is not None:
            raise calls.refusal(row, "This charge is booked already.")
        outcome = Outcome("succeeded" if paid else "failed", reference, "" if paid else "not_charged")
        return finish(top_up_id, outcome, tags={"actor": actor.label, "reason": reason})

    return unit(work)


class _Charging(Followup[TopUp, Outcome | None]):
    """Second and third phase. A top-up in `attention` is only polled, by its provider reference, and never charged again:
    another one may have been charged in its place."""

    rows = due.charged()
    lease = call_pause(1)

    def may_ask(self, row: TopUp) -> bool:
        """While spending is stopped no card is charged: a top-up that was never sent to the provider ends, and another one begins
        when the freeze is lifted; one whose outcome is unknown is sent again only then. With its provider's id it is polled, which
        charges nothing. Locks the controls."""
        if row.provider_ref or _controls(row.account_id).frozen_at is None:
            return super().may_ask(row)
        now = clock.now()
        if row.attempts:
            row.next_attempt_at = now + call_pause(row.attempts)
        else:
            row.status, row.failure = TOP_UP.next(row.status, "fail"), WalletFrozen.code
            row.ended_at, row.next_attempt_at = now, None
            events.topup_failed(row.account_id, top_up=row.public_id, reason=row.failure)
        row.save(update_fields=["status", "failure", "ended_at", "next_attempt_at"])
        return False

    def ask(self, row: TopUp) -> Outcome | None:
        rail = card_rail()
        if row.provider_ref:
            return rail.poll("charge", row.provider_ref)
        saved = _saved_method(row.account_id, rail.name)
        if saved is None:  # removed since: not charged if this is the first attempt, else unknown
            return None if row.attempts > 1 else Outcome("failed", "", "no_saved_payment_method")
        return rail.charge_saved(key=row.public_id, saved=saved, cents=row.amount_cents, description="Automatic top-up")

    def settle(self, row: TopUp, outcome: Outcome | None) -> None:
        finish(row.pk, outcome)

    def unanswered(self, row: TopUp, error: Exception) -> None:
        log_unanswered(row, error)
        finish(row.pk, None)


CHARGING = _Charging()


def poll_due() -> int:
    """Timer: start top-ups whose task was lost, poll open charges, and mail what was charged since the last mail. Returns how many
    of all three."""
    done = 0
    for account_id in reads.below_floor(clock.now(), limit=CHARGING.batch):
        try:
            done += top_up(account_id) is not None
        except Exception:  # go on with the others; the next run tries again
            log.exception("top-up failed unexpectedly", extra={"row": str(account_id)})
    return done + CHARGING.run() + told_topups.tell_due()


def _begin(account_id: UUID) -> TopUp | None:
    controls = Controls.objects.locked().select_related("account").filter(pk=account_id).first()
    now = clock.now()
    if (
        controls is None
        or not controls.auto_topup_enabled
        or controls.frozen_at is not None
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
    if not cents:  # the daily maximum is reached: don't check every minute
        controls.topup_not_before = now + TOP_UP_REST
        controls.save(update_fields=["topup_not_before"])
        return None
    row: TopUp = TopUp(account_id=account_id, amount_cents=cents, next_attempt_at=now + call_pause(1))
    if _saved_method(account_id, _rail_name()) is None:
        row.status, row.failure, row.ended_at, row.next_attempt_at = "failed", "no_saved_payment_method", now, None
        row.save(force_insert=True)
        _record_failure(controls, row, "no_saved_payment_method")
        return row
    row.save(force_insert=True)
    events.topup_initiated(account_id, top_up=row.public_id, cents=cents)
    return row


def _controls(account_id: UUID) -> Controls:
    """The controls, locked; the top-up is locked before."""
    found: Controls = Controls.objects.locked().select_related("account").get(pk=account_id)
    return found


def _record_failure(controls: Controls, row: TopUp, reason: str) -> None:
    """Publish the failure, tell the owner, and pause top-ups for an hour; after three failures in a row switch them off."""
    controls.topup_failures += 1
    controls.topup_not_before = clock.now() + TOP_UP_REST
    if controls.topup_failures >= TOP_UP_FAILURES:
        controls.auto_topup_enabled = False
    controls.save(update_fields=["topup_failures", "topup_not_before", "auto_topup_enabled"])
    events.topup_failed(controls.account_id, top_up=row.public_id, reason=reason)
    told_topups.failed(controls, row, _card_label(controls.account_id), reason)


def _card_label(account_id: UUID) -> str:
    saved = _saved_method(account_id, _rail_name())
    return saved.label if saved else ""


def _saved_method(account_id: UUID, provider: str) -> SavedMethod | None:
    found = (
        ProviderAccount.objects.filter(account_id=account_id, provider=provider).exclude(saved_method_ref="").first()
    )
    return SavedMethod(found.customer_ref, found.saved_method_ref, found.saved_method_label) if found else None


def _rail_name() -> str:
    try:
        return card_rail().name
    except NoCardProvider:
        return ""
