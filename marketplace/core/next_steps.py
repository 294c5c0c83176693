"""What can be done next, by the state of an object that is answered. Data only; with which method, path and tool an operation is
called is looked up by `marketplace/api/next_calls.py`, and whether it can be undone in `effects`. Beside it: `next_products`, of
the managed products; `next_refusals`, what leads out of a refusal; `next_answers`, of an answer as a whole; `next_reads`, what to
read; `next_waits`, what to wait for.

Ids of a path come from the object; `{name}` in a body is a field of it.
"""

from collections.abc import Mapping
from typing import Final

from marketplace.core import next_waits
from marketplace.core.next_step import Step

_BOUNTY: Final = {"bounty_id": "id"}
_SEAT: Final = {"bounty_id": "bountyId", "application_id": "id"}
_ESCROW: Final = {"escrow_id": "id"}
_OF_SEAT: Final = {"escrow_id": "currentEscrowId"}
_WORK: Final = {"bounty_id": "bountyId", "submission_id": "id"}
_WORK_SEAT: Final = {"escrow_id": "escrowId"}

DISPUTE_OVER: Final = Step(
    "getBounty", named={"bounty_id": "bountyId"}, when="bountyId", why="What became of the bounty."
)
_APPLICANTS: Final = Step("listApplications", named=_BOUNTY)
_CANCEL: Final = Step(
    "cancelBounty",
    unless="spotsFilled",
    named=_BOUNTY,
    why="Returns {fundingTotal} USD to your wallet; until then people can apply and be hired.",
)
_CANCEL_UNPAID: Final = Step("cancelBounty", unless="spotsFilled", named=_BOUNTY, why="Nothing was paid for it yet.")
_GIVE_UP: Final = Step(
    "expireApplication",
    named=_SEAT,
    why="Gives up on them: the spot is free again and its money in the pool, or in your wallet where nobody else can be hired.",
)
_ASK: Final = Step(
    "sendMessage",
    needs=("content",),
    named={"conversation_id": "conversationId"},
    why="Your side of it: our staff read the conversation.",
)
_REOPEN: Final = Step("editBounty", {"status": "open"}, named=_BOUNTY)
_FUND: Final = Step("depositForBounty", {"bountyId": "{id}"})
_RELEASE: Final = Step("releaseEscrow", {"acknowledgeRelease": True}, until="autoReleaseAt", named=_ESCROW)
_APPROVAL: Final = {"approval_id": "id"}
_DISPUTE: Final = Step("openDispute", needs=("category", "description"), until="disputeWindowEndsAt", named=_ESCROW)

_BACK: Final = (
    "They have 24 hours or more for new evidence, and may contest this: then our staff decide. If the seat ends so, its money "
    "returns to the bounty's pool."
)
REDO: Final = f"For what can be mended: say what is missing. {_BACK}"
REJECT: Final = f"For what does not count at all: say why. {_BACK}"
TO_WALLET: Final = "To get the money back to your wallet: the worker agrees to that, or our staff decide."
_SENT_BACK: Final = (
    next_waits.NEW_EVIDENCE,
    Step("openDispute", needs=("category", "description"), named=_WORK_SEAT, why=TO_WALLET),
    Step("releaseEscrow", {"acknowledgeRelease": True}, named=_WORK_SEAT, why="Pays after all."),
)
_PAY_OR_DISPUTE: Final = (
    Step("releaseEscrow", {"acknowledgeRelease": True}, named=_WORK_SEAT),
    Step("openDispute", needs=("category", "description"), named=_WORK_SEAT),
)

