"""Events of escrows. Public ones are delivered to the owner's webhook endpoints; all of them form the escrow's audit log."""

from typing import Any

from escrow.models import Appeal, Dispute, DisputeDecision, Escrow, Transfer
from escrow.rules.escrows import Unit
from marketplace.core import ids
from marketplace.core.actor import Actor
from webhooks import outbox


def moved(escrow: Escrow, *, before: str, action: str, actor: Actor, note: str = "") -> None:
    """Internal event: the escrow changed from state `before` to its present one by this action."""
    outbox.publish(
        type="escrow.moved",
        entity=escrow.public_id,
        account_id=escrow.owner_id,
        data={"from": before, "to": escrow.status, "action": action},
        subject_id=escrow.pk,
        actor=actor,
        note=note,
        public=False,
    )


def funded(escrow: Escrow, actor: Actor) -> None:
    _publish("escrow.funded", escrow, actor, _money(escrow))


def released(escrow: Escrow, actor: Actor) -> None:
    _publish("escrow.released", escrow, actor, _money(escrow))


def refunded(escrow: Escrow, actor: Actor, returned: Unit | None = None) -> None:
    """The money that was returned: the whole seat, or, for a pool, the `returned` pay and fee of its free seats."""
    data = _money(escrow)
    if returned is not None:
        data |= {
            "amountCents": returned.total,
            "workerPayoutCents": returned.price,
            "platformFeeCents": returned.fee,
        }
    _publish("escrow.refunded", escrow, actor, data)


def dispute_opened(dispute: Dispute, actor: Actor) -> None:
    _about(dispute, "dispute.opened", actor, {"category": dispute.category})


def dispute_resolved(dispute: Dispute, decision: DisputeDecision, actor: Actor) -> None:
    data = {
        "decision": decision.decision,
        "workerCents": decision.worker_cents,
        "feeCents": decision.fee_cents,
        "refundCents": decision.refund_cents,
    }
    _about(dispute, "dispute.resolved", actor, data)


def appealed(dispute: Dispute, appeal: Appeal, actor: Actor) -> None:
    """Who lost by the decision has appealed it."""
    by = "funder" if appeal.made_by_id == dispute.owner_id else "worker"
    _to_both(dispute, "dispute.appealed", actor, {"ground": appeal.ground, "madeBy": by})


def appeal_decided(dispute: Dispute, decision: DisputeDecision, appeal: Appeal, actor: Actor) -> None:
    """The division that holds now; it is the first one when the appeal was not followed."""
    data = {
        "state": appeal.state,
        "decision": decision.decision,
        "workerCents": decision.worker_cents,
        "feeCents": decision.fee_cents,
        "refundCents": decision.refund_cents,
    }
    _to_both(dispute, "dispute.appeal_decided", actor, data)


def _to_both(dispute: Dispute, type_: str, actor: Actor, data: dict[str, Any]) -> None:
    for account_id in (dispute.owner_id, dispute.worker_id):
        outbox.publish(
            type=type_,
            entity=dispute.public_id,
            account_id=account_id,
            data=_named(dispute.escrow) | {"disputeId": dispute.public_id} | data,
            subject_id=dispute.pk,
            actor=actor,
        )


def dispute_noted(dispute: Dispute, action: str, actor: Actor, *, note: str = "", **data: Any) -> None:
    """Internal event: evidence was added, the dispute was withdrawn, a decision was proposed or sent back."""
    outbox.publish(
        type=f"dispute.{action}",
        entity=dispute.public_id,
        account_id=dispute.owner_id,
        data=data,
        subject_id=dispute.pk,
        actor=actor,
        note=note,
        public=False,
    )


def _about(dispute: Dispute, type_: str, actor: Actor, data: dict[str, Any]) -> None:
    outbox.publish(
        type=type_,
        entity=dispute.public_id,
        account_id=dispute.owner_id,
        data=_named(dispute.escrow) | {"disputeId": dispute.public_id} | data,
        subject_id=dispute.pk,
        actor=actor,
    )


def _money(escrow: Escrow) -> dict[str, Any]:
    return {
        "kind": escrow.kind,
        "amountCents": escrow.amount_cents,
        "workerPayoutCents": escrow.human_payout_cents,
        "platformFeeCents": escrow.platform_fee_cents,
    }


def _publish(type_: str, escrow: Escrow, actor: Actor, data: dict[str, Any]) -> None:
    outbox.publish(
        type=type_,
        entity=escrow.public_id,
        account_id=escrow.owner_id,
        data=_named(escrow) | data,
        subject_id=escrow.pk,
        actor=actor,
    )


def _named(escrow: Escrow) -> dict[str, Any]:
    named: dict[str, Any] = {"escrowId": escrow.public_id}
    if escrow.bounty_id:
        named["bountyId"] = ids.encode("bty", escrow.bounty_id)
    if escrow.application_id:
        named["applicationId"] = ids.encode("app", escrow.application_id)
    if escrow.booking_id:
        named["bookingId"] = ids.encode("sbk", escrow.booking_id)
    if escrow.run_ref:
        named["runId"] = escrow.run_ref
    if escrow.human_id:
        named["humanId"] = ids.encode("prf", escrow.human_id)
    return named


def payment_sent(transfer: Transfer) -> None:
    """A tip or reimbursement left the sender's wallet."""
    _about_transfer("payment.sent", transfer, {})


def payment_failed(transfer: Transfer) -> None:
    """A pending tip or reimbursement will not be sent: cancelled, not paid in time, or not covered when its page was paid."""
    _about_transfer("payment.failed", transfer, {"reason": transfer.failure_reason})


def _about_transfer(type_: str, transfer: Transfer, more: dict[str, Any]) -> None:
    outbox.publish(
        type=type_,
        entity=transfer.public_id,
        account_id=transfer.sender_id,
        data={
            "transferId": transfer.public_id,
            "bountyId": transfer.public_bounty_id,
            **({"runId": transfer.run_ref} if transfer.run_ref else {}),
            "humanId": transfer.recipient.public_profile_id,
            "amountCents": transfer.amount_cents,
            "recipientName": transfer.recipient.display_name,
        }
        | more,
        subject_id=transfer.pk,
    )
