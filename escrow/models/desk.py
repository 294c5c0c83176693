from django.db import models
from django.db.models import Q

from escrow.rules.disputes import CATEGORIES, DECISIONS
from marketplace.core import clock
from marketplace.models.base import Row

_ACCOUNT = "marketplace.Account"
DIGESTS = [("never", "never"), ("hourly", "when something is new, at most hourly"), ("daily", "each morning")]


class DeskNote(Row):
    """What staff write for each other about a case or a person. Never sent, never shown to a party."""

    PREFIX = "nte"

    case = models.ForeignKey("escrow.Case", null=True, on_delete=models.PROTECT, related_name="notes", db_index=False)
    about = models.ForeignKey(_ACCOUNT, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    author = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="+")
    words = models.TextField(max_length=5000)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(case__isnull=False, about=None) | Q(case=None, about__isnull=False),
                name="desk_note_about_one_thing",
            )
        ]
        indexes = [
            models.Index(fields=["case", "id"], condition=Q(case__isnull=False), name="desk_note_of_case"),
            models.Index(fields=["about", "id"], condition=Q(about__isnull=False), name="desk_note_of_person"),
        ]


class CasePresence(models.Model):
    """Who of the staff has a case open; stale after a minute."""

    case = models.ForeignKey("escrow.Case", on_delete=models.CASCADE, related_name="presences", db_index=False)
    staff = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "staff"], name="case_presence_once")]

    def __str__(self) -> str:
        return f"{self.staff_id} at {self.seen_at:%H:%M}"


class SavedView(models.Model):
    """A filter of the queue that somebody of the staff keeps by a name."""

    staff = models.ForeignKey(_ACCOUNT, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=500)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["staff", "name"], name="saved_view_named_once")]

    def __str__(self) -> str:
        return self.name


class StaffDigest(models.Model):
    """The mail that tells somebody of the staff what is theirs: how often, when the next is due, and what the last one told."""

    staff = models.OneToOneField(_ACCOUNT, on_delete=models.CASCADE, primary_key=True, related_name="+")
    every = models.CharField(max_length=6, choices=DIGESTS, default="hourly")
    next_at = models.DateTimeField(null=True, default=clock.now)
    told = models.JSONField(default=list, help_text="What the last one named: hourly mails are about something new.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(every="never", next_at=None)
                | (Q(every__in=["hourly", "daily"]) & Q(next_at__isnull=False)),
                name="staff_digest_due_unless_never",
            )
        ]
        indexes = [models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="staff_digest_due")]

    def __str__(self) -> str:
        return f"{self.every} to {self.staff_id}"


class CaseReview(Row):
    """A closed case that was drawn for a colleague to score: a tenth of all."""

    PREFIX = "crv"

    case = models.OneToOneField("escrow.Case", on_delete=models.PROTECT, related_name="review")
    reviewer = models.ForeignKey(_ACCOUNT, null=True, on_delete=models.PROTECT, related_name="+")
    scores = models.JSONField(default=dict, help_text="Question of the sheet -> 1 to 5.")
    words = models.TextField(max_length=5000, blank=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(done_at=None) | Q(done_at__isnull=False, reviewer__isnull=False),
                name="case_review_by_somebody",
            )
        ]
        indexes = [models.Index(fields=["id"], condition=Q(done_at=None), name="case_review_waits")]


class Dated(models.Model):
    """Abstract: a row that holds from a moment on. Rows are added, never changed; of several the latest that has begun holds."""

    holds_from = models.DateTimeField()
    why = models.CharField(max_length=300)

    class Meta:
        abstract = True


class DeskClocks(Dated):
    """How long each stage of a case lasts, in hours, from a moment on. A stage that has begun keeps its clock."""

    answer_hours = models.PositiveSmallIntegerField(default=48)
    settlement_hours = models.PositiveSmallIntegerField(default=72)
    evidence_hours = models.PositiveSmallIntegerField(default=48)
    first_look_hours = models.PositiveSmallIntegerField(default=24)
    decision_hours = models.PositiveSmallIntegerField(default=72)
    approval_hours = models.PositiveSmallIntegerField(default=24)
    appeal_days = models.PositiveSmallIntegerField(default=14)
    keeps_share = models.BooleanField(
        default=False,
        help_text="The worker's share of a decision can't be withdrawn until the time for an appeal is over.",
    )

    class Meta:
        verbose_name_plural = "desk clocks"
        constraints = [
            models.UniqueConstraint(fields=["holds_from"], name="desk_clocks_once_at_a_time"),
            models.CheckConstraint(
                condition=Q(
                    answer_hours__gte=1,
                    settlement_hours__gte=1,
                    evidence_hours__gte=1,
                    first_look_hours__gte=1,
                    decision_hours__gte=1,
                    approval_hours__gte=1,
                    appeal_days__gte=1,
                ),
                name="desk_clocks_run",
            ),
        ]

    def __str__(self) -> str:
        return f"from {self.holds_from:%Y-%m-%d %H:%M} UTC"


class ReasonCode(Dated):
    """A reason that a decision may name, with the text that both sides read. Empty text: the code has ended."""

    code = models.SlugField(max_length=40, db_index=False)
    decision = models.CharField(max_length=7, blank=True, choices=[(d, d) for d in DECISIONS], help_text="Empty: any.")
    is_overturning = models.BooleanField(default=False, help_text="Only for an appeal that changes the decision.")
    text = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "holds_from"], name="reason_code_once_at_a_time")]

    def __str__(self) -> str:
        return f"{self.code} from {self.holds_from:%Y-%m-%d}"


class EvidenceWanted(Dated):
    """What staff expect to see in a dispute of a category: the checklist of the case. Empty label: the row has ended."""

    category = models.CharField(max_length=20, choices=[(c, c) for c in CATEGORIES])
    name = models.SlugField(max_length=40)
    label = models.CharField(max_length=200, blank=True)
    side = models.CharField(max_length=6, choices=[("funder", "funder"), ("worker", "worker")])

    class Meta:
        verbose_name_plural = "evidence wanted"
        constraints = [
            models.UniqueConstraint(fields=["category", "name", "holds_from"], name="evidence_wanted_once_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.category.replace('_', ' ')}: {self.label or self.name}"


class Macro(Dated):
    """A text with fields and steps that staff apply to a case; never money. Empty text and no steps: it has ended."""

    name = models.SlugField(max_length=60, db_index=False)
    language = models.CharField(max_length=10, default="en")
    text = models.TextField(max_length=5000, blank=True, help_text="Fields: {title}, {funder}, {worker}, {due}, {me}.")
    steps = models.JSONField(default=list, help_text="send, ask, tag, snooze, assign, with their values.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "language", "holds_from"], name="macro_once_at_a_time"),
            models.CheckConstraint(
                condition=~Q(text__regex=r"\{(?!(title|funder|worker|due|me)\})"), name="macro_fields_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.language})"
