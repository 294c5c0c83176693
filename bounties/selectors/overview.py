"""Applications with their related rows, a page at a time: the owner's view of applicants, a worker's view of their work. The
number of queries does not depend on the number of rows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from bounties.models import Application, Bounty, Submission
from bounties.rules.overview import Facts, Overview, overview
from bounties.selectors import contests, terms
from bounties.selectors.checks import CheckResults, check_results
from bounties.selectors.contests import Contested
from escrow.models import Escrow
from escrow.selectors import earned
from escrow.selectors.earned import Earned
from humans.models.conversations import LastMessage
from humans.selectors import reviews
from humans.selectors.relations import relations_of
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

HIRED = ("accepted", "expired", "withdrawn")  # with an escrow; the last two may also have ended while pending


class Job(NamedTuple):
    """A hired seat: its computed overview, and the rows it is computed from."""

    decided: Overview
    escrow: Escrow
    latest_message: LastMessage | None
    latest_submission: Submission | None
    contest: Contested | None

    @property
    def state(self) -> str:
        """The overall state as people read it: whose evidence came back, by its verdict, and that our staff decide instead."""
        state = self.decided.overall_state
        if self.decided.next_action is not None and self.decided.next_action.kind == "staff_review":
            return "staff_review"
        return "not_accepted" if state == "redo_requested" and self.latest_submission_status == "rejected" else state

    @property
    def evidence_flags(self) -> list[str]:
        return self.latest_submission.evidence_flags if self.latest_submission else []

    @property
    def latest_submission_status(self) -> str | None:
        return self.latest_submission.status if self.latest_submission else None


@dataclass(frozen=True, slots=True)
class Applicant:
    """An application as the bounty's owner sees it."""

    application: Application
    relation: str | None
    review_summary: reviews.Summary
    earned: Earned
    job: Job | None
    checks: CheckResults

    @property
    def is_blocked_by_owner(self) -> bool:
        return self.relation == "blocked"

    @property
    def is_preferred_by_owner(self) -> bool:
        return self.relation == "preferred"


class Work(NamedTuple):
    """An application as its applicant sees it, with its seat, if hired."""

    application: Application
    job: Job | None


def work_of(actor: Actor) -> QuerySet[Application]:
    """The caller's applications, without the bounties' long text columns."""
    rows = Application.objects.filter(human_id=actor.id)
    rows = rows.select_related("human", "escrow", "conversation", "bounty")
    return rows.defer("bounty__description", "bounty__completion_criteria")


def own_work(actor: Actor, application_id: str) -> Work:
    """One application of the caller, with its seat. Raises NotFound (404), also for other people's."""
    try:
        application = work_of(actor).get(pk=ids.decode("app", application_id))
    except (ValueError, Application.DoesNotExist):
        raise NotFound("You have no such application. GET /api/work lists yours.")
    [work] = for_worker([application])
    return work


def running(actor: Actor) -> QuerySet[Application]:
    """The caller's seats whose money is not decided yet."""
    return work_of(actor).filter(status="accepted", escrow__ended_at=None)


def ended(actor: Actor) -> QuerySet[Application]:
    """What is over: turned down, given back, expired, or paid."""
    return work_of(actor).exclude(status="pending").exclude(status="accepted", escrow__ended_at=None)


def for_owner(bounty: Bounty, applications: Sequence[Application]) -> list[Applicant]:
    """These applications of one bounty, as its owner sees them."""
    people = {application.human_id for application in applications}
    relations, reviewed, pay = (
        relations_of(bounty.owner_id, people),
        reviews.summaries(people),
        earned.by_worker(people),
    )
    found, results = jobs(applications), check_results(bounty, people)
    return [
        Applicant(
            application=application,
            relation=relations.get(application.human_id),
            review_summary=reviewed.get(application.human_id, reviews.Summary()),
            earned=pay.get(application.human_id, Earned()),
            job=found.get(application.pk),
            checks=results[application.human_id],
        )
        for application in applications
    ]


def for_worker(applications: Sequence[Application]) -> list[Work]:
    """These applications of one person, as they see them."""
    found = jobs(applications)
    return [Work(application, found.get(application.pk)) for application in applications]


def jobs(applications: Sequence[Application]) -> dict[UUID, Job]:
    """Jobs of the hired ones among these applications, by application pk. One query for the latest submissions, one or two
    for contests."""
    now, hired = clock.now(), [row for row in applications if row.status in HIRED and row.escrow_id is not None]
    latest = _latest_submissions([row.pk for row in hired])
    contested = contests.latest([row.pk for row in hired])
    found = {}
    for row in hired:
        submission, conversation = latest.get(row.pk), row.conversation
        assert row.escrow is not None
        found[row.pk] = Job(
            decided=overview(_facts(row, row.escrow, submission), now),
            escrow=row.escrow,
            latest_message=conversation.last_message if conversation else None,
            latest_submission=submission,
            contest=contested.get(row.pk),
        )
    return found


def _facts(application: Application, escrow: Escrow, submission: Submission | None) -> Facts:
    coverage = submission.checks.get("coverage", {}) if submission else {}
    return Facts(
        application=application.status,
        bounty=application.bounty.status,
        escrow=escrow.status,
        refunded_to=escrow.refunded_to,
        delivered=escrow.delivered_at is not None,
        completed=escrow.completed_at is not None,
        submission=submission.status if submission else None,
        wanted=terms.as_agreed(application.bounty, application).evidence_wanted,
        covered=[kind for kind, is_there in coverage.items() if is_there],
        confirmed=application.confirmed_at is not None,
        started=application.started_at is not None,
        flagged=application.ghost_flagged_at is not None,
        left_at=application.terms_left_at,
        needs_staff=application.needs_staff_at is not None,
        extension_pending=(application.extension or {}).get("state") == "pending",
        confirm_by=application.confirm_by,
        start_by=application.start_by,
        complete_by=application.complete_by,
        ends_at=application.ends_at,
        held_until=application.extension_until,
        flag_at=application.flag_at,
        review_due_at=escrow.review_due_at,
        auto_release_at=escrow.auto_release_at,
        kind=application.bounty.kind,
    )


def _latest_submissions(application_ids: Collection[UUID]) -> dict[UUID, Submission]:
    rows = Submission.objects.filter(application_id__in=application_ids).only(
        *("application_id", "status", "checks", "response", "created_at", "finalized_at"),
    )
    return {row.application_id: row for row in rows.order_by("application_id", "-id").distinct("application_id")}
