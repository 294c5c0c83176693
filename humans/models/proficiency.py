from django.db import models
from django.db.models import Q

from humans.rules.speech import SPEECH_STATUSES
from marketplace.core import ids
from marketplace.models.base import FollowedUp, Row, Rows


class Proficiency(models.Model):
    """A person's level in a language, from the latest scorable recording. No expiry; neither audio nor transcript is kept."""

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.CASCADE, related_name="proficiencies", db_index=False
    )
    language = models.CharField(max_length=8)
    cefr = models.CharField(max_length=2)
    cefr_score = models.FloatField(null=True, help_text="1 is A1, 6 is C2.")
    confidence = models.FloatField(null=True, help_text="0 to 1.")
    fluency = models.FloatField(null=True, help_text="0 to 1.")
    provider = models.CharField(max_length=40)
    model = models.CharField(max_length=80, blank=True)
    evaluated_at = models.DateTimeField()

    objects = Rows.as_manager()

    class Meta:
        verbose_name_plural = "proficiencies"
        constraints = [models.UniqueConstraint(fields=["account", "language"], name="proficiency_of_person")]

    def __str__(self) -> str:
        return f"{self.language} {self.cefr} of {ids.encode('usr', self.account_id)}"


class SpeechAttempt(FollowedUp, Row):
    """One recording to be scored. While it is pending the recording is kept, and the person can't send another."""

    PREFIX = "spk"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.CASCADE, related_name="speech_attempts", db_index=False
    )
    bounty_id = models.UUIDField(help_text="The bounty it was recorded for. The level counts for every bounty.")
    language = models.CharField(max_length=8)
    status = models.CharField(max_length=7, default="pending", choices=[(name, name) for name in SPEECH_STATUSES])
    reason = models.CharField(max_length=40, blank=True, help_text="Why a recording gave no level.")
    error_code = models.CharField(max_length=40, blank=True, help_text="What went wrong on our side.")
    seconds = models.FloatField(help_text="How long the recording was.")
    recording_id = models.UUIDField()
    storage_key = models.CharField(max_length=200, blank=True, help_text="Empty once the recording was given up.")
    cefr = models.CharField(max_length=2, blank=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account"], condition=Q(status="pending"), name="speech_one_at_a_time"),
            models.CheckConstraint(
                condition=Q(status="pending", next_attempt_at__isnull=False)
                | ~Q(status="pending") & Q(next_attempt_at__isnull=True),
                name="speech_due_while_pending",
            ),
            models.CheckConstraint(
                condition=Q(status="pending", decided_at=None, cefr="", reason="", error_code="")
                | (Q(status="scored", decided_at__isnull=False, reason="", error_code="") & ~Q(cefr=""))
                | (Q(status="retry", decided_at__isnull=False, cefr="", error_code="") & ~Q(reason=""))
                | (Q(status="error", decided_at__isnull=False, cefr="", reason="") & ~Q(error_code="")),
                name="speech_result_fits",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="speech_of_person"),
            models.Index(fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="speech_due"),
        ]
