"""Money that leaves, in three phases (docs/money.md, 8): our row and `out:` in one commit; the provider, with the row's id
as its key and no transaction open; what it said and `out.end:` in another commit. Dying anywhere, the sweep goes on.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired
from marketplace.services import mail_templates
from marketplace.services.followups import Followup, log_unanswered
from wallet import ledger
from wallet.errors import ProviderUnavailable
from wallet.models import Outflow
from wallet.providers import card_rail
from wallet.providers.cards import Outcome
from wallet.rules import (
    OUTFLOW,
    OUTFLOW_LOOK,
    OUTFLOW_MAY_RETURN,
    OUTFLOW_PENDING_FOR,
    UNKNOWN_FOR,
    call_pause,
    failure_words,
)
from wallet.services import calls, spending

_BATCH = 100


def begin(*, account_id: UUID, kind: str, rail: str, cents: int, **fields: Any) -> Outflow:
    """The first phase, last in the caller's transaction: the row, and `cents` from the account into transit.

    A surplus never was in the account: its money is in transit already. Raises InsufficientFunds (402).
    """
    outflow: Outflow = Outflow.objects.create(
        account_id=account_id,
        kind=kind,
        rail=rail,
        amount_cents=cents,
        # Taken up by the task right after the commit; by the sweep when that is lost.
        next_attempt_at=clock.now() + call_pause(1),
        **fields,
    )
    enqueue("wallet.send_outflow", outflow_id=str(outflow.pk))
    if kind != "surplus":
        moves = [ledger.Move(_home(outflow), ledger.TRANSIT, cents)]
        what: dict[str, Any] = {"key": f"out:{outflow.pk}", "kind": kind, "tags": {"outflow": outflow.public_id}}
        if kind == "earnings":
            ledger.post(moves=moves, **what)
        else:
            spending.send_home(account_id=account_id, moves=moves, **what)
    return outflow


def finish(outflow_id: UUID, said: Outcome | None, *, tags: Mapping[str, Any] | None = None) -> Outflow:
    """The third phase: paid or failed for good, with `out.end:` and the owner's mail in the same commit; else the next
    attempt is set, and after a day without an answer staff is called. None: nobody knows yet. An ended outflow stays as it
    is. `tags` say who found it out, when it was a person."""

    def work() -> Outflow:
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        if "pay" not in OUTFLOW.allowed(outflow.status):
            return outflow
        if said is not None:
            outflow.provider_ref = said.reference or outflow.provider_ref
        if said is None or said.state == "pending":
            calls.put_off(outflow, OUTFLOW, patience=OUTFLOW_PENDING_FOR if outflow.provider_ref else UNKNOWN_FOR)
            if outflow.status == "attention":
                outflow.next_attempt_at = None
            outflow.save(update_fields=["status", "provider_ref", "next_attempt_at"])
            return outflow
        paid = said.state == "succeeded"
        outflow.status = OUTFLOW.next(outflow.status, "pay" if paid else "fail")
        outflow.failure, outflow.next_attempt_at, outflow.ended_at = said.reason[:60], None, clock.now()
        outflow.poll_at = outflow.ended_at + OUTFLOW_LOOK if paid else None
        outflow.save(update_fields=["status", "provider_ref", "failure", "next_attempt_at", "ended_at", "poll_at"])
        _tell(outflow, "paid" if paid else "failed", outflow.failure)
        if paid:
            moves = [
                ledger.Move(ledger.TRANSIT, ledger.WORLD[outflow.rail], outflow.refund_cents),
                ledger.Move(ledger.TRANSIT, ledger.FEES, outflow.kept_cents),
            ]
        else:
            moves = [ledger.Move(ledger.TRANSIT, _home(outflow), outflow.amount_cents)]
        ledger.post(
            key=f"out.end:{outflow.pk}",
            kind=f"{outflow.kind}_{'paid' if paid else 'failed'}",
            moves=moves,
            tags={"outflow": outflow.public_id, "provider": outflow.provider_ref, **(tags or {})},
        )
        return outflow

    return unit(work)


def came_back(outflow_id: UUID, *, tags: Mapping[str, Any] | None = None) -> Outflow:
    """The bank sent it back days later: paid -> returned, `out.back:` puts it where it came from, a kept fee, too, and
    its owner is told. Raises InvalidState (409) for one that was not paid."""

    def work() -> Outflow:
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        if outflow.status == "returned":
            return outflow
        outflow.status, outflow.failure = OUTFLOW.next(outflow.status, "return"), "sent_back"
        outflow.poll_at = None
        outflow.save(update_fields=["status", "failure", "poll_at"])
        _tell(outflow, "failed", outflow.failure)
        ledger.post(
            key=f"out.back:{outflow.pk}",
            kind=f"{outflow.kind}_returned",
            moves=[
                ledger.Move(ledger.WORLD[outflow.rail], _home(outflow), outflow.refund_cents),
                ledger.Move(ledger.FEES, _home(outflow), outflow.kept_cents),
            ],
            tags={"outflow": outflow.public_id, **(tags or {})},
        )
        return outflow

    return unit(work)


def on_webhook(outflow_id: UUID) -> Outflow:
    """The provider has something to say about it: ask how it stands, whatever state it is in; nothing is sent. One that
    was paid and failed there later came back. Raises ProviderUnavailable (502), also when it can't be found there yet."""
    outflow: Outflow = Outflow.objects.select_related("payment").get(pk=outflow_id)
    if outflow.status in ("sending", "attention"):
        said = _poll(outflow)
        if said is None:
            raise ProviderUnavailable()
        return finish(outflow_id, said)
    if outflow.status == "paid" and (said := _poll(outflow)) is not None and said.state == "failed":
        return came_back(outflow_id)
    return outflow


