from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import models
from django.db.models import Q

from marketplace.core import clock
from marketplace.models.base import Row
from wallet.rules.approvals import APPROVAL, APPROVAL_LIFE, APPROVAL_OPEN, PATH_MOST


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """`to`: bounty, person_escrow, person or later. `person` is the name of who gets it, where it is known."""

    to: str
    person: str
    cents: int


@dataclass(frozen=True, slots=True)
class SpendPlan:
    """What a call would move, in cents. `type` as in the statement, or one of `rules.approvals.AGREED`."""

    type: str
    description: str
    cents: int
    moves: Sequence[PlannedMove]
    title: str
    category: str
    seats: int | None
    pay_per_seat_cents: int | None
    fee_cents: int | None
    repeats: str
    undo: str
    # Of what repeats. Plans of before these were kept have none.
    times: int | None = None
    total_cents: int | None = None
    month_cents: int | None = None

    @property
    def most_cents(self) -> int:
        """What a yes may take in all, in cents; of what goes on for good, what it takes each time."""
        return self.cents if self.total_cents is None else self.total_cents

    @property
    def person(self) -> str:
        """The name of whom it is for, where it is for one alone; else empty."""
        named = {move.person for move in self.moves if move.person}
        return named.pop() if len(named) == 1 else ""

    @property
    def is_endless(self) -> bool:
        """Does it go on until somebody ends it?"""
        return bool(self.repeats) and self.total_cents is None

    def stored(self) -> dict[str, Any]:
        """For the column."""
        return asdict(self)


class Approval(Row):
    """A question to the owner of a wallet: may this very call spend so much? Asked by a call that was rolled back, and used up by
    the same call, sent again. The newest row of an account, operation and idempotency key counts."""

    PREFIX = "apv"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="approvals", db_index=False
    )
    status = models.CharField(max_length=10, default="pending", choices=[(s, s) for s in sorted(APPROVAL.states)])
    asked_via = models.CharField(max_length=10, help_text="key or oauth (a connected program).")
    key = models.ForeignKey("marketplace.ApiKey", null=True, on_delete=models.PROTECT, related_name="approvals")
    connector = models.ForeignKey(
        "marketplace.Connector", null=True, on_delete=models.PROTECT, related_name="approvals"
    )
    operation = models.CharField(max_length=60)
    operation_id = models.CharField(max_length=60, blank=True, help_text="As the API's document names it.")
    operation_words = models.CharField(max_length=200, blank=True)
    path = models.CharField(
        max_length=PATH_MOST, blank=True, db_default="", help_text="Of the call; empty for one of before it was kept."
    )
    idempotency_key = models.CharField(max_length=255)
    fingerprint = models.BinaryField(max_length=32, help_text="Of method, path and body.")
    cents = models.BigIntegerField(help_text="The most that the call may take out of the wallet.")
    above_cents = models.BigIntegerField(null=True, help_text="The amount above which the owner wanted to be asked.")
    above_is_own = models.BooleanField(
        default=False, db_default=False, help_text="That amount is the key's or program's own, not the account's."
    )
    plan = models.JSONField(help_text="What the call would have moved, taken from the attempt.")
    sent = models.JSONField(help_text="The body of the call, bounded, without secrets.")
    sent_cut = models.JSONField(
        default=list, db_default=[], help_text="Names of the body's fields that are left out or shortened in `sent`."
    )
    expires_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey("marketplace.Account", null=True, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=500, blank=True, help_text="The owner's words about the decision.")
    used_at = models.DateTimeField(null=True)
    spend_key = models.CharField(max_length=100, blank=True, help_text="Of the ledger's post that used it.")
    bounty_id = models.UUIDField(null=True, help_text="The bounty that the money went to.")
    mailed_at = models.DateTimeField(null=True, help_text="When the owner was told that it waits.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="approval_of_some_cents"),
            models.UniqueConstraint(
                fields=["account", "operation", "idempotency_key"],
                condition=Q(status__in=APPROVAL_OPEN),
                name="approval_once_per_call",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["pending", "expired"])
                | Q(status__in=["approved", "declined", "used"], decided_at__isnull=False),
                name="approval_decision_has_its_moment",
            ),
            models.CheckConstraint(
                condition=Q(status="used", used_at__isnull=False) | (~Q(status="used") & Q(used_at=None, spend_key="")),
                name="approval_use_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="approval_of_account"),
            models.Index(fields=["account", "operation", "idempotency_key", "-id"], name="approval_of_call"),
            models.Index(fields=["expires_at"], condition=Q(status__in=APPROVAL_OPEN), name="approval_due"),
            models.Index(fields=["account"], condition=Q(status="pending", mailed_at=None), name="approval_untold"),
            # The nightly audit: what was asked or used since the last checkpoint.
            models.Index(fields=["created_at"], name="approval_created"),
            models.Index(fields=["used_at"], condition=Q(used_at__isnull=False), name="approval_used"),
        ]

    @property
    def state(self) -> str:
        """The status, with one whose time has passed as expired, whether the timer has seen it or not."""
        return "expired" if self.status in APPROVAL_OPEN and self.expires_at <= clock.now() else self.status

    @property
    def was_taken_back(self) -> bool:
        """Was it approved before it was declined? A yes begins its time anew; a no leaves the time of the question as it was."""
        return self.status == "declined" and self.expires_at > self.created_at + APPROVAL_LIFE

    @property
    def planned(self) -> SpendPlan:
        """The plan as it was read when the call asked."""
        return SpendPlan(**self.plan | {"moves": [PlannedMove(**move) for move in self.plan["moves"]]})

    @property
    def asker(self) -> str:
        """Who asked: the key or the connected program, by its name."""
        return self.key.name if self.key else self.connector.name if self.connector else ""
