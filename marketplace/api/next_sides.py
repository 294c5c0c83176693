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
            return "person" if caller.via == "session" else "agent"
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
