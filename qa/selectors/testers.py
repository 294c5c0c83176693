"""The history of applicants, which decides whether a run hires them by rule or escalates to its owner."""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db.models import Count

from bounties.models import Application
from escrow.selectors import disputes
from marketplace.core import clock
from qa.rules.reviews import escalate_applicant_reason

_LATELY = timedelta(days=90)
_LOST = ("confirmation_timeout", "not_started", "overdue", "ghosted", "taken_back")


def escalation_reasons(human_ids: Collection[UUID]) -> dict[UUID, str]:
    """By person: the code of why their application is escalated; empty when the run may hire them. Two queries."""
    about = disputes.counts(human_ids)
    since = clock.now() - _LATELY
    rows = Application.objects.filter(human_id__in=human_ids, status="expired", end_reason__in=_LOST)
    lost = dict(rows.filter(ended_at__gte=since).order_by().values_list("human_id").annotate(Count("pk")))
    return {
        human: escalate_applicant_reason(disputes=about.get(human, 0), lost_seats=lost.get(human, 0))
        for human in human_ids
    }
