"""What can be done next with the managed products and with services: runs and panels, texts that are rewritten, subscriptions. Data
only, as `next_steps`."""

from collections.abc import Mapping
from typing import Final

from marketplace.core import next_waits
from marketplace.core.next_step import Step
from marketplace.core.next_steps import REDO, REJECT, TO_WALLET

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
_PAUSE: Final = Step(
    "changeQaTemplate",
    {"status": "paused"},
    when="templateNextRunAt",
    named={"template_id": "templateId"},
    why="No further run starts then: the next one is due at {templateNextRunAt}.",
)
_OF_TEMPLATE: Final = {"template_id": "id"}
_VOTES: Final = Step("getTasteRun", named=_RUN, why="How it stands; in the end its report.")
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
    Step("reviewSubmission", {"action": "request_redo"}, ("response",), named=_HANDED_IN, why=REDO),
    Step("reviewSubmission", {"action": "reject"}, ("response",), named=_HANDED_IN, why=REJECT),
    Step("releaseEscrow", {"acknowledgeRelease": True}, named=_TEXT_SEAT, why="Approves and pays at once."),
    Step("openDispute", needs=("category", "description"), named=_TEXT_SEAT, why=TO_WALLET),
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

# As `next_steps.OF_OBJECTS`.
OF_PRODUCTS: Final[Mapping[str, Mapping[str, Mapping[str, tuple[Step, ...]]]]] = {
    "qa_run": {
        "owner": {
            "funding": (next_waits.UNPAID_RUN, _STOP_RUN),
            **dict.fromkeys(("open", "reviewing"), (*_LEFT_TO_OWNER, next_waits.QA_RUN, _STOP_RUN)),
            "draining": (*_LEFT_TO_OWNER, next_waits.QA_RUN, *_STOPPED),
            **dict.fromkeys(("closed", "expired", "failed"), (_REPORT, _PAUSE)),
        }
    },
    # A taste run.
    "run": {
        "owner": {
            "pending_funding": (next_waits.UNPAID_TASTE_RUN, _VOTES),
            **dict.fromkeys(("open", "reviewing"), (next_waits.TASTE_RUN, _VOTES)),
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
