from django.db import models
from django.db.models import Q

from marketplace.models.base import FollowedUp, Row
from marketplace.models.sealed import SealedField


class Device(Row):
    """A browser in which a person switched pushes on. Its address at the push service is as good as a key, so it is stored
    encrypted; the digest finds it again."""

    PREFIX = "dvc"

    account = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="devices")
    endpoint_hash = models.BinaryField(max_length=32, unique=True, help_text="SHA-256 of the address.")
    sealed = SealedField(purpose="push-device", help_text="Address and keys as JSON, encrypted.")
    host = models.CharField(max_length=255, help_text="The push service.")
    name = models.CharField(max_length=60, help_text="Of the browser, for its owner.")
    key = models.CharField(
        max_length=87,
        blank=True,
        default="",
        db_default="",
        help_text="The public key of ours that it subscribed with; empty: from before this was kept.",
    )
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="When the push service took the last push.")
    failures = models.PositiveSmallIntegerField(default=0, help_text="Pushes in a row that could not be delivered.")


class Push(FollowedUp, Row):
    """A push to one device, written in the transaction of its cause and sent by a task."""

    PREFIX = "psh"

    account = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+")
    device_id = models.UUIDField(
        help_text="No foreign key: whoever removes a device waits for nobody who writes pushes."
    )
    kind = models.CharField(max_length=40, help_text="As the mail template is called.")
    title = models.CharField(max_length=120)
    text = models.CharField(max_length=160, blank=True)
    path = models.CharField(max_length=200, help_text="Of the page that it leads to.")
    urgency = models.CharField(max_length=8)
    topic = models.CharField(
        max_length=32, blank=True, help_text="A push that waits is replaced by a later one with the same topic."
    )
    expires_at = models.DateTimeField(help_text="Of no use afterwards.")
    outcome = models.CharField(
        max_length=8, blank=True, help_text="sent, gone, late or failed; empty until it is known."
    )
    last_error = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome="", next_attempt_at__isnull=False) | (~Q(outcome="") & Q(next_attempt_at=None)),
                name="push_ended_is_not_due",
            )
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], condition=Q(outcome=""), name="push_due"),
            models.Index(fields=["created_at"], condition=~Q(outcome=""), name="push_age"),
        ]
        verbose_name_plural = "pushes"
