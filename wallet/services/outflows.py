"""Outgoing money in three phases (docs/money.md, 8): our row and the post `out:` in one commit; the provider's call, with
the row's id as idempotency key and no transaction open; its outcome and the post `out.end:` in another commit. After a
crash at any point, a timer continues.
"""

from typing import Any
from uuid import UUID

from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired
from marketplace.services import mail_templates
from marketplace.services.followups import Followup, log_unanswered
from wallet import ledger
from wallet.errors import NoCardProvider, ProviderUnavailable
from wallet.models import Outflow
from wallet.providers import card_rail
from wallet.providers.cards import Outcome
from wallet.rules.calls import ATTENTION_AFTER, call_pause
from wallet.rules.outflows import OUTFLOW, OUTFLOW_MAY_RETURN, OUTFLOW_PENDING_FOR, OUTFLOW_POLL_PAUSE, failure_text
from wallet.selectors import due
from wallet.services import calls, spending

_BATCH = 100


def begin(*, account_id: UUID, by: Actor, kind: str, rail: str, cents: int, **fields: Any) -> Outflow:
    """First phase, last in the caller's transaction: create the row and post `cents` from the account to transit.

    Args: `by` asked for it; `kind` is one of OUTFLOW_KINDS, `rail` one of the ledger's rails; `fields` are further columns of
    the row. The money of a surplus is in transit already, so nothing is posted. Locks the owner's controls (not for earnings),
    then the ledger accounts. Raises InsufficientFunds, WalletOwes (402), WalletFrozen (403).
    """
    outflow: Outflow = Outflow.objects.create(
        account_id=account_id,
        kind=kind,
        rail=rail,
        amount_cents=cents,
        # Sent by a task right after the commit; by the timer when that task is lost.
        next_attempt_at=clock.now() + call_pause(1),
        **fields,
    )
    enqueue("wallet.send_outflow", outflow_id=str(outflow.pk))
    if kind != "surplus":
        moves = [ledger.Move(_source_account(outflow), ledger.TRANSIT, cents)]
        key, tags = f"out:{outflow.pk}", {"outflow": outflow.public_id}
        if kind == "earnings":
            ledger.post(key=key, kind=kind, moves=moves, tags=tags)
        else:
            spending.send_to_owner(account_id=account_id, by=by, key=key, kind=kind, moves=moves, tags=tags)
    return outflow


def finish(outflow_id: UUID, outcome: Outcome | None, *, tags: ledger.Tags | None = None) -> Outflow:
    """Third phase: -> paid or failed, with the post `out.end:` and the owner's mail in the same commit.

    Args: `outcome` is the provider's answer; None (no answer) or pending schedules the next attempt, and after ATTENTION_AFTER
    or OUTFLOW_PENDING_FOR staff has to decide. `tags` (JSON) name the member of staff who decided. Does nothing to an ended
    outflow. Locks the outflow, then the ledger accounts.
    """

    def work() -> Outflow:
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        if "pay" not in OUTFLOW.allowed(outflow.status):
            return outflow
        if outcome is not None:
            outflow.provider_ref = outcome.reference or outflow.provider_ref
        if outcome is None or outcome.state == "pending":
            calls.schedule_retry(
                outflow, OUTFLOW, patience=OUTFLOW_PENDING_FOR if outflow.provider_ref else ATTENTION_AFTER
            )
            if outflow.status == "attention":
                outflow.next_attempt_at = None
            outflow.save(update_fields=["status", "provider_ref", "next_attempt_at"])
            return outflow
        paid = outcome.state == "succeeded"
        outflow.status = OUTFLOW.next(outflow.status, "pay" if paid else "fail")
        outflow.failure, outflow.next_attempt_at, outflow.ended_at = outcome.reason[:60], None, clock.now()
        outflow.poll_at = outflow.ended_at + OUTFLOW_POLL_PAUSE if paid else None
        outflow.save(update_fields=["status", "provider_ref", "failure", "next_attempt_at", "ended_at", "poll_at"])
        _send_mail(outflow, "paid" if paid else "failed", outflow.failure)
        if paid:
            moves = [
                ledger.Move(ledger.TRANSIT, ledger.WORLD[outflow.rail], outflow.refund_cents),
                ledger.Move(ledger.TRANSIT, ledger.FEES, outflow.kept_cents),
            ]
        else:
            moves = [ledger.Move(ledger.TRANSIT, _source_account(outflow), outflow.amount_cents)]
        ledger.post(
            key=f"out.end:{outflow.pk}",
            kind=f"{outflow.kind}_{'paid' if paid else 'failed'}",
            moves=moves,
            tags={"outflow": outflow.public_id, "provider": outflow.provider_ref, **(tags or {})},
        )
        return outflow

    return unit(work)


def mark_returned(outflow_id: UUID, *, tags: ledger.Tags | None = None) -> Outflow:
    """The bank returned the money later: paid -> returned; it is posted back to its source (`out.back:`) with the fee that
    was kept, and the owner is mailed. Idempotent.

    Locks the outflow, then the ledger accounts. Raises InvalidState (409) for one that was not paid.
    """

    def work() -> Outflow:
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        if outflow.status == "returned":
            return outflow
        outflow.status, outflow.failure = OUTFLOW.next(outflow.status, "return"), "sent_back"
        outflow.poll_at, outflow.returned_at = None, clock.now()
        outflow.save(update_fields=["status", "failure", "poll_at", "returned_at"])
        _send_mail(outflow, "failed", outflow.failure)
        ledger.post(
            key=f"out.back:{outflow.pk}",
            kind=f"{outflow.kind}_returned",
            moves=[
                ledger.Move(ledger.WORLD[outflow.rail], _source_account(outflow), outflow.refund_cents),
                ledger.Move(ledger.FEES, _source_account(outflow), outflow.kept_cents),
            ],
            tags={"outflow": outflow.public_id, **(tags or {})},
        )
        return outflow

    return unit(work)


