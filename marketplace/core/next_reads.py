"""What to read next: of what an event tells, of a list, and of what is not there. Data only, as `next_steps`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from marketplace.core import next_waits
from marketplace.core.next_step import Step

_BOUNTY: Final = {"bounty_id": "bountyId"}
_APPLICATIONS: Final = Step("listApplications", named=_BOUNTY, why="What is due there, and what to do next.")
_DISPUTE: Final = Step("getDispute", named={"dispute_id": "disputeId"})
_TALK: Final = Step("getConversation", named={"conversation_id": "conversationId"})
_ESCROW: Final = Step("getEscrow", named={"escrow_id": "escrowId"})

# What an event of a managed run leads to: the run, which hires, judges and pays by itself.
_RUNS: Final = (
    Step("getQaRun", named={"run_id": "qaRunId"}, when="qaRunId", why="How it stands, and what it leaves to you."),
    Step("getTasteRun", named={"run_id": "tasteRunId"}, when="tasteRunId", why="How it stands."),
)


def _of_seat(step: Step) -> tuple[Step, ...]:
    return (replace(step, unless="runId"), *_RUNS)


# Type of an event -> where what it is about is read, by the fields of its `data`.
OF_EVENTS: Final[Mapping[str, tuple[Step, ...]]] = {
    **dict.fromkeys(
        (
            *("application.submitted", "application.ghost_flagged", "application.seat_expired"),
            *("application.contested", "application.contest_decided", "application.terms_changed"),
            *("extension.requested", "application.withdrawn"),
        ),
        _of_seat(_APPLICATIONS),
    ),
    "proof.uploaded": _of_seat(
        Step("getSubmission", named=_BOUNTY | {"submission_id": "submissionId"}, why="Look before you judge.")
    ),
    **dict.fromkeys(("message.received", "conversation.completion_claimed"), (_TALK,)),
    "bounty.completed": (_ESCROW,),
    **dict.fromkeys(
        (
            *("dispute.opened", "dispute.evidence_requested", "dispute.evidence_added", "dispute.offer_made"),
            *("dispute.settled", "dispute.decided", "dispute.appealed", "dispute.appeal_decided"),
        ),
        (_DISPUTE,),
    ),
    "escrow.refunded": (Step("getBounty", named=_BOUNTY, when="bountyId"),),
    **dict.fromkeys(
        ("approval.requested", "approval.decided"), (Step("getApproval", named={"approval_id": "approvalId"}),)
    ),
    **dict.fromkeys(("run.report_ready", "run.status_changed"), _RUNS),
}
# Type of an event -> what is to be waited for besides, after it: a place is free again.
WIDENED: Final[Mapping[str, tuple[str, ...]]] = {"application.seat_expired": ("application.submitted",)}

# Operation of a list -> its field with the rows, and their kind in `next_steps.OF_OBJECTS`.
LISTS: Final[Mapping[str, tuple[str, str]]] = {
    "listApplications": ("applications", "application"),
    "listQaRuns": ("runs", "qa_run"),
}
# The same, while it is empty; the object is the path of the call.
EMPTY: Final[Mapping[str, tuple[Step, ...]]] = {
    "listApplications": (
        Step(
            "listEvents",
            {"after": "start", "bountyId": "{bounty_id}", "types": "application.submitted"},
            why="Waits until somebody applies. Then with after: nextCursor.",
        ),
        Step(
            "getBountyOutreachStatus", named={"bounty_id": "bounty_id"}, why="Who was invited, and when the next are."
        ),
    ),
    "listQaRuns": (
        Step("listQaRuns", again=True, why="Of a schedule that has just begun the first run is there within a minute."),
        Step("listQaTemplates", why="Your schedules: whether each is active, and when its next run starts."),
    ),
    "listSubmissions": (
        next_waits.FIRST_EVIDENCE,
        Step("listApplications", named={"bounty_id": "bounty_id"}, why="Who works on it, and what each is waited for."),
    ),
}
# And of rows of which none has a step; `newest` is the latest of them by its id.
QUIET: Final[Mapping[str, tuple[Step, ...]]] = {
    "listApplications": (next_waits.APPLICANTS_AGAIN,),
    "listQaRuns": (next_waits.ANY_RUN,),
}

# Kind of an id -> where what has it is read; the object has it as `madeId`. An application is read in the list of its bounty.
OF_MADE: Final[Mapping[str, Step]] = {
    prefix: Step(operation, named={name: "madeId"}, why="What the first call with this key made.")
    for prefix, operation, name in (
        ("bty", "getBounty", "bounty_id"),
        ("esc", "getEscrow", "escrow_id"),
        ("dsp", "getDispute", "dispute_id"),
        ("trf", "getTransfer", "transfer_id"),
        ("cnv", "getConversation", "conversation_id"),
        ("hmz", "getHumanization", "humanization_id"),
        ("tst", "getTasteRun", "run_id"),
        ("apv", "getApproval", "approval_id"),
    )
}
# The kind of id that goes into a parameter of a path, by its prefix. Runs have ids of two kinds, people may be named otherwise.
KIND_OF: Final[Mapping[str, str]] = {
    "bounty_id": "bty",
    "application_id": "app",
    "submission_id": "sub",
    "escrow_id": "esc",
    "dispute_id": "dsp",
    "conversation_id": "cnv",
    "humanization_id": "hmz",
    "transfer_id": "trf",
    "template_id": "qat",
    "approval_id": "apv",
    "review_id": "rev",
    "human_id": "prf",
    "recipient_id": "prf",
}

# Parameter of a path that names nothing -> the list in which such ids are.
OF_MISSING: Final[Mapping[str, Step]] = {
    "bounty_id": Step("listBounties", {"mine": True}, why="Your bounties."),
    "application_id": Step("listApplications", named={"bounty_id": "bounty_id"}),
    "submission_id": Step("listSubmissions", named={"bounty_id": "bounty_id"}),
    "escrow_id": Step("listEscrows"),
    "dispute_id": Step("listDisputes"),
    "transfer_id": Step("listTransfers"),
    "conversation_id": Step("listConversations"),
    "approval_id": Step("listApprovals"),
    "template_id": Step("listQaTemplates"),
    "run_id": Step("listQaRuns"),
    "subscription_id": Step("listSubscriptions"),
    "humanization_id": Step("listBounties", {"mine": True}, why="Your bounties, those of humanizations among them."),
}
# Whoever reads them need not have signed in, and has no list of their own then.
PUBLIC: Final = ("getBounty",)
