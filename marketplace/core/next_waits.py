"""What is waited for next, and from which event on. Data only, as `next_steps`."""

from dataclasses import replace
from typing import Final

from marketplace.core.next_step import Step


def _wait(
    types: str,
    why: str,
    *,
    after: str = "start",
    bounty: str = "{bountyId}",
    when: str = "bountyId",
    unless: str = "",
    until: str = "",
) -> Step:
    """Waiting for events of one bounty, behind the event with which began what is waited for (`after`): what happened since the
    answer is not missed, and what happened before it is not told again."""
    of = {"after": after, "bountyId": bounty, "types": types}
    return Step("listEvents", of, when=when, unless=unless, until=until, why=f"{why} Then with after: nextCursor.")


# Behind the event that said that the owner is asked: what they decide before the caller waits is not missed.
APPROVAL: Final = Step(
    "listEvents",
    {"after": "approval.requested:{id}", "types": "approval.decided"},
    until="expiresAt",
    why="Waits for the owner to decide. Don't send the call with another key meanwhile, which would ask them again.",
)
APPLICANT: Final = _wait(
    "application.submitted",
    "Waits until somebody applies. Nobody is hired by themselves unless checks were declared.",
    after="escrow.funded:{escrowId}",
    bounty="{id}",
    when="escrowId",
    unless="applicationCount",
)
_FROM_THEM: Final = (
    "proof.uploaded,message.received,extension.requested,conversation.completion_claimed,application.seat_expired"
)
_SINCE_HIRED: Final = {"after": "escrow.funded:{currentEscrowId}", "when": "currentEscrowId"}
CONFIRMATION: Final = _wait(
    _FROM_THEM,
    "Waits for their evidence or words. Who does not confirm by confirmBy loses the seat; evidence is due by dueAt, and whoever is "
    "silent then is warned, and loses it, too.",
    until="dueAt",
    **_SINCE_HIRED,
)
EVIDENCE: Final = _wait(_FROM_THEM, "Waits for their evidence or words.", until="dueAt", **_SINCE_HIRED)
STAFF: Final = _wait(
    "application.contest_decided",
    "Waits for our staff's decision; jobOverview.contest says what may come of it.",
    until="jobOverview.contest.dueAt",
    **_SINCE_HIRED,
)
NEW_EVIDENCE: Final = _wait(
    "proof.uploaded,message.received,application.contested,application.contest_decided,application.seat_expired",
    "Waits for new evidence. Without any the seat ends without pay at seatEndsAt, and its money returns to the bounty's pool. The "
    "worker may contest within 7 days instead: then our staff decide.",
    after="proof.uploaded:{id}",
    until="newEvidenceBy",
)
HIRED: Final = _wait(
    _FROM_THEM,
    "Waits for their evidence or words. Who does not confirm by confirmBy loses the seat, and the money comes back.",
    after="escrow.funded:{escrowId}",
    when="confirmBy",
    until="confirmBy",
)
APPLICANTS_AGAIN: Final = _wait(
    "application.submitted",
    "Waits for the next applicant: nobody here waits for you, and nobody works.",
    after="application.submitted:{newest}",
    bounty="{bounty_id}",
    when="newest",
)
FIRST_EVIDENCE: Final = _wait("proof.uploaded", "Waits for evidence.", bounty="{bounty_id}", when="bounty_id")
# Behind the newest message that was shown (`next_sides.with_newest`).
WORDS: Final = _wait(
    "message.received",
    "Waits for an answer.",
    after="{newest}",
    bounty="{conversation.bountyId}",
    when="conversation.bountyId",
)
# From the message on, of any conversation: a message does not say which bounty it is about.
ANSWER: Final = Step(
    "listEvents",
    {"after": "{message.createdAt}", "types": "message.received"},
    why="Waits for an answer. Then with after: nextCursor.",
)
_OF_RUNS: Final = "run.report_ready,run.status_changed"
_TO_REPORT: Final = "Waits for the report of this run, or for its end without one."
# Where none goes on: what happens to any of them.
ANY_RUN: Final = Step(
    "listEvents",
    {"after": "now", "types": _OF_RUNS},
    why="Waits for the report of a run, or for its end without one. Then with after: nextCursor.",
)
# A run that is not paid for has no bounty yet: what has happened to any of them since it was made.
UNPAID_RUN: Final = replace(ANY_RUN, body={**ANY_RUN.body, "after": "{createdAt}"})
# No event is about the bounty of a QA run before its end.
QA_RUN: Final = _wait(_OF_RUNS, _TO_REPORT, until="endsBy")
# A panel that is paid for has said so.
TASTE_RUN: Final = _wait(_OF_RUNS, _TO_REPORT, after="run.status_changed:{id}", until="endsAt")
UNPAID_TASTE_RUN: Final = _wait(_OF_RUNS, "Waits until the money is there, or for the end of this run without it.")
REWRITER: Final = _wait(
    "proof.uploaded,message.received,application.seat_expired",
    "Waits for the text. Whoever passes the detector is hired by itself.",
)
TEXT: Final = _wait(
    "proof.uploaded,message.received,application.seat_expired",
    "Waits for the text.",
    after="application.accepted:{assignment.applicationId}",
    when="assignment",
    until="assignment.deadlineAt",
)
DISPUTE: Final = _wait(
    "dispute.evidence_added,dispute.evidence_requested,dispute.offer_made,dispute.settled,dispute.decided",
    "Waits for what comes next in it: what the other side shows or offers, what our staff ask or decide.",
    after="dispute.opened:{id}",
    when="id",
)
# Of a dispute that staff have decided, while somebody may appeal.
APPEAL: Final = _wait(
    "dispute.appealed,dispute.appeal_decided",
    "Waits for an appeal, which may change what you get.",
    after="dispute.decided:{id}",
    when="id",
    until="appealUntil",
)
# Once somebody has appealed.
APPEALED: Final = _wait(
    "dispute.appeal_decided",
    "Waits for our staff's decision of the appeal; the first one stands until then.",
    after="dispute.appealed:{id}",
    when="id",
)
