"""QA runs as their owner reads them, with sums from the ledger and counts; a constant number of queries per page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, Q, QuerySet, When

from bounties.models import Application
from marketplace.core.actor import Actor
from qa.models import Escalation, Run, Template
from qa.rules.runs import ESCALATION_KINDS
from wallet.selectors import flows

ESCALATIONS_MAX = 200


def templates_of(actor: Actor) -> QuerySet[Template]:
    rows: QuerySet[Template] = Template.objects.filter(owner_id=actor.id)
    return rows


def runs_of(actor: Actor) -> QuerySet[Run]:
    rows: QuerySet[Run] = Run.objects.filter(owner_id=actor.id).select_related("template", "bounty")
    return rows.defer("report")


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run with its money, its testers and its open escalations."""

    run: Run
    flow: flows.Flow
    accepted_tester_count: int
    unsettled_tester_count: int
    application_escalation_count: int
    submission_escalation_count: int
    dispute_escalation_count: int
    has_report: bool

    @property
    def escalation_count(self) -> int:
        return self.application_escalation_count + self.submission_escalation_count + self.dispute_escalation_count


def summaries(runs: Sequence[Run]) -> list[RunSummary]:
    """The summary of each run, in the same order."""
    bounties = [run.bounty_id for run in runs if run.bounty_id is not None]
    money = flows.of_bounties(bounties)
    hired = Application.objects.filter(bounty_id__in=bounties, status="accepted").order_by().values_list("bounty_id")
    seats = {
        key: (taken, unsettled)
        for key, taken, unsettled in hired.annotate(
            taken=Count("pk"), unsettled=Count("pk", filter=Q(escrow__ended_at=None))
        )
    }
    waiting = Escalation.objects.filter(run__in=[run.pk for run in runs], status="open").order_by()
    counts = {(run, kind): count for run, kind, count in waiting.values_list("run_id", "kind").annotate(Count("pk"))}
    reported = Run.objects.filter(pk__in=[run.pk for run in runs], report__isnull=False).values_list("pk", flat=True)
    has_report = set(reported)
    found = []
    for run in runs:
        taken, unsettled = seats.get(run.bounty_id, (0, 0)) if run.bounty_id else (0, 0)
        application, submission, dispute = (counts.get((run.pk, kind), 0) for kind in ESCALATION_KINDS)
        flow = money.get(run.bounty_id, flows.NOTHING) if run.bounty_id else flows.NOTHING
        found.append(RunSummary(run, flow, taken, unsettled, application, submission, dispute, run.pk in has_report))
    return found


def escalations_of(run: Run) -> list[Escalation]:
    """Up to ESCALATIONS_MAX escalations: open ones first, then the newest."""
    rows = run.escalations.select_related("application__human").order_by(
        Case(When(status="open", then=0), default=1), "-id"
    )
    return list(rows[:ESCALATIONS_MAX])


def last_report(run: Run) -> Run | None:
    """The latest earlier run of the template whose report has accepted submissions."""
    rows = Run.objects.select_related("template").filter(
        template_id=run.template_id, status="closed", date__lt=run.date, report__submissionsAccepted__gt=0
    )
    found: Run | None = rows.order_by("-date").first()
    return found
