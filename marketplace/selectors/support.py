"""Support reports: a person's own, and those that wait for staff."""

from django.db.models import QuerySet

from marketplace.core.actor import Actor
from marketplace.models import Account, SupportReport
from marketplace.ports import Waiting


def own(actor: Actor) -> QuerySet[SupportReport]:
    """What this account has reported."""
    return SupportReport.objects.filter(account_id=actor.id)


def waiting_parts(staff: Account) -> list[Waiting]:
    """Open reports, for the first page of the back office."""
    rows = SupportReport.objects.filter(status="open")
    return [Waiting("work", "Reports to answer", rows, "marketplace_supportreport", "status__exact=open")]
