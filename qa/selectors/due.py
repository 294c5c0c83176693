"""What the timers of this app take, and when."""

from django.db.models import Exists, OuterRef, QuerySet

from bounties.models import Application, Bounty
from marketplace.ports import Due
from qa.models import Escalation, Run, TasteRun, Template
from qa.rules.runs import WORKING


def rows() -> list[Due]:
    dirty = Bounty.objects.filter(dirty_since__isnull=False)
    return [
        Due("qa.reconcile_taste", dirty.filter(kind="taste"), "dirty_since"),
        Due("qa.start_taste", TasteRun.objects.filter(status="pending_funding"), "fund_at"),
        Due("qa.end_taste", TasteRun.objects.filter(status="open"), "ends_at"),
        Due("qa.reconcile_runs", dirty.filter(kind="qa"), "dirty_since"),
        Due(
            "qa.reconcile_due_runs",
            Run.objects.filter(status__in=WORKING, intake_closed_at=None),
            "intake_ends_at",
        ),
        Due("qa.reconcile_due_runs", disputed_runs(), "created_at", stays=True),
        Due("qa.start_runs", Template.objects.filter(status="active"), "next_run_at"),
        Due("qa.start_runs", Run.objects.filter(status="funding"), "fund_at"),
        Due("qa.mail_owners", Run.objects.all(), "mail_due_at"),
    ]


def disputed_runs() -> QuerySet[Run]:
    """Runs with a dispute that is not escalated yet."""
    escalated = Escalation.objects.filter(application_id=OuterRef("pk"), kind="dispute", status="open")
    frozen = Application.objects.filter(bounty_id=OuterRef("bounty_id"), escrow__status="disputed")
    return Run.objects.filter(Exists(frozen.exclude(Exists(escalated))), status__in=WORKING)
