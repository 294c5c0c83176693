"""Money that leaves, in three phases (docs/money.md, 8): our row and `out:` in one commit; the provider, with the row's id
as its key and no transaction open; what it said and `out.end:` in another commit. Dying anywhere, the sweep goes on.
"""

import logging
from typing import Any
from uuid import UUID

from marketplace.core import clock
from marketplace.core.later import enqueue, unit
from wallet import ledger
from wallet.errors import ProviderUnavailable
from wallet.models import Outflow
from wallet.providers import card_rail
from wallet.providers.cards import Outcome
from wallet.rules import OUTFLOW, OUTFLOW_UNKNOWN_FOR, outflow_pause
from wallet.services import spending

log = logging.getLogger(__name__)
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
        next_try_at=clock.now() + outflow_pause(1),
        **fields,
    )
    enqueue("wallet.send_outflow", outflow_id=str(outflow.pk))
    if kind != "surplus":
        moves = [ledger.Move(_home(outflow), ledger.TRANSIT, cents)]
        what: dict[str, Any] = {"key": f"out:{outflow.pk}", "kind": kind, "tags": {"outflow": outflow.public_id}}
        if kind == "earnings":
            ledger.post(moves=moves, **what)
        else:
            spending.spend(account_id=account_id, moves=moves, counts=False, **what)
    return outflow


def send(outflow_id: UUID) -> None:
    """The second phase: ask the provider, then book what it says. Safe to repeat and to race: one key, one result."""
    outflow: Outflow = Outflow.objects.select_related("payment").get(pk=outflow_id)
    if outflow.status != "sending":
        return
    try:
        said = _ask(outflow)
    except ProviderUnavailable:
        log.warning("an outflow's provider does not answer", extra={"outflow": outflow.public_id})
        said = None
    finish(outflow_id, said)


def finish(outflow_id: UUID, said: Outcome | None) -> Outflow:
    """The third phase: paid or failed for good, with `out.end:` in the same commit; else the next look is set, and after
    a day without an answer staff is called. None: nobody knows yet. An ended outflow stays as it is."""

    def work() -> Outflow:
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        if "pay" not in OUTFLOW.allowed(outflow.status):
            return outflow
        if said is not None:
            outflow.provider_ref = said.reference or outflow.provider_ref
        if said is None or said.state == "pending":
            _wait(outflow)
            return outflow
        paid = said.state == "succeeded"
        outflow.status = OUTFLOW.next(outflow.status, "pay" if paid else "fail")
        outflow.failure, outflow.next_try_at, outflow.ended_at = said.reason[:60], None, clock.now()
        outflow.save(update_fields=["status", "provider_ref", "failure", "next_try_at", "ended_at"])
        rest = outflow.amount_cents - outflow.kept_cents
        if paid:
            moves = [
                ledger.Move(ledger.TRANSIT, ledger.WORLD[outflow.rail], rest),
                ledger.Move(ledger.TRANSIT, ledger.FEES, outflow.kept_cents),
            ]
        else:
            moves = [ledger.Move(ledger.TRANSIT, _home(outflow), outflow.amount_cents)]
        ledger.post(
            key=f"out.end:{outflow.pk}",
            kind=f"{outflow.kind}_{'paid' if paid else 'failed'}",
            moves=moves,
            tags={"outflow": outflow.public_id, "provider": outflow.provider_ref},
        )
        return outflow

    return unit(work)


def came_back(outflow_id: UUID) -> Outflow:
    """The bank sent it back days later: paid -> returned, `out.back:` puts it where it came from, a kept fee, too."""

    def work() -> Outflow:
        outflow: Outflow = Outflow.objects.locked().get(pk=outflow_id)
        if outflow.status == "returned":
            return outflow
        outflow.status = OUTFLOW.next(outflow.status, "return")
        outflow.save(update_fields=["status"])
        rest = outflow.amount_cents - outflow.kept_cents
        ledger.post(
            key=f"out.back:{outflow.pk}",
            kind=f"{outflow.kind}_returned",
            moves=[
                ledger.Move(ledger.WORLD[outflow.rail], _home(outflow), rest),
                ledger.Move(ledger.FEES, _home(outflow), outflow.kept_cents),
            ],
            tags={"outflow": outflow.public_id},
        )
        return outflow

    return unit(work)


def hear(outflow_id: UUID) -> Outflow:
    """The provider has something to say about it: ask how it stands, whatever state it is in. One that was paid and failed
    there later came back. Raises ProviderUnavailable (502)."""
    outflow: Outflow = Outflow.objects.select_related("payment").get(pk=outflow_id)
    if outflow.status in ("sending", "attention"):
        return finish(outflow_id, _ask(outflow))
    if outflow.status == "paid":
        said = card_rail().look("payout" if outflow.rail == "payout" else "refund", outflow.provider_ref)
        if said.state == "failed":
            return came_back(outflow_id)
    return outflow


def send_due() -> int:
    """Timer: outflows whose call died, was lost, or was not answered. Each row is leased first, so that two workers
    don't ask at once; asking twice would do no harm. Returns how many it asked for."""
    due = Outflow.objects.filter(status="sending", next_try_at__lte=clock.now()).order_by("next_try_at", "pk")
    asked = 0
    for pk in list(due.values_list("pk", flat=True)[:_BATCH]):
        if _lease(pk):
            try:
                send(pk)
            except Exception:
                log.exception("an outflow could not be sent", extra={"row": str(pk)})
            asked += 1
    return asked


def _lease(pk: UUID) -> bool:
    now = clock.now()
    mine = Outflow.objects.filter(pk=pk, status="sending", next_try_at__lte=now)
    return bool(mine.update(next_try_at=now + outflow_pause(1)))


def _wait(outflow: Outflow) -> None:
    now = clock.now()
    outflow.attempts += 1
    outflow.next_try_at = now + outflow_pause(outflow.attempts)
    if outflow.status == "sending" and outflow.created_at <= now - OUTFLOW_UNKNOWN_FOR:
        outflow.status, outflow.next_try_at = OUTFLOW.next(outflow.status, "alert"), None
        log.error("nobody knows what became of an outflow", extra={"outflow": outflow.public_id})
    outflow.save(update_fields=["status", "provider_ref", "attempts", "next_try_at"])


def _ask(outflow: Outflow) -> Outcome:
    rail, key, rest = card_rail(), outflow.public_id, outflow.amount_cents - outflow.kept_cents
    if outflow.provider_ref:
        return rail.look("payout" if outflow.rail == "payout" else "refund", outflow.provider_ref)
    if outflow.rail == "payout":
        return rail.pay_out(key=key, account_ref=outflow.destination, cents=rest)
    assert outflow.payment is not None
    return rail.refund(key=key, reference=outflow.payment.reference, cents=rest)


def _home(outflow: Outflow) -> str:
    """Where it came from, and returns to when it can't be sent."""
    return (ledger.earnings if outflow.kind == "earnings" else ledger.wallet)(outflow.account_id)
