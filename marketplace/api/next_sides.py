"""On which side of an object a caller is, and in which state it is: by these its next steps are found (`next_steps`)."""

from collections.abc import Mapping
from typing import Any

from marketplace.core.actor import Actor


def state(kind: str, row: Mapping[str, Any]) -> str:
    """What the steps of an object go by: mostly its status."""
    found = row.get("status", "")
    match kind:
        case "application" if row.get("jobOverview"):  # of somebody who was hired
            found = (row["jobOverview"]["nextAction"] or {}).get("kind", "")
        case "submission" if found == "approved":
            found = row.get("escrowStatus")
        case "submission" if found in ("rejected", "redo_requested"):
            found = "sent_back" if row.get("escrowStatus") == "locked" else ""
        case "humanization" if found in ("submitted", "in_review"):
            found = found_at(row, "review.state")
        case "humanization" if found == "completed":
            found = found_at(row, "assignment.state")
        case "screening":
            found = found_at(row, "application.applicationStatus")
        case "assignment":
            found = row.get("state")
    return str(found or "")


def side(kind: str, row: Mapping[str, Any], caller: Actor) -> str:
    """On which side of an object the caller is, by what the object shows them; empty for somebody else."""
    mine = caller.me.public_profile_id
    match kind:
        case "bounty":
            return "owner" if "assignedHumanIds" in row and _is_own(row, caller) else ""
        case "approval":
            # Of those who are signed in an owner decides; whoever else looks on is told nothing.
            if caller.via == "session":
                return "person" if caller.is_owner_in_person else ""
            return "agent"
        case "escrow" if row.get("kind") == "pool":
            return ""
        case "transfer":
            return "owner" if row.get("direction") == "sent" else ""
        case "qa_run" | "qa_template" | "run" | "wallet":
            return "owner"
        case "subscription":
            return str(row.get("role", ""))
        case "humanization":  # staff read it without its texts
            return "owner" if row.get("sourceText", True) is not None else ""
        case "screening" | "assignment":
            return "worker"
    worker = row.get("doerHumanId") if kind == "submission" else row.get("humanId")
    if worker == mine:
        return "worker"
    return "" if caller.is_staff else "owner"


def _is_own(row: Mapping[str, Any], caller: Actor) -> bool:
    """A bounty of an account with an identity has its name instead of the profile's. Staff see those of others, too."""
    named = str(row.get("agentId", ""))
    return named == caller.me.public_profile_id or (named.startswith("agent_") and not caller.is_staff)


def with_run(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """With the run's id by what it is of, since the routes differ: `qaRunId` or `tasteRunId`."""
    run = str(row.get("runId") or "")
    return {**row, ("tasteRunId" if run.startswith("tst_") else "qaRunId"): run} if run else row


def with_newest(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """An answer with messages, with the place in the inbox behind the newest of them (`newest`): its event, if the other side wrote
    it; else its moment. What opened a conversation, at its own moment, was no news to anybody."""
    talk, shown = body.get("conversation"), body.get("messages")
    if not isinstance(talk, Mapping) or not isinstance(shown, list):
        return body
    last = shown[-1] if shown else {"createdAt": found_at(talk, "lastMessage.at") or talk["createdAt"]}
    is_told = last.get("senderType") not in (None, talk["viewerSide"]) and last["createdAt"] != talk["createdAt"]
    return {**body, "newest": f"message.received:{last['id']}" if is_told else last["createdAt"]}


def found_at(row: Any, path: str) -> Any:
    """`waysToPay.0.body.amount` of an object; None where there is no such thing."""
    for step in path.split("."):
        if isinstance(row, Mapping):
            row = row.get(step)
        elif isinstance(row, list) and step.isdigit() and int(step) < len(row):
            row = row[int(step)]
        else:
            return None
    return row
