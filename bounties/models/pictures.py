from django.db import models
from django.db.models import Q

from bounties.rules.pictures import OPEN, PICTURE, TIERS
from marketplace.models.base import Row


class Picture(Row):
    """One request for a fresh photo. Its bounty is the work and the money; the approved submission is the result."""

    PREFIX = "pic"

    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.CharField(max_length=255, help_text="The caller's idempotency key: for ever the name of this request.")
    location = models.CharField(max_length=300)
    subject = models.CharField(max_length=1000)
    tier = models.CharField(max_length=10, choices=[(tier, tier) for tier in TIERS])
    status = models.CharField(
        max_length=20, choices=[(s, s) for s in sorted(PICTURE.states)], default="awaiting_funding"
    )
    deliver_by = models.DateTimeField(help_text="The target, counted from the request.")
    bounty = models.OneToOneField("bounties.Bounty", null=True, on_delete=models.PROTECT, related_name="picture")
    submission = models.ForeignKey("bounties.Submission", null=True, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="picture_once_per_key"),
            models.CheckConstraint(
                condition=Q(status__in=OPEN, ended_at=None) | (~Q(status__in=OPEN) & Q(ended_at__isnull=False)),
                name="picture_end_has_its_moment",
            ),
            models.CheckConstraint(
                condition=Q(status="delivered", submission__isnull=False)
                | (~Q(status="delivered") & Q(submission=None)),
                name="picture_delivered_is_a_submission",
            ),
        ]
        indexes = [
            models.Index(fields=["deliver_by"], condition=Q(status__in=OPEN), name="picture_due"),
            models.Index(fields=["status", "-id"], name="picture_status"),
        ]

    @property
    def path(self) -> str:
        return f"/api/picture-of-sf/{self.public_id}"
