from django.db import models
from django.db.models import Q

from bounties.rules.cakes import ENDED, RUNNING, SIZES, STATUSES
from marketplace.models.base import Row

_SIZES = [(size, size) for size in SIZES]


class CakePrice(models.Model):
    """The price of a cake and its delivery, without our fee. A country's row takes precedence over the one without a country."""

    country = models.CharField(max_length=2, blank=True)
    size = models.CharField(max_length=6, choices=_SIZES)
    price_cents = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["country", "size"], name="cake_price_once"),
            models.CheckConstraint(condition=Q(price_cents__gte=100), name="cake_price_sensible"),
        ]

    def __str__(self) -> str:
        return f"{self.size}, {self.country or 'everywhere'}"


class CakeOrder(Row):
    """A quote, and once paid an order: a private bounty for one courier."""

    PREFIX = "cak"

    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    recipient_name = models.CharField(max_length=100)
    address = models.CharField(max_length=300)
    city = models.CharField(max_length=100)
    country = models.CharField(max_length=2)
    deliver_at = models.DateTimeField()
    message = models.CharField(max_length=300, blank=True)
    size = models.CharField(max_length=6, choices=_SIZES)
    price_cents = models.PositiveIntegerField()
    fee_cents = models.PositiveIntegerField()
    fee_bps = models.PositiveSmallIntegerField(help_text="The rate of that fee, in basis points.")
    status = models.CharField(max_length=10, choices=[(s, s) for s in STATUSES], default="quoted")
    expires_at = models.DateTimeField(help_text="Until when the quote can be paid.")
    bounty = models.OneToOneField("bounties.Bounty", null=True, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status="quoted", bounty=None) | (~Q(status="quoted") & Q(bounty__isnull=False)),
                name="cake_order_has_its_bounty",
            ),
            models.CheckConstraint(
                condition=Q(status__in=ENDED, ended_at__isnull=False) | (~Q(status__in=ENDED) & Q(ended_at=None)),
                name="cake_order_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="cake_of_owner"),
            models.Index(fields=["status", "-id"], name="cake_status"),
            models.Index(fields=["deliver_at"], condition=Q(status__in=RUNNING), name="cake_running"),
        ]

    @property
    def total_cents(self) -> int:
        return self.price_cents + self.fee_cents
