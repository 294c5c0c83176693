"""The simulated people of a sandbox, and what they play. Elsewhere these tables are empty."""

from django.db import models
from django.db.models import Q

from bounties.rules.plays import DEFAULT_WORKER_PERCENT, Planned
from marketplace.models.base import Row


class SimulatedPerson(models.Model):
    """An account that only scripts use. Nobody else's account is ever played."""

    handle = models.CharField(max_length=20, primary_key=True)
    account = models.OneToOneField("marketplace.Account", on_delete=models.PROTECT, related_name="simulated")

    def __str__(self) -> str:
        return self.handle


class SimulationSwitch(models.Model):
    """Whether people apply by themselves to what an account posts from `since` on."""

    account = models.OneToOneField(
        "marketplace.Account", on_delete=models.CASCADE, primary_key=True, related_name="simulation"
    )
    since = models.DateTimeField(null=True, help_text="Bounties that went live since then; empty: switched off.")
    scripts = models.JSONField(default=list, help_text="One applicant for each.")

    def __str__(self) -> str:
        return f"simulated people of {self.account_id}"


class Play(Row):
    """A person who follows a script in one bounty."""

    PREFIX = "ply"

    # Set by `selectors.plays.describe`.
    steps: list[Planned]
    application_id: str | None

    person = models.ForeignKey(SimulatedPerson, on_delete=models.PROTECT, related_name="plays")
    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="plays", db_index=False)
    script = models.CharField(max_length=20)
    worker_percent = models.PositiveSmallIntegerField(
        default=DEFAULT_WORKER_PERCENT, help_text="Of the pay, which simulated staff give the worker."
    )
    status = models.CharField(max_length=10, default="running")
    outcome = models.CharField(max_length=60, blank=True, help_text="How it ended, or the code of what was refused.")
    words = models.CharField(max_length=500, blank=True, help_text="The refusal's message.")
    due_at = models.DateTimeField(null=True, help_text="When the next step is due; empty while it waits for the owner.")
    done = models.JSONField(default=dict, help_text="By a step's number: the moment it was done for, and when.")
    failures = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often in a row it could not go on for a fault of ours."
    )
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["bounty", "person"], condition=Q(status="running"), name="play_one_of_a_person_in_a_bounty"
            ),
            models.CheckConstraint(
                condition=Q(status="running", ended_at=None) | (~Q(status="running") & Q(ended_at__isnull=False)),
                name="play_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["bounty", "-id"], name="play_of_bounty"),
            models.Index(fields=["due_at"], condition=Q(status="running"), name="play_due"),
        ]
