from typing import NamedTuple

from django.db import models
from django.db.models import Q

from marketplace.core import clock
from marketplace.models.base import Row


class Charged(NamedTuple):
    """A line of an invoice; `bps` is None for what appeals changed."""

    bps: int | None
    jobs: int
    pay_cents: int
    fee_cents: int


class Invoice(Row):
    """Our fee of one owner and one month (UTC), with a number of a series without gaps. Never changed or deleted: a trigger refuses
    both. What an appeal gives back later stands in that later month; below zero it is a credit note.
    """

    PREFIX = "inv"

    # Its index is that of the constraint.
    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(help_text="Of the year's series: 1, 2, 3, without gaps.")
    month = models.DateField(help_text="The first day of the month.")
    fee_cents = models.BigIntegerField(help_text="Below zero: a credit note.")
    lines = models.JSONField(help_text="[{ bps, jobs, payCents, feeCents }]; bps is null for what appeals changed.")
    seller = models.TextField(help_text="As it was when the invoice was issued.")
    buyer = models.TextField(help_text="As it was when the invoice was issued.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["year", "number"], name="invoice_number_once"),
            models.UniqueConstraint(fields=["account", "month"], name="invoice_once_a_month"),
            models.CheckConstraint(condition=Q(number__gt=0), name="invoice_numbers_begin_at_one"),
        ]
        indexes = [models.Index(fields=["month"], name="invoice_of_month")]

    @property
    def name(self) -> str:
        """2026-000042"""
        return f"{self.year}-{self.number:06d}"

    @property
    def charged(self) -> list[Charged]:
        return [Charged(line["bps"], line["jobs"], line["payCents"], line["feeCents"]) for line in self.lines]

    @property
    def currency(self) -> str:
        return "usd"

    @property
    def kind(self) -> str:
        return "credit_note" if self.fee_cents < 0 else "invoice"

    @property
    def month_name(self) -> str:
        """2026-11"""
        return f"{self.month:%Y-%m}"

    def __str__(self) -> str:
        return self.name


class InvoiceSeries(models.Model):
    """The last number of a year. Its row is locked while numbers are given out, so that none is given twice or lost."""

    year = models.PositiveSmallIntegerField(primary_key=True)
    last = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.year}: {self.last}"


class InvoiceRun(models.Model):
    """A month whose fees are to be invoiced from `due_at` on, owner by owner in order of their ids."""

    month = models.DateField(primary_key=True)
    due_at = models.DateTimeField()
    last_account = models.UUIDField(null=True, help_text="Up to here the owners have theirs.")
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=Q(done_at=None), name="invoice_run_due")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class BillingDetails(models.Model):
    """To whom an owner's invoices are made out: name, address, tax number."""

    account = models.OneToOneField("marketplace.Account", primary_key=True, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(max_length=500, blank=True)
    updated_at = models.DateTimeField(default=clock.now)

    def __str__(self) -> str:
        return str(self.account_id)
