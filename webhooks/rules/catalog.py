"""Every public event and the data it may carry. `publish` refuses a field that is not here: no secret or coordinate can
slip into a payload."""

from typing import Final

_IDS: Final = frozenset(
    {
        "bountyId",
        "applicationId",
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
    "application.seat_expired": {"reason"},
    "application.ghost_flagged": {"lastActivityAt", "responseWindowHours"},
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
    "wallet.spending_cap_hit": {"cap", "attemptedCents", "capCents"},
    "run.status_changed": {"kind", "status"},
    "run.report_ready": {"kind", "reportUrl"},
    "webhook.test": {"endpointId", "message"},
    # Beyond the specification (contract, section 5).
    "escrow.refunded": {"kind", "amountCents", "workerPayoutCents", "platformFeeCents"},
    "dispute.opened": {"disputeId", "category"},
    "dispute.resolved": {"disputeId", "decision", "workerCents", "feeCents", "refundCents"},
    "application.withdrawn": {"applicantName"},
    "submission.reviewed": {"status"},
    "extension.requested": {"hours", "reason"},
    "webhook.endpoint_disabled": {"endpointId", "host", "failures"},
}
CATALOG: Final = {name: _IDS | more for name, more in _MORE.items()}
EVENT_TYPES: Final = tuple(CATALOG)


# Named by the specification, and not sent by this version.
NOT_SENT: Final = frozenset(
    {
        "run.status_changed",
        "run.report_ready",
    }
)
_INTEGERS: Final = frozenset(
    {"responseWindowHours", "fileCount", "spotsFilled", "spotsRemaining", "completedSeats", "hours", "failures"}
)
_TIMES: Final = frozenset({"confirmBy", "lastActivityAt", "claimedAt"})


def unlisted(type_: str, data: dict[str, object]) -> set[str]:
    """Fields that this event may not carry."""
    return set(data) - CATALOG[type_]


def field_schema(name: str) -> dict[str, object]:
    """JSON schema of one field of `data`: its name says its type."""
    if name in _INTEGERS or name.endswith("Cents"):
        return {"type": "integer"}
    if name == "automatic":
        return {"type": "boolean"}
    if name in _TIMES:
        return {"type": ["string", "null"], "format": "date-time"}
    return {"type": "string"}
