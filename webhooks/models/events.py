from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTransform

from marketplace.models.base import Row


class Event(Row):
    """One event, written in the transaction of its cause (outbox). Public ones are delivered; all of them are the audit trail."""

    PREFIX = "evt"

    account = models.ForeignKey(
        "marketplace.Account", null=True, on_delete=models.PROTECT, related_name="events", db_index=False
    )
    type = models.CharField(max_length=60)
    entity = models.CharField(max_length=64, help_text="Public id of the row this is about.")
    key = models.CharField(
        max_length=120, help_text="The event's id on the wire: <type>:<entity>, .<n> from the second on."
    )
    data = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    subject_id = models.UUIDField(null=True, help_text="The row this is about.")
    actor = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=300, blank=True)
    request_id = models.CharField(max_length=128, blank=True)
    trace_id = models.CharField(max_length=32, null=True, help_text="Of the caller's traceparent, if it sent one.")
    only_endpoint = models.ForeignKey("webhooks.Endpoint", null=True, on_delete=models.CASCADE, related_name="+")
    fanned_out_at = models.DateTimeField(null=True)
    # Not the order of the ids: an id is made before its transaction commits, so a smaller one may become visible after a larger
    # one.
    position = models.BigIntegerField(null=True, help_text="Place in its account's inbox, given after the commit.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "key"], name="event_once", nulls_distinct=False),
            models.UniqueConstraint(
                fields=["account", "position"], condition=Q(position__isnull=False), name="event_place"
            ),
        ]
        indexes = [
            models.Index(fields=["subject_id", "id"], condition=Q(subject_id__isnull=False), name="event_timeline"),
            models.Index(fields=["entity", "type"], name="event_occurrences"),
            models.Index(fields=["id"], condition=Q(fanned_out_at=None, public=True), name="event_not_fanned_out"),
            models.Index(fields=["account", "id"], condition=Q(position=None, public=True), name="event_without_place"),
            models.Index(
                fields=["account", "type", "position"], condition=Q(position__isnull=False), name="event_place_by_type"
            ),
            models.Index(
                "account",
                KeyTransform("bountyId", "data"),
                "position",
                condition=Q(position__isnull=False),
                name="event_place_by_bounty",
            ),
            models.Index(fields=["account", "created_at"], condition=Q(public=True), name="event_replay"),
        ]
