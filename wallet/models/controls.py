from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.models.base import FollowedUp, Row, Rows
from wallet.models.caps import Caps
from wallet.rules.topups import TOP_UP, TOP_UP_OPEN


class Controls(Caps):
    """An owner's settings for their wallet, in cents; null when unset. Each spend locks this row, so it exists from the first
    spend or setting on."""

    account = models.OneToOneField(
        "marketplace.Account", primary_key=True, on_delete=models.PROTECT, related_name="wallet_controls"
    )
    low_balance_threshold_cents = models.BigIntegerField(null=True)
    low_mail_not_before = models.DateTimeField(null=True, help_text="Of a low balance no mail goes before this.")
    has_spender_limits = models.BooleanField(
        default=False, help_text="A key or connector has caps of its own: without any, spends need not look for them."
    )
    frozen_at = models.DateTimeField(null=True, help_text="Since then only the owner, signed in, may spend.")
    frozen_reason = models.CharField(max_length=200, blank=True)
    auto_topup_enabled = models.BooleanField(default=False)
    auto_topup_floor_cents = models.BigIntegerField(null=True)
    auto_topup_target_cents = models.BigIntegerField(null=True)
    auto_topup_max_per_day_cents = models.BigIntegerField(null=True)
    topup_failures = models.PositiveSmallIntegerField(default=0, help_text="In a row; at three it is switched off.")
    topup_not_before = models.DateTimeField(null=True, help_text="After a failure nothing is tried before this.")
    topup_mail_not_before = models.DateTimeField(null=True, help_text="Of charges no mail goes before this.")
    topup_untold = models.IntegerField(default=0, db_default=0, help_text="Charges since the last mail about them.")
    topup_untold_cents = models.BigIntegerField(default=0, db_default=0)

    owed: int  # the wallet's debt in cents, where the query annotates it

    objects = Rows.as_manager()

    class Meta:
        verbose_name_plural = "controls"
        constraints = [
            models.CheckConstraint(
                condition=Q(auto_topup_enabled=False)
                | Q(
                    auto_topup_floor_cents__gt=0,
                    auto_topup_target_cents__gt=models.F("auto_topup_floor_cents"),
                    auto_topup_max_per_day_cents__gte=models.F("auto_topup_target_cents")
                    - models.F("auto_topup_floor_cents"),
                ),
                name="controls_topup_makes_sense",
            ),
            models.CheckConstraint(
                condition=Q(frozen_at__isnull=False) | Q(frozen_reason=""), name="controls_reason_of_a_freeze"
            ),
        ]
        indexes = [
            models.Index(fields=["account"], condition=Q(auto_topup_enabled=True), name="controls_topup_enabled"),
            models.Index(
                fields=["topup_mail_not_before"], condition=Q(topup_untold__gt=0), name="controls_topup_untold"
            ),
        ]

    def __str__(self) -> str:
        return ids.encode("usr", self.account_id)


class TopUp(FollowedUp, Row):
    """One automatic charge of a saved card. The row's id is the provider's idempotency key."""

    PREFIX = "top"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="top_ups", db_index=False)
    amount_cents = models.BigIntegerField()
    status = models.CharField(max_length=10, default="initiated", choices=[(s, s) for s in sorted(TOP_UP.states)])
    provider_ref = models.CharField(max_length=200, blank=True)
    failure = models.CharField(max_length=60, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gte=100), name="topup_at_least_a_dollar"),
            models.UniqueConstraint(fields=["account"], condition=Q(status="initiated"), name="topup_one_at_a_time"),
            models.CheckConstraint(
                condition=Q(status__in=TOP_UP_OPEN, ended_at=None)
                | (~Q(status__in=TOP_UP_OPEN) & Q(ended_at__isnull=False)),
                name="topup_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="topup_of_account"),
            models.Index(fields=["next_attempt_at"], condition=Q(status__in=TOP_UP_OPEN), name="topup_due"),
        ]
