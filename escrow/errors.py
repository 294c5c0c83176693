"""The codes of this step, each named once."""

from marketplace.core.errors import Conflict, Forbidden


class NotPoster(Forbidden):
    code = "not_poster"
    message = "Only the poster who funded this escrow may do that."


class WorkNotReleased(Forbidden):
    code = "work_not_released"
    message = "This takes a seat of this bounty that you have released to this person: POST /api/escrow/{id}/release."


class EscrowIsPool(Conflict):
    code = "escrow_is_pool"
    message = "This escrow is a bounty's pool. Name the escrow of a seat: GET /api/escrow?bountyId=… lists them."


class EvidenceExists(Conflict):
    code = "evidence_exists"
    message = (
        "The worker has delivered evidence for this seat, so its money is not taken back like that. Review the evidence "
        "with PATCH /api/bounties/{id}/submissions/{submissionId}, or pay with POST /api/escrow/{id}/release."
    )


class ReleaseAcknowledgementRequired(Conflict):
    code = "release_acknowledgement_required"
    message = "Releasing pays the worker and can't be undone. Send acknowledgeRelease: true to confirm the amounts named here."


class EscrowApplicationMismatch(Conflict):
    code = "escrow_application_mismatch"
    message = "This escrow belongs to another application. Nothing was released. Check which seat you mean to pay."


class EscrowRecipientMismatch(Conflict):
    code = "escrow_recipient_mismatch"
    message = "This escrow pays another person than the one of that application. Nothing was released."
