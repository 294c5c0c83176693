from django.conf import settings
from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.models.base import FollowedUp, Row
from wallet.rules.checkouts import CHECKOUT, OUTCOMES, WALLET_PURPOSES


class Checkout(FollowedUp, Row):
    """A page that collects money into one wallet for a purpose; the intent behind a deposit.

    Its address is always ours; the provider's session is created when the payer opens it
    (docs/decisions/checkout-address.md). `next_attempt_at`: when the provider is polled for charges, and asked to close its
    page if ours has ended.
    """

    PREFIX = "dep"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="checkouts", db_index=False
    )
    purpose = models.CharField(max_length=20, help_text="deposit, or the name of a settlement plug.")
    subject_id = models.UUIDField(null=True, help_text="What the money is for; empty for a plain deposit.")
    amount_cents = models.BigIntegerField()
    description = models.CharField(max_length=500)
    payer_email = models.CharField(max_length=254, blank=True, help_text="Prefilled on the page, by its owner.")
    # Typed by the payer, empty for no receipt. Never shown, because others may open the page, too.
    receipt_email = models.CharField(max_length=254, null=True)
    return_url = models.CharField(max_length=2000, blank=True, help_text="Where the page's link back leads.")
    status = models.CharField(max_length=10, default="open", choices=[(s, s) for s in sorted(CHECKOUT.states)])
    provider = models.CharField(max_length=10)
    provider_ref = models.CharField(max_length=200, null=True, unique=True)
    save_method = models.BooleanField(default=False, help_text="Asked for: keep the card for automatic top-ups.")
    expires_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)
    # Settlement of the purpose: none (no purpose), pending, funded, or left_in_wallet (final).
    outcome = models.CharField(max_length=16, default="none", choices=[(o, o) for o in OUTCOMES])
    escrow_id = models.UUIDField(null=True)
    spender = models.CharField(
        max_length=50,
        blank=True,
        help_text="Who asked for it, as the ledger names spenders: the wallet's part is theirs.",
    )
    # The caller's idempotency key, kept as long as the checkout.
    operation = models.CharField(max_length=60, blank=True)
    idempotency_key = models.CharField(max_length=255, null=True)
    fingerprint = models.BinaryField(max_length=32, null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="checkout_amount_positive"),
            models.CheckConstraint(
                condition=Q(status="paid", paid_at__isnull=False) | (~Q(status="paid") & Q(paid_at__isnull=True)),
                name="checkout_paid_has_its_moment",
            ),
            models.CheckConstraint(
                condition=Q(purpose__in=WALLET_PURPOSES, subject_id__isnull=True)
                | (~Q(purpose__in=WALLET_PURPOSES) & Q(subject_id__isnull=False)),
                name="checkout_purpose_has_its_subject",
            ),
            # A page that was paid for something has an outcome, from the moment it was paid.
            models.CheckConstraint(
                condition=(Q(status="paid", subject_id__isnull=False) & ~Q(outcome="none"))
                | (Q(outcome="none", escrow_id=None) & (~Q(status="paid") | Q(subject_id=None))),
                name="checkout_outcome_of_a_paid_one",
            ),
            models.CheckConstraint(
                condition=Q(idempotency_key=None, fingerprint=None)
                | Q(idempotency_key__isnull=False, fingerprint__isnull=False),
                name="checkout_key_has_its_fingerprint",
            ),
            models.UniqueConstraint(
                fields=["account", "operation", "idempotency_key"],
                condition=Q(idempotency_key__isnull=False),
                name="checkout_once_per_key",
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="checkout_of_account"),
            models.Index(
                fields=["account", "-id"], condition=Q(purpose="payment_link"), name="checkout_link_of_account"
            ),
            models.Index(fields=["subject_id"], condition=Q(subject_id__isnull=False), name="checkout_of_subject"),
            models.Index(fields=["expires_at"], condition=Q(status="open"), name="checkout_expiry"),
            models.Index(fields=["paid_at"], condition=Q(outcome="pending"), name="checkout_unsettled"),
            models.Index(fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="checkout_look"),
            # The nightly audit: what was made or paid since the last checkpoint.
            models.Index(fields=["created_at"], name="checkout_created"),
            models.Index(fields=["paid_at"], condition=Q(paid_at__isnull=False), name="checkout_paid"),
        ]

    @property
    def receipt_to(self) -> str:
        """The receipt's address: typed by the payer, or else given by the owner; empty for no receipt."""
        return self.payer_email if self.receipt_email is None else self.receipt_email

    @property
    def url(self) -> str:
        return f"{settings.BASE_URL}/checkout/{ids.encode(Checkout.PREFIX, self.pk)}"  # not the proxy's prefix


class Payment(Row):
    """A payment that a provider has charged. Unique by the provider's reference, so that it is booked once."""

    PREFIX = "pay"

    checkout = models.ForeignKey(Checkout, null=True, on_delete=models.PROTECT, related_name="payments")
    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="payments", db_index=False
    )
    rail = models.CharField(max_length=10)
    reference = models.CharField(max_length=200)
    amount_cents = models.BigIntegerField()
    refund_fee_cents = models.BigIntegerField(help_text="What a later refund keeps; frozen now.")
    method = models.CharField(max_length=60, blank=True, help_text="Masked, such as card •••• 4242.")
    surplus = models.BooleanField(default=False, help_text="Paid a second time: it goes back by itself.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rail", "reference"], name="payment_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="payment_amount_positive"),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="payment_of_account"),
            models.Index(fields=["created_at"], name="payment_created"),
        ]
