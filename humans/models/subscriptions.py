from datetime import date

from django.db import models
from django.db.models import F, Q

from humans.rules.people import WEEKDAYS
from humans.rules.recurrence import Recurrence
from humans.rules.services import BOOKING_STATUSES, INTERVALS, RUNNING, SUBSCRIPTION_STATUSES
from marketplace.models.base import Row


class Subscription(Row):
    """Recurring appointments with a provider, at the terms of its creation.

    `next_cycle_at`: when the next cycle is charged, or tried again; `next_date`: the appointment that this pays for.
    """

    PREFIX = "ssb"

    service = models.ForeignKey("humans.Service", on_delete=models.PROTECT, related_name="subscriptions")
    booker = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="subscriptions_booked", db_index=False
    )
    provider = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="subscriptions_served", db_index=False
    )
    conversation = models.ForeignKey("humans.Conversation", null=True, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(
        max_length=16, default="pending_approval", choices=[(status, status) for status in SUBSCRIPTION_STATUSES]
    )
    # The terms.
    title = models.CharField(max_length=200)
    price_cents = models.BigIntegerField(help_text="The worker's pay of one cycle.")
    fee_cents = models.BigIntegerField()
    fee_bps = models.PositiveSmallIntegerField(help_text="The rate of that fee, in basis points.")
    duration_minutes = models.PositiveSmallIntegerField()
    interval = models.CharField(max_length=10, choices=[(interval, interval) for interval in INTERVALS])
    start_time = models.TimeField()
    timezone = models.CharField(max_length=64, help_text="The provider's, as it was then.")
    first_date = models.DateField()

    spender = models.CharField(
        max_length=50, blank=True, help_text="Who made it (Actor.spender): its cycles are spent by them."
    )
    next_date = models.DateField(null=True)
    next_cycle_at = models.DateTimeField(null=True)
    past_due_since = models.DateTimeField(null=True)
    approved_at = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True, help_text="It ends when its next cycle would start.")
    canceled_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=20, blank=True)

    # Set by selectors/subscriptions.py for the caller.
    viewer_role: str = ""
    latest_booking: "Booking | None" = None

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(booker=F("provider")), name="subscription_of_two_people"),
            models.CheckConstraint(condition=Q(price_cents__gt=0, fee_cents__gte=0), name="subscription_price"),
            models.CheckConstraint(
                condition=Q(status="canceled", canceled_at__isnull=False, next_cycle_at=None)
                | (~Q(status="canceled") & Q(canceled_at=None)),
                name="subscription_end_has_its_moment",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("active", "past_due"))
                | Q(next_cycle_at__isnull=False, next_date__isnull=False),
                name="subscription_runs_on",
            ),
            models.CheckConstraint(
                condition=Q(status="past_due", past_due_since__isnull=False)
                | (~Q(status="past_due") & Q(past_due_since=None)),
                name="subscription_past_due_has_its_moment",
            ),
            models.CheckConstraint(
                condition=(Q(status="canceled") & ~Q(end_reason="")) | (~Q(status="canceled") & Q(end_reason="")),
                name="subscription_end_has_its_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["booker", "-id"], name="subscription_of_booker"),
            models.Index(fields=["provider", "-id"], name="subscription_of_provider"),
            models.Index(fields=["provider"], condition=Q(status__in=RUNNING), name="subscription_slots"),
            models.Index(fields=["next_cycle_at"], condition=Q(next_cycle_at__isnull=False), name="subscription_due"),
        ]

    @property
    def total_cents(self) -> int:
        return self.price_cents + self.fee_cents

    @property
    def recurrence(self) -> Recurrence:
        return Recurrence(self.first_date, self.interval, self.start_time, self.duration_minutes, self.timezone)

    @property
    def day_of_week(self) -> str:
        return WEEKDAYS[self.first_date.weekday()]

    @property
    def starts_at_time(self) -> str:
        return f"{self.start_time:%H:%M}"

    @property
    def cancel_at_period_end(self) -> bool:
        return self.cancel_requested_at is not None and self.status != "canceled"


class Booking(Row):
    """One cycle: one appointment and the escrow that pays for it. `due_at`: the deadline of its present status."""

    PREFIX = "sbk"

    subscription = models.ForeignKey(Subscription, on_delete=models.PROTECT, related_name="bookings", db_index=False)
    booker = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="bookings_made", db_index=False
    )
    provider = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="bookings_received", db_index=False
    )
    status = models.CharField(max_length=16, choices=[(status, status) for status in BOOKING_STATUSES])
    date = models.DateField(help_text="The provider's own.")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    escrow = models.OneToOneField("escrow.Escrow", null=True, on_delete=models.PROTECT, related_name="+")
    due_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            # Two processes at once, or a retry, can't charge a cycle twice.
            models.UniqueConstraint(fields=["subscription", "date"], name="booking_once_per_cycle"),
            models.CheckConstraint(
                condition=Q(status__in=("pending_payment", "expired", "cancelled")) | Q(escrow__isnull=False),
                name="booking_paid_has_its_escrow",
            ),
        ]
        indexes = [
            models.Index(fields=["booker", "-id"], name="booking_of_booker"),
            models.Index(fields=["booker", "status", "-id"], name="booking_of_booker_status"),
            models.Index(fields=["provider", "-id"], name="booking_of_provider"),
            models.Index(fields=["provider", "starts_at"], name="booking_calendar"),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="booking_due"),
        ]

    @property
    def escrow_status(self) -> str | None:
        return self.escrow.status if self.escrow else None


def booking_of(subscription: Subscription, day: date, *, status: str) -> Booking:
    """An unsaved cycle of this subscription."""
    return Booking(
        subscription=subscription,
        booker_id=subscription.booker_id,
        provider_id=subscription.provider_id,
        status=status,
        date=day,
        starts_at=subscription.recurrence.begins(day),
        ends_at=subscription.recurrence.ends(day),
    )