# kind of object -> the caller's side -> its state -> steps. A side that is not named has none.
OF_OBJECTS: Final[Mapping[str, Mapping[str, Mapping[str, tuple[Step, ...]]]]] = {
    "bounty": {
        "owner": {
            "pending_deposit": (_FUND, _CANCEL_UNPAID),
            "pending_review": (_CANCEL,),
            "open": (next_waits.APPLICANT, _APPLICANTS, _CANCEL),
            "partially_filled": (_APPLICANTS,),
            "paused": (_REOPEN, _CANCEL),
            "in_review": (_APPLICANTS, _REOPEN, _CANCEL),
            "pending_funding": (_FUND, _CANCEL),
            "assigned": (_APPLICANTS,),
        }
    },
    # By what jobOverview says is next, where it is shown; else by the status.
    "application": {
        "owner": {
            "pending": (
                Step("decideApplication", {"action": "accept"}, named=_SEAT),
                Step("decideApplication", {"action": "reject"}, named=_SEAT),
            ),
            "accepted": (next_waits.CONFIRMATION, _GIVE_UP),
            "rejected": (Step("decideApplication", {"action": "unreject"}, named=_SEAT),),
            "confirm_seat": (next_waits.CONFIRMATION, _GIVE_UP),
            **dict.fromkeys(("start_work", "submit_evidence"), (next_waits.EVIDENCE,)),
            "follow_up": (
                Step("sendMessage", needs=("content",), named={"conversation_id": "conversationId"}),
                _GIVE_UP,
            ),
            "staff_review": (
                next_waits.STAFF,
                _ASK,
                Step("releaseEscrow", {"acknowledgeRelease": True}, named=_OF_SEAT, why="Pays, and ends the contest."),
                Step("openDispute", needs=("category", "description"), named=_OF_SEAT, why=TO_WALLET),
            ),
            "resolve_dispute": (Step("listDisputes", {"escrowId": "{currentEscrowId}"}),),
            "decide_extension": (Step("decideExtension", needs=("action",), named=_SEAT),),
            "review_submission": (Step("listSubmissions", named={"bounty_id": "bountyId"}),),
            "confirm_delivery": (Step("confirmDelivery", named=_OF_SEAT),),
            "release_payment": (
                Step(
                    "releaseEscrow", {"acknowledgeRelease": True}, until="jobOverview.nextDeadline.at", named=_OF_SEAT
                ),
                Step("openDispute", needs=("category", "description"), named=_OF_SEAT),
            ),
            "settle_attendance": (Step("payAttendance", needs=("workerCents",), named=_SEAT),),
        },
        "worker": {
            "pending": (Step("decideApplication", {"action": "withdraw"}, named=_SEAT),),
            "confirm_seat": (Step("confirmSeat", until="confirmBy", named=_SEAT),),
            "start_work": (Step("startWork", until="startBy", named=_SEAT),),
            "submit_evidence": (
                Step("submitEvidence", needs=("textEvidence",), until="completeBy", named={"bounty_id": "bountyId"}),
            ),
            "claim_completion": (Step("claimCompletion", named={"conversation_id": "conversationId"}),),
            "accepted": (Step("confirmSeat", until="confirmBy", unless="confirmedAt", named=_SEAT),),
        },
    },
    "escrow": {
        "owner": {
            "locked": (Step("cancelEscrow", unless="deliveredAt", named=_ESCROW), _RELEASE, _DISPUTE),
            "delivered": (Step("confirmDelivery", named=_ESCROW), _RELEASE, _DISPUTE),
            "warranty_hold": (_RELEASE, _DISPUTE),
            "completed": (_RELEASE, _DISPUTE),
            "released": (
                Step(
                    "postReview",
                    {"bountyId": "{bountyId}", "humanId": "{humanId}"},
                    ("rating",),
                    when="bountyId",
                    unless="reviewId",
                ),
                Step(
                    "sendTransfer", {"bountyId": "{bountyId}", "recipientId": "{humanId}"}, ("amount",), when="bountyId"
                ),
            ),
        },
        "worker": {"released": (Step("withdrawEarnings", needs=("amountCents",)),)},
    },
    "submission": {
        "owner": {
            "pending_review": (
                Step("reviewSubmission", {"action": "approve"}, named=_WORK),
                Step("reviewSubmission", {"action": "request_redo"}, ("response",), named=_WORK, why=REDO),
                Step("reviewSubmission", {"action": "reject"}, ("response",), named=_WORK, why=REJECT),
                Step("releaseEscrow", {"acknowledgeRelease": True}, named=_WORK_SEAT, why="Approves and pays at once."),
                Step("openDispute", needs=("category", "description"), named=_WORK_SEAT, why=TO_WALLET),
            ),
            "sent_back": _SENT_BACK,
            # Approved, by the seat's state: paid at its time, unless it is paid or disputed before.
            **dict.fromkeys(("completed", "warranty_hold"), _PAY_OR_DISPUTE),
        }
    },
    "approval": {
        "person": {
            "pending": (
                Step("decideApproval", {"decision": "approve"}, until="expiresAt", named=_APPROVAL),
                Step("decideApproval", {"decision": "decline"}, until="expiresAt", named=_APPROVAL),
            ),
            "approved": (
                Step(
                    "decideApproval",
                    {"decision": "withdraw"},
                    until="expiresAt",
                    named=_APPROVAL,
                    why="Takes the approval back, which was not used yet: the call is refused then.",
                ),
            ),
        },
        "agent": {
            "pending": (next_waits.APPROVAL, Step("getApproval", until="expiresAt", named=_APPROVAL)),
            # One that is approved leads to the call itself: `next_actions`.
            "used": (Step("getBounty", when="bountyId", named={"bounty_id": "bountyId"}, why="What it was used for."),),
        },
    },
    # The answer itself, which has no id: of whoever asked.
    "wallet": {
        "owner": {
            "": (
                Step(
                    "listWalletTransactions", why="What moved, and why: unused money of older work that came back, too."
                ),
                Step("depositToWallet", needs=("amount",), unless="balanceCents"),
            )
        }
    },
    "transfer": {"owner": {"pending": (Step("cancelTransfer", named={"transfer_id": "id"}),)}},
}
