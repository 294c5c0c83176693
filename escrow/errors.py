"""The error codes of this step, each defined once."""

from typing import Any

from marketplace.core.errors import BadRequest, Conflict, Forbidden, NotFound
from marketplace.core.money import format_usd


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
        "with PATCH /api/bounties/{id}/submissions/{submissionId}, pay with POST /api/escrow/{id}/release, or object with "
        "POST /api/escrow/{id}/dispute."
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


class BountyRequired(BadRequest):
    code = "bounty_required"
    message = "Name the bounty that the money is for: bountyId, one of yours on which this person was paid."


class BountyNotOwned(Forbidden):
    code = "bounty_not_owned"
    message = "This bounty is somebody else's. Tips and reimbursements go out for work on your own bounties."


class TipCapExceeded(Forbidden):
    """403. In cents: the cap on all transfers to this worker for this bounty, the sum of those already made, and what may still be
    sent, which is in dollars, too; 0 when that is less than `least_cents`, the least of a transfer."""

    code = "tip_cap_exceeded"

    def __init__(self, *, cap_cents: int, sent_cents: int, least_cents: int, where: str = "") -> None:
        left = max(cap_cents - sent_cents, 0)
        left = left if left >= least_cents else 0
        most = f"Send {format_usd(left)} at most." if left else "Nothing more can be sent."
        super().__init__(
            f"{where}Transfers to this worker for this bounty may come to {format_usd(cap_cents)} in all, and "
            f"{format_usd(sent_cents)} are sent or paid. {most}",
            capCents=cap_cents,
            sentCents=sent_cents,
            leftCents=left,
            left=left / 100,
        )


class RecipientBlocked(Forbidden):
    code = "recipient_blocked"
    message = "You have blocked this person. Nothing was sent. To pay them nevertheless, send override: true."


class NotSender(Forbidden):
    code = "not_sender"
    message = "Only its sender can cancel a transfer."


class RecipientNotFound(NotFound):
    code = "recipient_not_found"
    message = "Nobody here has this id or e-mail address. Use a profile id (prf_…) or a confirmed address."


class DisputeWindowClosed(Conflict):
    code = "dispute_window_closed"
    message = (
        "The time for disputes is over for this seat (disputeWindowEndsAt). Its money is released by its clock; write to "
        "support when something is seriously wrong."
    )


class DisputeExists(Conflict):
    code = "dispute_exists"
    message = "This seat is in a dispute already. Add to it with POST /api/disputes/{id}/evidence."


class TooMuchEvidence(Conflict):
    code = "too_much_evidence"
    message = "Each side may add fifty pieces of evidence to a dispute, and yours are there. Say the rest in its conversation."


class NothingAsked(Conflict):
    code = "nothing_asked"
    message = (
        "Nothing is asked of you in this dispute now. To show something nevertheless, add it with POST "
        "/api/disputes/{id}/evidence."
    )


class TooManyOffers(Conflict):
    code = "too_many_offers"
    message = "Each side may make twenty offers in one dispute, and yours are made. You may accept the other side's."


class OwnOffer(Forbidden):
    code = "own_offer"
    message = "This offer is yours: the other side accepts or declines it. A new offer of yours takes its place."


class TooManyRequests(Conflict):
    code = "too_many_requests_of_case"
    message = "The parties of this case were asked twenty times. Decide on what is there."


class NoDispute(Conflict):
    code = "no_dispute"
    message = (
        "This is a contested seat: its parties have no page of a dispute. Write in the conversation about the work."
    )


class OwnDispute(Forbidden):
    code = "own_dispute"
    message = "You are a party of this dispute: a colleague decides it."


class SecondPersonRequired(Forbidden):
    code = "second_person_required"
    message = "A colleague has to approve this decision: whoever proposed it can't."


class AboveYourLimit(Forbidden):
    code = "above_your_limit"
    message = "This seat is above what you may decide: a colleague whose own limit allows it has to approve."


class StaffOnly(Forbidden):
    code = "staff_only"
    message = "Support staff and operators work on cases; auditors read them."


class CaseTaken(Conflict):
    """409. `assignee`: the name of who has it."""

    code = "case_taken"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} has this case. Ask them to release it, or assign it to yourself, which they read in its history.",
            assignee=name,
        )


class CaseClosed(Conflict):
    code = "case_closed"
    message = "This case is decided or closed: nobody works on it any more. Notes can still be written."


class MacroEnded(Conflict):
    code = "macro_ended"
    message = "This macro has ended. Nothing was done; choose another one."


class NotAssignee(Forbidden):
    code = "not_assignee"
    message = "Whoever has this case gives it back, or an operator. Assign it to somebody else instead."


class PreviewOfAnother(Forbidden):
    code = "preview_of_another"
    message = "Somebody else has read this preview. Make your own: whoever decides has seen what is decided."


class PreviewExpired(Conflict):
    code = "preview_expired"
    message = "This preview is more than 24 hours old. Nothing was moved; make a new one."


class CaseChanged(Conflict):
    """409. `changes`: what came since the preview was computed, latest first (`what`, `at`)."""

    code = "case_changed"

    def __init__(self, changes: list[dict[str, Any]]) -> None:
        came = "; ".join(str(change["what"]) for change in changes[:5]) or "what it rested on is different"
        super().__init__(
            f"The case is not as it was when this was previewed: {came}. Nothing was moved; read it, and make a new preview.",
            changes=changes,
        )


class NotYourCase(Forbidden):
    code = "not_your_case"
    message = "Take this case first: only its assignee works on it. Nothing was changed."


class DecidedBefore(Forbidden):
    code = "decided_before"
    message = "You have proposed or approved the decision that is appealed: a colleague decides about the appeal."


class NothingLost(Forbidden):
    code = "nothing_lost"
    message = "This decision gave you all that you could get, so there is nothing to appeal."


class SettledByOffer(Conflict):
    code = "settled_by_offer"
    message = "You both agreed to this division: an accepted offer is final, and staff have decided nothing."


class AlreadyAppealed(Conflict):
    """409. `state` of the appeal: open, upheld or overturned."""

    code = "already_appealed"
    message = "There is one appeal in a dispute, and this one has had it. GET /api/disputes/{id} shows how it stands."


class AppealWindowClosed(Conflict):
    """409. `until`: when the time for an appeal was over."""

    code = "appeal_window_closed"
    message = "The time for an appeal is over (`until`): the decision is final. Write to support when something is seriously wrong."


class OwnCase(Forbidden):
    code = "own_case"
    message = (
        "You had a hand in this case, or are a party of it. A colleague scores it; take another one of your queue."
    )
