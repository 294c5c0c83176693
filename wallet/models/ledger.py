"""Read-only models of the ledger's tables, which are created by SQL (migration 0001) and written by `ledger_post` only."""

from uuid import UUID

from django.db import models

from marketplace.core import ids
from wallet.rules.statement import BOTH_AGREED, statement_text

_OWNERS = {"wallet": "usr", "earnings": "usr", "pool": "esc", "hold": "esc"}


class LedgerAccount(models.Model):
    """`wallet:<account>`, `earnings:<account>`, `pool:<escrow>`, `hold:<escrow>`, or a house account, which stores no
    balance."""

    id = models.BigIntegerField(primary_key=True)
    code = models.TextField(unique=True)
    kind = models.TextField()
    owner_id = models.UUIDField(null=True)
    balance = models.BigIntegerField(null=True)
    # Cents over its lifetime, kept by `ledger_post` for wallets and earnings; null is 0 (wallet/migrations/sql/ledger_totals.sql).
    sent = models.BigIntegerField(null=True)
    returned = models.BigIntegerField(null=True)
    withdrawn = models.BigIntegerField(null=True)

    class Meta:
        db_table = "ledger_account"

    @property
    def owner_prefix(self) -> str | None:
        """The prefix of the owner's public id; None for a house account."""
        return _OWNERS.get(self.kind) if self.owner_id else None

    def __str__(self) -> str:
        """`wallet usr_…`; a house account by its code."""
        if self.owner_prefix is None or self.owner_id is None:
            return self.code
        return f"{self.kind} {ids.encode(self.owner_prefix, self.owner_id)}"


class LedgerTransaction(models.Model):
    """One post of moves. Its key is unique for ever."""

    id = models.UUIDField(primary_key=True)
    key = models.TextField(unique=True)
    kind = models.TextField()
    tags = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "ledger_transaction"

    def __str__(self) -> str:
        return ids.encode("txn", self.pk)


class LedgerMove(models.Model):
    """Cents from one account to another."""

    id = models.BigIntegerField(primary_key=True)
    transaction = models.ForeignKey(LedgerTransaction, on_delete=models.DO_NOTHING, related_name="moves")
    # No foreign key in the database: every post would take a shared lock on the house accounts.
    source = models.ForeignKey(LedgerAccount, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    destination = models.ForeignKey(LedgerAccount, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    cents = models.BigIntegerField()
    source_balance = models.BigIntegerField(null=True)
    destination_balance = models.BigIntegerField(null=True)
    bounty_id = models.UUIDField(null=True)
    capped_cents = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    spender = models.TextField(null=True)  # Actor.spender, of what was spent since this is written down

    class Meta:
        db_table = "ledger_move"

    def __str__(self) -> str:
        return f"Move {self.pk}"


class LedgerCheckpoint(models.Model):
    """A closed month, and what the books say at its end; `through` is its last move, in posting order. None until it is sealed."""

    month = models.DateField(primary_key=True)
    ends_at = models.DateTimeField(unique=True)
    closed_at = models.DateTimeField()
    through = models.BigIntegerField(null=True)
    moves = models.BigIntegerField(null=True)
    cents = models.BigIntegerField(null=True)
    hash = models.BinaryField(null=True)
    sealed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "ledger_checkpoint"

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class LedgerCheckpointAccount(models.Model):
    """What an account stood at then, in cents; accounts that stood at nothing have none."""

    id = models.BigIntegerField(primary_key=True)
    checkpoint = models.ForeignKey(
        LedgerCheckpoint, on_delete=models.DO_NOTHING, related_name="accounts", db_column="month", db_index=False
    )
    account = models.ForeignKey(
        LedgerAccount, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    balance = models.BigIntegerField()
    sent = models.BigIntegerField()
    returned = models.BigIntegerField()
    withdrawn = models.BigIntegerField()

    class Meta:
        db_table = "ledger_checkpoint_account"

    def __str__(self) -> str:
        return f"{self.checkpoint_id:%Y-%m} {self.account}"


class LedgerLine(models.Model):
    """The view `ledger_line`: the moves of one account, signed, with the balance after each."""

    move_id = models.BigIntegerField(primary_key=True)
    account = models.ForeignKey(LedgerAccount, on_delete=models.DO_NOTHING, related_name="lines", db_constraint=False)
    transaction = models.ForeignKey(
        LedgerTransaction, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    cents = models.BigIntegerField()
    balance_after = models.BigIntegerField(null=True)
    other = models.ForeignKey(LedgerAccount, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False)
    bounty_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "ledger_line"
        managed = False

    @property
    def type(self) -> str:
        return statement_text(self.transaction.kind)[0]

    @property
    def description(self) -> str:
        return "Settlement of a dispute" if self.is_settlement else statement_text(self.transaction.kind)[1]

    @property
    def is_settlement(self) -> bool:
        """Did both sides of a dispute agree on this, without a decision of staff?"""
        return self.transaction.kind == "decision" and self.transaction.tags.get("reason") == BOTH_AGREED

    @property
    def about_bounty_id(self) -> UUID | None:
        """The bounty of the move, or the one that a deposit's page collected money for."""
        tagged = self.transaction.tags.get("bounty")
        return self.bounty_id or (UUID(tagged) if tagged else None)

    @property
    def direction(self) -> str:
        return "in" if self.cents > 0 else "out"

    @property
    def amount_cents(self) -> int:
        return abs(self.cents)

    @property
    def escrow_id(self) -> UUID | None:
        """The escrow whose pool or hold is on the other side, if any."""
        return self.other.owner_id if self.other.kind in ("pool", "hold") else None

    @property
    def transfer_id(self) -> UUID | None:
        """The transfer of a single tip, from the transaction's key."""
        kind, _, name = self.transaction.key.partition(":")
        return UUID(name) if kind == "transfer" else None
