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
    message = "The worker has delivered evidence for this seat. Ask for a redo, release the money, or open a dispute."


class ReleaseAcknowledgementRequired(Conflict):
    code = "release_acknowledgement_required"
    message = "Releasing pays the worker and can't be undone. Send acknowledgeRelease: true to confirm the amounts named here."


class EscrowApplicationMismatch(Conflict):
    code = "escrow_application_mismatch"
    message = "This escrow belongs to another application. Nothing was released."
