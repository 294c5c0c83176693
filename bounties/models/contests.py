from django.db import models
from django.db.models import Q

from marketplace.models.base import Row


class Contest(Row):
    """A worker's objection to a verdict about their evidence, or to none: our staff decide until `due_at`. With an empty reason:
    what our staff decided about a case that a rule left to them."""

    PREFIX = "con"

    application = models.ForeignKey("bounties.Application", on_delete=models.PROTECT, related_name="contests")
    reason = models.TextField(max_length=5000)
    files = models.ManyToManyField("marketplace.File", related_name="+")
    due_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=20, blank=True, help_text="What settled it: one of rules.contests.OUTCOMES.")
    decision = models.TextField(
        max_length=5000,
        blank=True,
        default="",
        db_default="",
        help_text="Why it was decided so, in the words of our staff; both parties read it.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["application"], condition=Q(decided_at=None), name="contest_one_open_per_seat"
            ),
            models.CheckConstraint(
                condition=Q(decided_at=None, outcome="") | (Q(decided_at__isnull=False) & ~Q(outcome="")),
                name="contest_outcome_fits",
            ),
        ]

    @property
    def state(self) -> str:
        return "open" if self.decided_at is None else "decided"

    @property
    def outcome_or_none(self) -> str | None:
        return self.outcome or None
