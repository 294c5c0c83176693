"""Every public event and the fields that its data may have. `publish` rejects any other field, so that no secret or coordinate
can leak into a payload.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from marketplace.core import near

_IDS: Final = frozenset(
    {
        "bountyId",
        "applicationId",
        "bookingId",
        "humanId",
        "escrowId",
        "conversationId",
        "submissionId",
        "transferId",
        "runId",
    }
)
_MORE: Final = {
    "application.submitted": {"applicantName", "status"},
    "application.accepted": {"applicantName", "confirmBy"},
    "application.confirmed": {"applicantName", "confirmBy"},
    "application.rejected": {"applicantName", "response", "automatic"},
    "application.seat_expired": {"reason", "refundedTo"},
    "application.ghost_flagged": {"lastActivityAt", "responseWindowHours", "endsAt"},
    "message.received": {"messageId", "preview", "fromSide"},
    "conversation.completion_claimed": {"claimedAt"},
    "proof.uploaded": {"fileCount"},
    "bounty.seat_filled": {"spotsFilled", "spotsRemaining"},
    "bounty.completed": {"completedSeats"},
    "escrow.funded": {"kind", "amountCents", "workerPayoutCents", "platformFeeCents"},
    "escrow.released": {"kind", "amountCents", "workerPayoutCents", "platformFeeCents"},
    "payment.sent": {"amountCents", "recipientName"},
    "wallet.low_balance": {"balanceCents", "thresholdCents"},
    "wallet.auto_topup_initiated": {"amountCents"},
    "wallet.auto_topup_failed": {"reason"},
    "wallet.spending_cap_hit": {"cap", "attemptedCents", "capCents", "spenderId"},
    "wallet.limits_changed": {"spenderId", "limits"},
    "wallet.freeze_changed": {"frozen", "frozenAt", "reason"},
    "approval.requested": {"approvalId", "cents", "operationId", "expiresAt"},
    "approval.decided": {"approvalId", "status", "cents", "note", "expiresAt"},
    "run.status_changed": {"kind", "status", "reason"},
    "run.report_ready": {"kind", "reportUrl"},
    "webhook.test": {"endpointId", "message"},
    # Not in the spec: contract, section 5.
    "escrow.refunded": {"kind", "refundedTo", "amountCents", "workerPayoutCents", "platformFeeCents"},
    "dispute.opened": {"disputeId", "category"},
    "dispute.resolved": {"disputeId", "decision", "workerCents", "feeCents", "refundCents"},
    "dispute.evidence_requested": {"disputeId", "of", "dueAt"},
    "dispute.evidence_added": {"disputeId", "by"},
    "dispute.offer_made": {"disputeId", "offerId", "by", "workerCents", "feeCents", "refundCents", "dueAt"},
    "dispute.settled": {"disputeId", "offerId", "decision", "workerCents", "feeCents", "refundCents"},
    "dispute.decided": {"disputeId", "decision", "workerCents", "feeCents", "refundCents"},
    "dispute.appealed": {"disputeId", "ground", "madeBy"},
    "dispute.appeal_decided": {"disputeId", "state", "decision", "workerCents", "feeCents", "refundCents"},
    "application.withdrawn": {"applicantName"},
    "application.terms_changed": {"state", "fields", "answerBy"},
    "application.contested": {"dueAt"},
    "application.contest_decided": {"contestId", "outcome", "completeBy"},
    "submission.reviewed": {"status"},
    "extension.requested": {"hours", "reason"},
    "webhook.endpoint_disabled": {"endpointId", "host", "failures"},
    "payment.failed": {"amountCents", "recipientName", "reason"},
}
CATALOG: Final = {name: _IDS | more for name, more in _MORE.items()}
EVENT_TYPES: Final = tuple(CATALOG)


# When each event is sent, for the reference documentation.
WHEN: Final = {
    "application.submitted": "Somebody has applied to a bounty of yours.",
    "application.accepted": "An applicant was hired: by you, by automatic review, or by name.",
    "application.confirmed": "A person you hired has confirmed the seat in time.",
    "application.rejected": "An applicant was turned down; `automatic` when it was not you.",
    "application.seat_expired": "A hire has ended without pay; `reason` says why. `refundedTo` pool: its spot is free again, for "
    "anybody; wallet: the spot is gone, and its money is in your wallet.",
    "application.ghost_flagged": "A hired person has been silent for longer than `responseWindowHours`, or the work is due "
    "and nothing came: then `endsAt` is when the seat ends by itself, unless you give more time.",
    "message.received": "The other side has written in a conversation of yours.",
    "conversation.completion_claimed": "A worker says in the conversation that the work is done.",
    "proof.uploaded": "Evidence has come in, or a photo of a collection.",
    "bounty.seat_filled": "A spot of a bounty with several was filled.",
    "bounty.completed": "The work of a seat was accepted, by you or by the clock.",
    "escrow.funded": "Money was set aside: for a bounty as a whole (`kind` pool) or for one hire (`kind` seat).",
    "escrow.released": "A seat was paid out to its worker.",
    "payment.sent": "A tip or reimbursement of yours has arrived.",
    "wallet.low_balance": "A spending took the balance below the mark you have set; once for each time that it falls below.",
    "wallet.auto_topup_initiated": "The kept card is being charged.",
    "wallet.auto_topup_failed": "The charge of the kept card was refused, or nobody could say for a day whether it was made.",
    "wallet.spending_cap_hit": "A spending was refused by a cap of yours, or of the key or connector `spenderId`. Nothing was "
    "moved.",
    "wallet.limits_changed": "The owner set other limits for the key or connector `spenderId`: `limits` as they are now.",
    "wallet.freeze_changed": "The owner stopped all spending of keys, connectors and templates, or allowed it again.",
    "approval.requested": "A call of an agent would spend more than the amount above which the owner is asked, and waits for them.",
    "approval.decided": "The owner has approved or declined such a call, or has not answered in time (`status` expired). Once "
    "approved, the same call with the same idempotency key is carried out, until `expiresAt`, unless the owner takes the approval "
    "back before: then this event comes again, with `status` declined.",
    "run.status_changed": "A taste run has reached another status; or a QA run was skipped, has failed or found nobody. `reason` "
    "says why it ended.",
    "run.report_ready": "The report of a taste run or a QA run can be read.",
    "webhook.test": "You have asked for a test delivery.",
    "escrow.refunded": "What was set aside for a seat or a bounty went back: `refundedTo` pool (of its bounty, whose spot is free "
    "again) or wallet (yours).",
    "dispute.opened": "A seat was frozen by a dispute. To both sides.",
    "dispute.resolved": "To the funder: a dispute has ended, by a decision of staff or by a settlement; the cents say who got "
    "what.",
    "dispute.evidence_requested": "Our staff have asked one side of a dispute (`of`: funder or worker) for something, until "
    "`dueAt`. To both sides; what they ask for is in that side's GET /api/disputes/{id}.",
    "dispute.evidence_added": "One side of a dispute (`by`: funder or worker) has shown or answered something; it can be read in "
    "GET /api/disputes/{id}. To both sides.",
    "dispute.offer_made": "One side of a dispute (`by`) offers how its money is divided, until `dueAt`. To both sides.",
    "dispute.settled": "An offer was accepted: the money was divided by it at once, and the dispute has ended. To both sides.",
    "dispute.decided": "Our staff have decided a dispute; the cents say who got what. To both sides.",
    "dispute.appealed": "To both parties: who lost by a decision (`madeBy` funder or worker) asks that another person decides "
    "again; the first decision stands until then.",
    "dispute.appeal_decided": "To both parties: an appeal was decided (`state` upheld or overturned); the cents say who gets "
    "what in the end.",
    "application.withdrawn": "An applicant has withdrawn.",
    "application.terms_changed": "To a hired person: the terms of their work were changed (`state` asked) or are as before "
    "(taken_back). To the owner: how they answered (accepted, left), or that the old terms count (kept).",
    "application.contested": "A hired person asks our staff to look at a seat; until they decide, by `dueAt`, no clock ends it.",
    "application.contest_decided": "What became of a seat that waited for our staff (`outcome`): time_given (new evidence is due "
    "by `completeBy`), released (paid), taken_back (ended without pay), new_evidence or settled (decided in another way before).",
    "submission.reviewed": "Evidence was approved, rejected, or sent back to be done again.",
    "extension.requested": "A hired person asks for more time.",
    "payment.failed": "A tip or reimbursement that waited for its page will not be sent; `reason` says why: cancelled, lapsed (not "
    "paid within a day), insufficient_funds, tip_cap_exceeded.",
    "webhook.endpoint_disabled": "Fifteen attempts in a row have failed; this is told to your other endpoints.",
}
# In the spec, but not sent by this version.
NOT_SENT: Final[frozenset[str]] = frozenset()
_INTEGERS: Final = frozenset(
    {"cents", "fileCount", "spotsFilled", "spotsRemaining", "completedSeats", "hours", "failures"}
)
_TIMES: Final = frozenset(
    {"expiresAt", "confirmBy", "completeBy", "lastActivityAt", "claimedAt", "answerBy", "endsAt", "dueAt", "frozenAt"}
)


def unlisted(type_: str, data: Mapping[str, object]) -> set[str]:
    """Fields of `data` that this event may not have."""
    return set(data) - CATALOG[type_]


def unknown(names: Sequence[str]) -> str:
    """The error for names that are no event types: those which were probably meant, or all there are."""
    shown = [name[:60] for name in names[:3]]
    meant = [word for name in shown if (word := near.value(name, EVENT_TYPES))]
    if len(meant) == len(names):
        way_out = f"Did you mean {', '.join(dict.fromkeys(meant))}?"
    else:
        way_out = f"Give some of: {', '.join(EVENT_TYPES)}."
    return f"Unknown: {', '.join(shown)}. {way_out}"


def always(type_: str) -> list[str]:
    """Fields that this event always has. The ids of what it is about are added where they apply."""
    return sorted(_MORE[type_])


def field_schema(name: str) -> dict[str, object]:
    """JSON schema of one field of `data`; the type follows from the name."""
    if name == "responseWindowHours":  # null where the owner set none
        return {"type": ["integer", "null"]}
    if name in _INTEGERS or name.endswith("Cents"):
        return {"type": "integer"}
    if name == "spenderId":  # null for a cap of the account
        return {"type": ["string", "null"]}
    if name == "limits":
        return {"type": "object"}
    if name == "fields":
        return {"type": "array", "items": {"type": "string"}}
    if name in ("automatic", "frozen"):
        return {"type": "boolean"}
    if name in _TIMES:
        return {"type": ["string", "null"], "format": "date-time"}
    return {"type": "string"}
