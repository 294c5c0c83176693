"""What staff and settings leave behind: the history of settings, the staff log, and proposals that wait for a second person."""

from django.db import models
from django.db.models import F, Q

from marketplace.models.base import Row, Rows
from marketplace.rules import PROPOSAL

_KINDS = ("added", "changed", "deleted")
_STATES = sorted(PROPOSAL.states)


class SettingChange(models.Model):
    """One addition, change or deletion of a settings row. Written by a trigger of the row's own table (`setting_changed`), so that
    nothing that writes there can leave it out; append-only. `old` and `new` hold the columns that differ.
    """

    model = models.CharField(max_length=60, help_text="Which setting, such as escrow.ladderband.")
    row = models.CharField(max_length=64, help_text="Its primary key.")
    name = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=7, choices=[(kind, kind) for kind in _KINDS])
    who = models.ForeignKey(
        "marketplace.Account",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Empty: a migration, the demo data, or the database's console.",
    )
    approved_by = models.ForeignKey("marketplace.Account", null=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=300, blank=True)
    old = models.JSONField(default=dict)
    new = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["model", "row", "-id"], name="setting_change_of_row")]

    def __str__(self) -> str:
        return f"{self.model} {self.name or self.row} {self.kind}"


class StaffEntry(models.Model):
    """One act of staff, append-only. `content` is what is hashed: all that the other columns say, as JSON. `number`, `previous`
    and `hash` are set by the database when the transaction commits, so that rows are chained one by one and no transaction
    waits for the log before it has done everything else.
    """

    at = models.DateTimeField()
    actor = models.ForeignKey(
        "marketplace.Account", null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    act = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60, blank=True, help_text="A model, such as escrow.dispute.")
    object_id = models.CharField(max_length=64, blank=True, help_text="Its primary key.")
    object_name = models.CharField(max_length=200, blank=True, help_text="Its public id, where it has one.")
    words = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    content = models.TextField(editable=False)
    number = models.BigIntegerField(null=True, unique=True, editable=False)
    previous = models.CharField(max_length=64, blank=True, editable=False)
    hash = models.CharField(max_length=64, blank=True, editable=False)

    objects = Rows.as_manager()

    class Meta:
        verbose_name_plural = "staff log"
        indexes = [
            models.Index(fields=["object_type", "object_id", "-id"], name="staff_entry_of_row"),
            models.Index(fields=["actor", "-id"], name="staff_entry_of_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.number or '-'}: {self.act} {self.object_name}".strip()


class StaffLogHead(models.Model):
    """A single row: the number and hash of the staff log's last entry, by which entries missing from its end are found. Its lock
    makes the chain one after the other."""

    number = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)


class Proposal(Row):
    """A change that one operator has proposed and another one has to approve. `old` and `new` hold the columns that differ, `was`
    the whole row as the proposer saw it, `form` what they typed: approval checks and saves it as if it were typed then."""

    PREFIX = "spr"

    model = models.CharField(max_length=60)
    row = models.CharField(max_length=64, blank=True, help_text="Its primary key; empty for a row to be added.")
    name = models.CharField(max_length=200)
    kind = models.CharField(
        max_length=7, choices=[(kind, kind) for kind in ("add", "change", "delete", "close", "erase")]
    )
    old = models.JSONField(default=dict)
    new = models.JSONField(default=dict)
    was = models.JSONField(default=dict)
    form = models.JSONField(default=dict)
    why = models.CharField(max_length=300)
    proposer = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=[(state, state) for state in _STATES], default="open")
    expires_at = models.DateTimeField()
    decided_by = models.ForeignKey("marketplace.Account", null=True, on_delete=models.PROTECT, related_name="+")
    by_command = models.BooleanField(
        default=False, help_text="Approved on the server's command line, while there is a single operator."
    )
    decided_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=300, blank=True, help_text="What was said with the decision.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=_STATES), name="proposal_state_known"),
            models.CheckConstraint(
                condition=Q(state="withdrawn") | ~Q(decided_by=F("proposer")), name="proposal_of_two_people"
            ),
            models.CheckConstraint(
                condition=~Q(state="applied") | Q(decided_by__isnull=False) ^ Q(by_command=True),
                name="proposal_applied_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(state="open", decided_at=None, decided_by=None)
                | (~Q(state="open") & Q(decided_at__isnull=False)),
                name="proposal_has_its_moment",
            ),
            models.UniqueConstraint(
                fields=["model", "row"], condition=Q(state="open") & ~Q(row=""), name="proposal_one_open_per_row"
            ),
        ]
        indexes = [
            models.Index(fields=["expires_at"], condition=Q(state="open"), name="proposal_due"),
            models.Index(fields=["state", "-id"], name="proposal_state"),
        ]

    def __str__(self) -> str:
        return self.public_id