def on_webhook(outflow_id: UUID) -> Outflow:
    """A webhook named this outflow: poll its outcome and record it. Sends nothing. One that was paid and has failed at the
    provider since is marked as returned.

    Locks as `finish`. Raises ProviderUnavailable (502), also when the provider does not know the outflow yet.
    """
    outflow: Outflow = Outflow.objects.select_related("payment").get(pk=outflow_id)
    if outflow.status in ("sending", "attention"):
        outcome = _poll(outflow)
        if outcome is None:
            raise ProviderUnavailable()
        return finish(outflow_id, outcome)
    if outflow.status == "paid" and (outcome := _poll(outflow)) is not None and outcome.state == "failed":
        return mark_returned(outflow_id)
    return outflow


def decide(actor: Actor, outflow_id: UUID, *, paid: bool, reference: str, reason: str) -> Outflow:
    """Staff records what the provider said about an outflow in `attention`: -> paid or failed.

    Args: `reference` is the provider's id, empty when it was not paid; actor and `reason` are stored in the ledger's tags.
    Locks the outflow, then the ledger accounts. Raises InvalidState (409) when the outcome is known by now.
    """

    def work() -> Outflow:
        calls.get_in_attention(Outflow.objects.locked(), outflow_id)
        outcome = Outcome("succeeded" if paid else "failed", reference, "" if paid else "not_sent")
        return finish(outflow_id, outcome, tags={"actor": actor.label, "reason": reason})

    return unit(work)


def record_return(actor: Actor, outflow_id: UUID, *, reason: str) -> Outflow:
    """An operator records that the bank returned a paid outflow.

    Locks the outflow, then the ledger accounts. Raises OperatorRequired (403), InvalidState (409) for one that was not paid.
    """

    def work() -> Outflow:
        if not actor.is_operator:
            raise OperatorRequired()
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        OUTFLOW.next(outflow.status, "return")
        return mark_returned(outflow_id, tags={"actor": actor.label, "reason": reason})

    return unit(work)


class _Sending(Followup[Outflow, Outcome | None]):
    """Second and third phase, and the only place that sends money. What was sent before is only polled."""

    rows = due.sending().select_related("payment")
    lease = call_pause(1)

    def ask(self, outflow: Outflow) -> Outcome | None:
        rail, key, cents = card_rail(), outflow.public_id, outflow.refund_cents
        if outflow.provider_ref:
            return _poll(outflow)
        if outflow.rail == "payout":
            return rail.pay_out(key=key, account_ref=outflow.destination, cents=cents)
        assert outflow.payment is not None
        return rail.refund(key=key, reference=outflow.payment.reference, cents=cents)

    def settle(self, outflow: Outflow, outcome: Outcome | None) -> None:
        finish(outflow.pk, outcome)

    def unanswered(self, outflow: Outflow, error: Exception) -> None:
        log_unanswered(outflow, error)
        finish(outflow.pk, None)


SENDING = _Sending()
send = SENDING.ask_now  # by the id, after the commit of `begin`
send_due = SENDING.run


def poll_due() -> int:
    """Timer: poll each paid outflow once a day while its bank may still return it, in case the webhook is lost. The next poll
    is scheduled first, so that a failing one does not block the others. What another provider sent (the demo's play money) is
    left out: the configured one knows nothing of it. Returns how many were returned."""
    now, returned = clock.now(), 0
    try:
        rows = due.may_return().filter(poll_at__lte=now).order_by("poll_at", "pk")
    except NoCardProvider:
        return 0
    for row in list(rows[:_BATCH]):
        assert row.ended_at is not None
        again = now + OUTFLOW_POLL_PAUSE if now < row.ended_at + OUTFLOW_MAY_RETURN[row.provider_kind] else None
        if not Outflow.objects.filter(pk=row.pk, status="paid", poll_at=row.poll_at).update(poll_at=again):
            continue
        try:
            returned += on_webhook(row.pk).status == "returned"
        except Exception as error:
            log_unanswered(row, error)
    return returned


def _poll(outflow: Outflow) -> Outcome | None:
    """Ask the provider for the outcome, by its reference or else by our key; None when the provider knows neither."""
    rail, kind = card_rail(), outflow.provider_kind
    if outflow.provider_ref:
        return rail.poll(kind, outflow.provider_ref)
    of = outflow.payment.reference if outflow.payment else outflow.destination
    return rail.find_by_key(kind, key=outflow.public_id, of=of)


def _send_mail(outflow: Outflow, what: str, failure: str) -> None:
    """Mail the owner about their own money; not about surpluses and refunds of customers."""
    if outflow.kind not in ("withdrawal", "earnings", "funding_refund"):
        return
    template = f"{'refund' if outflow.kind == 'funding_refund' else 'payout'}_{what}"
    mail_templates.send(
        outflow.account,
        template,
        amount=format_usd(outflow.refund_cents),
        back=format_usd(outflow.amount_cents),
        source=outflow.source,
        destination=outflow.destination_label,
        reference=outflow.public_id,
        reason=failure_text(failure),
        has_keys=outflow.account.keys.filter(revoked_at=None).exists(),
        withdraw_url=f"{settings.BASE_URL}{'/earnings' if outflow.kind == 'earnings' else '/owner/wallet/withdraw'}",
    )


def _source_account(outflow: Outflow) -> str:
    """The ledger account that the money left, and returns to if it can't be sent."""
    return (ledger.earnings if outflow.kind == "earnings" else ledger.wallet)(outflow.account_id)
