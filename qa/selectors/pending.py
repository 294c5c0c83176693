"""What waits for an account as one that hires: jobs and seats, decisions of managed runs, disputes, spends that its owner is asked
about. As the page /owner has it, for programs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bounties.selectors import owned
from escrow.selectors import dispute_turns
from marketplace.core import clock
from marketplace.core.actor import Actor
from qa.models import Escalation
from wallet.selectors import approvals

AT_MOST: Final = 30  # of one kind
JOBS: Final = (
    *("applications", "review", "claimed", "pay", "more_time", "silent", "left", "disputed"),
    *("unfilled", "unpaid", "raise"),
)
DISPUTES: Final = {"answer": "dispute_answer", "asked": "dispute_request", "offer": "dispute_offer"}
KINDS: Final = (*JOBS, "escalation", *DISPUTES.values(), "approval")


@dataclass(frozen=True, slots=True)
class Pending:
    """One matter. `kind`: of `KINDS`; `about`: the id of what it is about; `count`: how many of it; `due_at` (UTC): until when,
    None without an end; `operation`, `ids`: the call that shows it whole, and the ids of its path; `application_id`: when it is
    about one person."""

    kind: str
    about: str
    title: str
    count: int
    due_at: datetime | None
    operation: str
    ids: Mapping[str, str]
    application_id: str | None = None


def pending(actor: Actor) -> list[Pending]:
    """Everything that waits, first due first; at most `AT_MOST` of a kind. The number of queries does not depend on the rows."""
    found = [*_jobs(actor), *_escalations(actor), *_disputes(actor), *_approvals(actor)]
    return sorted(found, key=lambda one: (one.due_at is None, one.due_at or clock.now(), one.about))


def _jobs(actor: Actor) -> Iterable[Pending]:
    running = owned.running(actor, at_most=AT_MOST)
    stalled = [matter for job in running if (matter := owned.stalled(job)) is not None]
    for one in [*owned.waiting(actor), *stalled]:
        see = "getBounty" if one.kind in ("unfilled", "unpaid", "raise") else "listApplications"
        ids = {"bounty_id": one.bounty_id}
        yield Pending(one.kind, one.bounty_id, one.title, one.count, one.due_at, see, ids, one.only)


def _escalations(actor: Actor) -> Iterable[Pending]:
    rows = Escalation.objects.filter(run__owner_id=actor.id, status="open", run__bounty__isnull=False)
    for row in rows.select_related("run__template", "application__escrow").order_by("id")[:AT_MOST]:
        run = row.run.public_id
        yield Pending("escalation", run, row.run.template.name, 1, row.due_at, "getQaRun", {"run_id": run})


def _disputes(actor: Actor) -> Iterable[Pending]:
    for one in dispute_turns.waiting_for(actor.id):
        ids = {"dispute_id": one.dispute_id}
        yield Pending(DISPUTES[one.what], one.dispute_id, one.title, 1, one.due_at, "getDispute", ids)


def _approvals(actor: Actor) -> Iterable[Pending]:
    rows = approvals.of_account(actor.id, status="pending").order_by("expires_at", "pk")
    for row in rows[:AT_MOST]:
        plan = row.planned
        ids, title = {"approval_id": row.public_id}, plan.title or plan.description
        yield Pending("approval", row.public_id, title, 1, row.expires_at, "getApproval", ids)
