"""Facts as people and audit logs read them."""

from uuid import UUID

from django.db.models import QuerySet

from webhooks.models import Event


def timeline(subject_id: UUID) -> QuerySet[Event]:
    """Everything that happened to one row, oldest first."""
    return Event.objects.filter(subject_id=subject_id).order_by("id")
