from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from marketplace.models.base import FollowedUp, Row


class MicSample(FollowedUp, Row):
    """One microphone recording for one bounty. The recording is deleted once it is scored; only the bounty's owner sees the
    scores."""

    PREFIX = "mic"
    STATUSES = ("pending", "scored", "error")

    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="mic_samples", db_index=False)
    human = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="Of this person's samples for this bounty.")
    status = models.CharField(max_length=7, default="pending", choices=[(name, name) for name in STATUSES])
    seconds = models.FloatField(help_text="How long the recording was.")
    recording_id = models.UUIDField()
    storage_key = models.CharField(max_length=200, blank=True, help_text="Empty once the recording was given up.")
    scored_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=40, blank=True, help_text="Why it could not be scored.")

    sig = models.FloatField(null=True, help_text="DNSMOS, 1 to 5: how natural the voice sounds.")
    bak = models.FloatField(null=True, help_text="DNSMOS, 1 to 5: how little the background disturbs.")
    ovrl = models.FloatField(null=True, help_text="DNSMOS, 1 to 5: overall.")
    snr_db = models.FloatField(null=True)
    level_db = models.FloatField(null=True, help_text="Of the speech, below full scale.")
    bandwidth_hz = models.PositiveIntegerField(null=True)
    speech_seconds = models.FloatField(null=True)
    issues = ArrayField(models.CharField(max_length=30), default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bounty", "human", "number"], name="mic_sample_numbered"),
            models.CheckConstraint(
                condition=Q(status="pending", next_attempt_at__isnull=False)
                | ~Q(status="pending") & Q(next_attempt_at__isnull=True),
                name="mic_sample_due_while_pending",
            ),
            models.CheckConstraint(
                condition=Q(status="pending", scored_at=None, error="")
                | Q(status="scored", scored_at__isnull=False, error="")
                | (Q(status="error", scored_at=None) & ~Q(error="")),
                name="mic_sample_result_fits",
            ),
        ]
        indexes = [
            models.Index(fields=["human", "-id"], name="mic_sample_of_human"),
            models.Index(fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="mic_sample_due"),
        ]
