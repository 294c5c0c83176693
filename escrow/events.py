"""Events of escrows. Public ones are delivered to the owner's webhook endpoints; all of them form the escrow's audit log."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from escrow.models import Appeal, Case, CaseOffer, CaseRequest, Dispute, DisputeDecision, Escrow, Transfer
from escrow.rules.escrows import Unit
from marketplace.api.fields import timestamp
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
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
    """The money that was returned: the whole seat, or, for a pool, the `returned` pay and fee of its free seats, to the wallet."""
    data = _money(escrow) | {"refundedTo": "wallet" if escrow.is_pool else escrow.refunded_to}
    if returned is not None:
        data |= {
            "amountCents": returned.total,
            "workerPayoutCents": returned.price,
            "platformFeeCents": returned.fee,
        }
    _publish("escrow.refunded", escrow, actor, data)


def dispute_opened(dispute: Dispute, actor: Actor) -> None:
    _to_both(dispute, "dispute.opened", actor, {"category": dispute.category})


def dispute_evidence_requested(dispute: Dispute, request: CaseRequest, actor: Actor) -> None:
    """To both: what is asked for reads only who is asked."""
    asked = dispute.side_of(request.asked_id)
    _to_both(dispute, "dispute.evidence_requested", actor, {"of": asked, "dueAt": timestamp(request.due_at)})


def dispute_evidence_added(dispute: Dispute, actor: Actor) -> None:
    """To both: who has shown something. Neither copy is on the timeline, which has the piece itself (`dispute_noted`)."""
    data = {"by": dispute.side_of(actor.id)}
    for account_id in (dispute.owner_id, dispute.worker_id):
        _about(dispute, "dispute.evidence_added", actor, data, to=account_id)


def dispute_offer_made(dispute: Dispute, offer: CaseOffer, actor: Actor) -> None:
    data = {"offerId": offer.public_id, "by": dispute.side_of(offer.made_by_id), "dueAt": timestamp(offer.due_at)}
    _to_both(dispute, "dispute.offer_made", actor, data | _parts(offer))


def dispute_settled(dispute: Dispute, decision: DisputeDecision, actor: Actor) -> None:
    """The parties agreed. `dispute.resolved` says of every end by money what the funder has to know."""
    assert decision.offer is not None
    data = {"decision": decision.decision} | _parts(decision)
    _to_both(dispute, "dispute.settled", actor, data | {"offerId": decision.offer.public_id})
    _about(dispute, "dispute.resolved", actor, data)


def dispute_decided(dispute: Dispute, decision: DisputeDecision, actor: Actor) -> None:
    """Staff decided: to both, and to the funder as `dispute.resolved`, too."""
    data = {"decision": decision.decision} | _parts(decision)
    _to_both(dispute, "dispute.decided", actor, data)
    _about(dispute, "dispute.resolved", actor, data)


def appealed(dispute: Dispute, appeal: Appeal, actor: Actor) -> None:
    """Who lost by the decision has appealed it."""
    data = {"ground": appeal.ground, "madeBy": dispute.side_of(appeal.made_by_id)}
    _to_both(dispute, "dispute.appealed", actor, data)


def appeal_decided(dispute: Dispute, decision: DisputeDecision, appeal: Appeal, actor: Actor) -> None:
    """The division that holds now; it is the first one when the appeal was not followed."""
    data = {"state": appeal.state, "decision": decision.decision} | _parts(decision)
    _to_both(dispute, "dispute.appeal_decided", actor, data)


def _parts(row: CaseOffer | DisputeDecision) -> dict[str, Any]:
    return {"workerCents": row.worker_cents, "feeCents": row.fee_cents, "refundCents": row.refund_cents}


def contest_noted(case: Case, action: str, actor: Actor, *, note: str = "", **data: Any) -> None:
    """Internal event: a decision about a contested seat was proposed, approved, sent back, or not approved in time."""
    _note(f"case.{action}", case, case.owner_id, actor, note, data)


def dispute_noted(dispute: Dispute, action: str, actor: Actor, *, note: str = "", **data: Any) -> None:
    """Internal event: evidence was added, an offer declined, something asked or written by staff, the dispute withdrawn, a decision
    proposed or sent back."""
    _note(f"dispute.{action}", dispute, dispute.owner_id, actor, note, data)


def case_noted(case: Case, action: str, actor: Actor, *, note: str = "", **data: Any) -> None:
    """Internal event of the desk: somebody took, assigned, released or snoozed a case, or wrote a note. No party's: it is of no
    account."""
    _note(f"case.{action}", case, None, actor, note, data)


def _note(
    type_: str, row: Case | Dispute, account_id: UUID | None, actor: Actor, note: str, data: Mapping[str, Any]
) -> None:
    outbox.publish(
        type=type_,
        entity=row.public_id,
        account_id=account_id,
        data=dict(data),
        subject_id=row.pk,
        actor=actor,
        note=note,
        public=False,
    )


def _about(dispute: Dispute, type_: str, actor: Actor, data: dict[str, Any], *, to: UUID | None = None) -> None:
    """To the funder; or `to` the worker, whose copy is on no timeline, because the funder's is."""
    outbox.publish(
        type=type_,
        entity=dispute.public_id,
        account_id=to or dispute.owner_id,
        data=_named(dispute.escrow) | {"disputeId": dispute.public_id} | data,
        subject_id=dispute.pk if to is None else None,
        actor=actor,
    )


def _to_both(dispute: Dispute, type_: str, actor: Actor, data: dict[str, Any]) -> None:
    _about(dispute, type_, actor, data)
    _about(dispute, type_, actor, data, to=dispute.worker_id)


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


def _about_transfer(type_: str, transfer: Transfer, more: JsonObject) -> None:
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
            **more,
        },
        subject_id=transfer.pk,
    )
