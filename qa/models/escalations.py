from datetime import datetime

from django.db import models
from django.db.models import Q

from marketplace.models.base import Row
from qa.rules.reviews import MEANINGS
from qa.rules.runs import ESCALATION_KINDS, ESCALATION_STATUSES


class Escalation(Row):
    """A decision left to the owner: about an applicant, a submission or a dispute. At most one open per application."""

    PREFIX = "qae"

    run = models.ForeignKey("qa.Run", on_delete=models.PROTECT, related_name="escalations", db_index=False)
    application = models.ForeignKey("bounties.Application", on_delete=models.PROTECT, related_name="qa_escalations")
    submission = models.ForeignKey("bounties.Submission", null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=[(k, k) for k in ESCALATION_KINDS])
    reason = models.CharField(max_length=60)
    status = models.CharField(max_length=8, choices=[(s, s) for s in ESCALATION_STATUSES], default="open")
    response = models.CharField(max_length=1000, blank=True, help_text="The owner's words to the tester.")
    is_carried_out = models.BooleanField(default=False, help_text="What was decided has happened.")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "QA escalation"
        constraints = [
            models.UniqueConstraint(
                fields=["application"], condition=Q(status="open"), name="qa_escalation_one_open_per_tester"
            ),
            models.CheckConstraint(
                condition=Q(status="open", decided_at=None, is_carried_out=False)
                | (~Q(status="open") & Q(decided_at__isnull=False)),
                name="qa_escalation_decision_has_its_moment",
            ),
        ]
        indexes = [models.Index(fields=["run", "-id"], name="qa_escalation_of_run")]

    @property
    def due_at(self) -> datetime | None:
        """Until when the owner can decide; None when it is decided, and for a dispute, which waits for them. Reads run, application
        and escrow: an applicant is rejected when the time to apply is over, and a report is paid when its review is."""
        if self.status != "open" or self.kind == "dispute":
            return None
        if self.kind == "application":
            return self.run.intake_ends_at
        seat = self.application.escrow
        return seat.review_due_at if seat is not None else None

    @property
    def meaning(self) -> str:
        """The reason in words; empty of a dispute, whose reason is its category."""
        return str(MEANINGS.get(self.reason, "")) if self.kind != "dispute" else ""

    @property
    def state(self) -> str:
        """The status as the API shows it: `pending` until the decision was carried out."""
        return self.status if self.is_carried_out else "pending"
