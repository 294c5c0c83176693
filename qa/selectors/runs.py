"""QA runs as their owner reads them, with sums from the ledger and counts; a constant number of queries per page."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from bounties.models import Application, Submission
from marketplace.api.files import with_urls
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.models import File
from qa.models import Escalation, Run, Template
from qa.models.runs import STARTED
from qa.rules.runs import ESCALATION_KINDS
from qa.rules.templates import is_over
from wallet.selectors import flows

ESCALATIONS_MAX = 200


def templates_of(actor: Actor) -> QuerySet[Template]:
    """The caller's templates, each with the number of its runs."""
    started = Run.objects.filter(STARTED, template_id=OuterRef("pk")).order_by().values("template_id")
    counted = Coalesce(Subquery(started.annotate(number=Count("pk")).values("number")), 0)
    rows: QuerySet[Template] = Template.objects.filter(owner_id=actor.id).annotate(started_count=counted)
    return rows


def runs_of(actor: Actor) -> QuerySet[Run]:
    rows: QuerySet[Run] = Run.objects.filter(owner_id=actor.id).select_related("template", "bounty")
    return rows.defer("report")


def why_not_now(template: Template) -> str:
    """Why a run of this template can't be asked for now: `paused`, `over` (its end, or its number of runs), `going_on` (the run
    before it), `had_today` (a run's id is its date, in UTC). Empty: it can."""
    now = clock.now()
    if template.status != "active":
        return "paused"
    if is_over(now, ends_at=template.ends_at, started=template.runs_started, most=template.max_runs):
        return "over"
    rows = template.runs.filter(Q(date=now.date()) | Q(ended_at=None)).values_list("ended_at", flat=True)
    found = list(rows)
    return "going_on" if None in found else "had_today" if found else ""


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a tester sent, to decide about it: files with new signed URLs."""

    text: str
    findings: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    flags: list[str]
    files: list[File]


def escalations_of(run: Run) -> list[Escalation]:
    """Up to ESCALATIONS_MAX escalations, each with its `evidence`: open ones first, then the newest."""
    rows = run.escalations.select_related(
        "run", "application__human", "application__escrow", "submission"
    ).prefetch_related("submission__files")
    found = list(rows.order_by(Case(When(status="open", then=0), default=1), "-id")[:ESCALATIONS_MAX])
    for row in found:
        row.evidence = _evidence(row.submission) if row.submission is not None else None  # type: ignore[attr-defined]
    return found


def _evidence(sent: Submission) -> Evidence:
    findings = sent.form.get("findings", [])
    return Evidence(sent.text_evidence, findings, sent.answers, sent.evidence_flags, with_urls(sent.files.all()))


def last_report(run: Run) -> Run | None:
    """The latest earlier run of the template whose report has accepted submissions."""
    rows = Run.objects.select_related("template").filter(
        template_id=run.template_id, status="closed", date__lt=run.date, report__submissionsAccepted__gt=0
    )
    found: Run | None = rows.order_by("-date").first()
    return found


def called(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """The names of this account's test plans."""
    return dict(Template.objects.filter(owner_id=account_id, pk__in=keys).values_list("pk", "name"))
