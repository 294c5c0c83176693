"""What can be done next, by the state of an object that is answered. Data only; with which method, path and tool an operation is
called is looked up by `marketplace/api/next_calls.py`, and whether it can be undone in `effects`. Beside it: `next_refusals`,
what leads out of a refusal; `next_answers`, of an answer as a whole; `next_reads`, what to read; `next_waits`, what to wait for.

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
_DISPUTE: Final = Step("openDispute", needs=("category", "description"), until="disputeWindowEndsAt", named=_ESCROW)

_BACK: Final = (
    "They have 24 hours or more for new evidence, and may contest this: then our staff decide. If the seat ends so, its money "
    "returns to the bounty's pool."
)
_REDO: Final = f"For what can be mended: say what is missing. {_BACK}"
_REJECT: Final = f"For what does not count at all: say why. {_BACK}"
_TO_WALLET: Final = "To get the money back to your wallet: the worker agrees to that, or our staff decide."
_SENT_BACK: Final = (
    next_waits.NEW_EVIDENCE,
    Step("openDispute", needs=("category", "description"), named=_WORK_SEAT, why=_TO_WALLET),
    Step("releaseEscrow", {"acknowledgeRelease": True}, named=_WORK_SEAT, why="Pays after all."),
)
_PAY_OR_DISPUTE: Final = (
    Step("releaseEscrow", {"acknowledgeRelease": True}, named=_WORK_SEAT),
    Step("openDispute", needs=("category", "description"), named=_WORK_SEAT),
)

_RUN: Final = {"run_id": "id"}
_OF_RUN: Final = {"run_id": "id", "application_id": "applicationId"}
# What the owner of a run decides, by what it is about: what accepting and what revising does.
_DECIDED: Final = {
    "application": ("{meaning} Hires them all the same.", "{meaning} Turns them down."),
    "submission": (
        "{meaning} Approves and pays it.",
        "{meaning} Asks them for new evidence; they have 24 hours or more.",
    ),
    "dispute": ("Withdraws the dispute, and pays.", "Withdraws the dispute, and asks them for new evidence."),
}
_LEFT_TO_OWNER: Final = (
    *(
        Step(
            "decideQaEscalation",
            {"action": word},
            named=_OF_RUN,
            each="escalations",
            only={"status": "open", "kind": kind},
            why=why,
        )
        for kind, words in _DECIDED.items()
        for word, why in zip(("accept", "revise"), words, strict=True)
    ),
    Step(
        "getQaRun",
        when="escalationCount",
        unless="escalations",
        named=_RUN,
        why="What its rules leave to you: {escalationCount} to decide.",
    ),
)
_STOP_RUN: Final = Step(
    "stopQaRun",
    unless="stop",
    named=_RUN,
    why="Takes no further testers; those who are hired keep their time and pay.",
)
_STOPPED: Final = (
    Step(
        "getQaRun",
        named=_RUN,
        why="It ends with its last tester, within a minute when there is none; the rest is back then.",
    ),
    Step(
        "changeQaTemplate",
        {"status": "paused"},
        when="templateNextRunAt",
        named={"template_id": "templateId"},
        why="Only this run was stopped: its template goes on.",
    ),
)
_OF_TEMPLATE: Final = {"template_id": "id"}
_REPORT: Final = Step("getQaRun", when="hasReport", unless="report", named=_RUN)

_SUBSCRIPTION: Final = {"subscription_id": "id"}
_TALK: Final = Step("sendMessage", needs=("content",), named={"conversation_id": "conversationId"})
_UNSUBSCRIBE: Final = Step("cancelSubscription", unless="cancelAtPeriodEnd", named=_SUBSCRIPTION)

_TEXT: Final = {"humanization_id": "humanizationId"}
_APPLICANT: Final = {"bounty_id": "bountyId", "application_id": "applicationId"}
_HANDED_IN: Final = {"bounty_id": "bountyId", "submission_id": "final.submissionId"}
_TEXT_SEAT: Final = {"escrow_id": "final.escrowId"}
_UNTIL_HIRED: Final = Step("cancelBounty", named={"bounty_id": "bountyId"})
_JUDGE_TEXT: Final = (
    Step("reviewSubmission", {"action": "approve"}, named=_HANDED_IN),
    Step("reviewSubmission", {"action": "request_redo"}, ("response",), named=_HANDED_IN, why=_REDO),
    Step("reviewSubmission", {"action": "reject"}, ("response",), named=_HANDED_IN, why=_REJECT),
    Step("releaseEscrow", {"acknowledgeRelease": True}, named=_TEXT_SEAT, why="Approves and pays at once."),
    Step("openDispute", needs=("category", "description"), named=_TEXT_SEAT, why=_TO_WALLET),
)
_REWRITTEN: Final = ("document", "recording")

# Of what belongs to a managed run, whose rules hire, judge and pay: state -> steps of its owner, "" for any other state.
_QA_RUN: Final = Step(
    "getQaRun",
    named={"run_id": "qaRunId"},
    why="The run hires, judges and pays by itself; what it leaves to you is there.",
)
_TASTE_RUN: Final = Step(
    "getTasteRun",
    named={"run_id": "tasteRunId"},
    why="The run hires, judges and pays by itself: how it stands is there.",
)
_RUNS: Final = {"": (_QA_RUN, _TASTE_RUN)}
_ESCALATED: Final = (
    *(
        Step(
            "decideQaEscalation",
            {"action": word},
            named={"run_id": "qaRunId", "application_id": "applicationId"},
            why=_DECIDED["submission"][place].removeprefix("{meaning} "),
        )
        for place, word in enumerate(("accept", "revise"))
    ),
    _QA_RUN,
    _TASTE_RUN,
)
OF_RUNS: Final[Mapping[str, Mapping[str, tuple[Step, ...]]]] = {
    "bounty": _RUNS,
    "application": _RUNS,
    "submission": _RUNS | {"pending_review": _ESCALATED},
}

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
                Step("openDispute", needs=("category", "description"), named=_OF_SEAT, why=_TO_WALLET),
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
                Step("reviewSubmission", {"action": "request_redo"}, ("response",), named=_WORK, why=_REDO),
                Step("reviewSubmission", {"action": "reject"}, ("response",), named=_WORK, why=_REJECT),
                Step("releaseEscrow", {"acknowledgeRelease": True}, named=_WORK_SEAT, why="Approves and pays at once."),
                Step("openDispute", needs=("category", "description"), named=_WORK_SEAT, why=_TO_WALLET),
            ),
            "sent_back": _SENT_BACK,
            # Approved, by the seat's state: paid at its time, unless it is paid or disputed before.
            **dict.fromkeys(("completed", "warranty_hold"), _PAY_OR_DISPUTE),
        }
    },
    "approval": {
        "person": {
            "pending": (
                Step("decideApproval", {"decision": "approve"}, until="expiresAt", named={"approval_id": "id"}),
                Step("decideApproval", {"decision": "decline"}, until="expiresAt", named={"approval_id": "id"}),
            )
        },
        "agent": {
            "pending": (next_waits.APPROVAL, Step("getApproval", until="expiresAt", named={"approval_id": "id"})),
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
    "qa_run": {
        "owner": {
            "funding": (next_waits.RUN, _STOP_RUN),
            **dict.fromkeys(("open", "reviewing"), (*_LEFT_TO_OWNER, next_waits.RUN, _STOP_RUN)),
            "draining": (*_LEFT_TO_OWNER, next_waits.RUN, *_STOPPED),
            **dict.fromkeys(("closed", "expired", "failed"), (_REPORT,)),
        }
    },
    "qa_template": {
        "owner": {
            "active": (
                Step(
                    "listQaRuns",
                    {"templateId": "{id}"},
                    unless="runsStarted",
                    why="Its first run is there within a minute.",
                ),
                Step("listQaRuns", {"templateId": "{id}"}, when="runsStarted", why="Its runs; each can be stopped."),
                Step("changeQaTemplate", {"status": "paused"}, named=_OF_TEMPLATE, why="No further run starts then."),
            ),
            "paused": (
                Step(
                    "listQaRuns",
                    {"templateId": "{id}"},
                    when="runsStarted",
                    why="Those under way go on; each can be stopped.",
                ),
                Step(
                    "changeQaTemplate", {"status": "active"}, named=_OF_TEMPLATE, why="It goes on with its next time."
                ),
            ),
        }
    },
    "subscription": {
        "booker": {
            "pending_approval": (_UNSUBSCRIBE, _TALK),
            "active": (_TALK, _UNSUBSCRIBE),
            "past_due": (Step("depositToWallet", needs=("amount",), until="nextCycleAt"), _UNSUBSCRIBE),
        },
        "provider": {"active": (_TALK, _UNSUBSCRIBE)},
    },
    # By its status; of a text that was handed in by its review, and then by its seat.
    "humanization": {
        "owner": {
            "pending_funding": (Step("depositForBounty", {"bountyId": "{bountyId}"}), _UNTIL_HIRED),
            "screening": (
                *(
                    Step(
                        "decideApplication",
                        {"action": word},
                        named=_APPLICANT,
                        each="applicants",
                        only={"applicationStatus": "pending"},
                    )
                    for word in ("accept", "reject")
                ),
                next_waits.REWRITER,
                _UNTIL_HIRED,
            ),
            "assigned": (next_waits.TEXT,),
            **dict.fromkeys(("scoring", "pending", "flagged"), _JUDGE_TEXT),
            "completed": (
                Step("releaseEscrow", {"acknowledgeRelease": True}, named=_TEXT_SEAT),
                Step("openDispute", needs=("category", "description"), named=_TEXT_SEAT),
            ),
            "paid": (
                Step(
                    "postReview",
                    {"bountyId": "{bountyId}", "humanId": "{assignment.humanId}"},
                    ("rating",),
                    when="assignment",
                ),
                Step(
                    "sendTransfer",
                    {"bountyId": "{bountyId}", "recipientId": "{assignment.humanId}"},
                    ("amount",),
                    when="assignment",
                ),
            ),
        }
    },
    "screening": {
        "worker": {
            "": (Step("applyForHumanization", needs=(*_REWRITTEN, "attestation"), named=_TEXT),),
            "pending": (
                Step(
                    "decideApplication",
                    {"action": "withdraw"},
                    named={"bounty_id": "bountyId", "application_id": "application.applicationId"},
                ),
            ),
        }
    },
    "assignment": {
        "worker": {"working": (Step("submitHumanization", needs=_REWRITTEN, until="deadlineAt", named=_TEXT),)}
    },
}
