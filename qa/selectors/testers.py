"""What is known of people who apply to test: what makes an owner look at them first."""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db.models import Count

from bounties.models import Application
from escrow.selectors import disputes
from marketplace.core import clock
from qa.rules.reviews import doubt_about_tester

_LATELY = timedelta(days=90)
_LOST = ("confirmation_timeout", "not_started", "overdue", "ghosted")


def doubts(human_ids: Collection[UUID]) -> dict[UUID, str]:
    """Of each of these people why the rules don't hire them by themselves; empty when nothing speaks against it."""
    about = disputes.counts(human_ids)
    since = clock.now() - _LATELY
    rows = Application.objects.filter(human_id__in=human_ids, status="expired", end_reason__in=_LOST)
    lost = dict(rows.filter(ended_at__gte=since).order_by().values_list("human_id").annotate(Count("pk")))
    return {
        human: doubt_about_tester(disputes=about.get(human, 0), lost_seats=lost.get(human, 0)) for human in human_ids
    }