def decide(actor: Actor, outflow_id: UUID, *, paid: bool, reference: str, reason: str) -> Outflow:
    """Staff asked the provider about one that nobody could account for, and records what it said.

    attention -> paid or failed, with who and why in the books. Raises InvalidState (409) when it is known by now.
    """

    def work() -> Outflow:
        calls.in_attention(Outflow.objects.locked(), outflow_id)
        said = Outcome("succeeded" if paid else "failed", reference, "" if paid else "not_sent")
        return finish(outflow_id, said, tags={"actor": actor.label, "reason": reason})

    return unit(work)


def record_return(actor: Actor, outflow_id: UUID, *, reason: str) -> Outflow:
    """An operator was told by the provider that a paid one was sent back. Raises OperatorRequired (403), InvalidState
    (409) for one that was not paid."""

    def work() -> Outflow:
        if not actor.is_operator:
            raise OperatorRequired()
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        OUTFLOW.next(outflow.status, "return")
        return came_back(outflow_id, tags={"actor": actor.label, "reason": reason})

    return unit(work)


class _Sending(Followup[Outflow, Outcome | None]):
    """The second phase and the third. What was sent is only asked for: the only place that sends."""

    rows = Outflow.objects.filter(status="sending").select_related("payment")
    lease = call_pause(1)

    def ask(self, outflow: Outflow) -> Outcome | None:
        rail, key, rest = card_rail(), outflow.public_id, outflow.refund_cents
        if outflow.provider_ref:
            return _poll(outflow)
        if outflow.rail == "payout":
            return rail.pay_out(key=key, account_ref=outflow.destination, cents=rest)
        assert outflow.payment is not None
        return rail.refund(key=key, reference=outflow.payment.reference, cents=rest)

    def settle(self, outflow: Outflow, said: Outcome | None) -> None:
        finish(outflow.pk, said)

    def unanswered(self, outflow: Outflow, error: Exception) -> None:
        log_unanswered(outflow, error)
        finish(outflow.pk, None)


SENDING = _Sending()
send = SENDING.ask_now  # by the id, after the commit of `begin`
send_due = SENDING.run


def poll_due() -> int:
    """Timer: paid outflows, each once a day for as long as its bank may send it back, in case that message is lost. The
    next time is set first, so that one that can't be asked about holds up no other. Returns how many came back."""
    now, returned = clock.now(), 0
    due = Outflow.objects.filter(status="paid", poll_at__lte=now).order_by("poll_at", "pk")
    for row in list(due[:_BATCH]):
        assert row.ended_at is not None
        again = now + OUTFLOW_LOOK if now < row.ended_at + OUTFLOW_MAY_RETURN[row.provider_kind] else None
        if not Outflow.objects.filter(pk=row.pk, status="paid", poll_at=row.poll_at).update(poll_at=again):
            continue
        try:
            returned += on_webhook(row.pk).status == "returned"
        except Exception as error:
            log_unanswered(row, error)
    return returned


def _poll(outflow: Outflow) -> Outcome | None:
    """How it stands, by its reference there or else by our key. Sends nothing; None when nothing was made of it."""
    rail, kind = card_rail(), outflow.provider_kind
    if outflow.provider_ref:
        return rail.poll(kind, outflow.provider_ref)
    of = outflow.payment.reference if outflow.payment else outflow.destination
    return rail.made(kind, key=outflow.public_id, of=of)


def _tell(outflow: Outflow, what: str, failure: str) -> None:
    """A letter to the owner. What is returned to payers, by itself or as an agent's customers, is not their own money."""
    if outflow.kind not in ("withdrawal", "earnings", "funding_refund"):
        return
    letter = f"{'refund' if outflow.kind == 'funding_refund' else 'payout'}_{what}"
    mail_templates.send(
        outflow.account,
        letter,
        amount=format_usd(outflow.refund_cents),
        back=format_usd(outflow.amount_cents),
        source=outflow.source,
        destination=outflow.destination_label,
        reference=outflow.public_id,
        reason=failure_words(failure),
    )


def _home(outflow: Outflow) -> str:
    """Where it came from, and returns to when it can't be sent."""
    return (ledger.earnings if outflow.kind == "earnings" else ledger.wallet)(outflow.account_id)
