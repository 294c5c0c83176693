"""Support reports: a person's own, and those that wait for staff."""

from django.db.models import QuerySet

from marketplace.core.actor import Actor
from marketplace.models import SupportReport


def own(actor: Actor) -> QuerySet[SupportReport]:
    """What this account has reported."""
    return SupportReport.objects.filter(account_id=actor.id)


def waiting() -> int:
    """The number of open support reports."""
    return SupportReport.objects.filter(status="open").count()
