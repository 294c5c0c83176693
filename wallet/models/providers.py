from django.db import models
from django.db.models import Q

from marketplace.models.base import Row


class ProviderAccount(Row):
    """An account's ids at a card provider: the paying customer, their saved card, and the payout recipient."""

    PREFIX = "pac"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="provider_accounts", db_index=False
    )
    provider = models.CharField(max_length=10)
    customer_ref = models.CharField(max_length=200, blank=True)
    saved_method_ref = models.CharField(max_length=200, blank=True)
    saved_method_label = models.CharField(max_length=60, blank=True, help_text="Masked, such as card •••• 4242.")
    saved_method_fingerprint = models.CharField(
        max_length=200, blank=True, db_default="", help_text="By which the provider knows a card again, if it says one."
    )
    payout_ref = models.CharField(max_length=200, blank=True)
    # The bank account behind it; all empty while none is known, and until the first look at one of before these were kept.
    bank_ref = models.CharField(max_length=200, blank=True, db_default="", help_text="The provider's id of it.")
    bank_last4 = models.CharField(
        max_length=4, blank=True, db_default="", help_text="As far as the provider says them."
    )
    bank_given_at = models.DateTimeField(
        null=True, help_text="When we learned of it; null for one that was given before this was kept."
    )
    bank_given_via = models.CharField(max_length=10, blank=True, db_default="", help_text="As bank_asked_via, by then.")
    bank_given_by = models.CharField(max_length=100, blank=True, db_default="")
    # Anybody who has the page's address may open it, so it is kept who asked for it last.
    bank_asked_via = models.CharField(max_length=10, blank=True, db_default="", help_text="key, oauth or session")
    bank_asked_by = models.CharField(
        max_length=100,
        blank=True,
        db_default="",
        help_text="Name of the key or program then; of a person, their usr_ id.",
    )
    bank_looked_at = models.DateTimeField(
        null=True, help_text="When the provider first said which one it is; null: not since this is kept."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "provider"], name="provider_account_once")]
        indexes = [models.Index(fields=["payout_ref"], condition=~Q(payout_ref=""), name="provider_account_payout")]

    @property
    def can_be_paid(self) -> bool:
        """Whether payouts are possible, according to our rows. Onboarding at another provider does not count."""
        return bool(self.payout_ref) and self.account.payouts_onboarded_at is not None


class SandboxRecord(Row):
    """The sandbox provider's own books: its charges, refunds and payouts. Written only by the provider."""

    PREFIX = "sbx"

    key = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=10)
    cents = models.BigIntegerField()
    state = models.CharField(max_length=10, default="succeeded")
    reason = models.CharField(max_length=60, blank=True)
    method = models.CharField(max_length=60, blank=True)
    of = models.CharField(max_length=200, blank=True, help_text="The charge that is returned, the person who is paid.")
    checkout_id = models.UUIDField(null=True)
    saved = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["checkout_id"], condition=Q(checkout_id__isnull=False), name="sandbox_of_checkout"),
            models.Index(fields=["of"], condition=~Q(of=""), name="sandbox_of"),
            models.Index(fields=["created_at"], name="sandbox_by_time"),
        ]

    @property
    def reference(self) -> str:
        return self.public_id


class SandboxTransfer(Row):
    """A transaction of the sandbox's own chain. Written only by the provider (`wallet/providers/sandbox_chain.py`)."""

    PREFIX = "sbt"

    tx_hash = models.CharField(max_length=66, unique=True)
    block = models.BigIntegerField()
    payer = models.CharField(max_length=42, help_text="In lower case; zeros: minted by the faucet.")
    pay_to = models.CharField(max_length=42)
    atoms = models.BigIntegerField(help_text="10,000 to a cent.")
    nonce = models.CharField(
        max_length=66, blank=True, help_text="Of the authorization that was used; empty when minted."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["payer", "nonce"], condition=~Q(nonce=""), name="sandbox_nonce_once"),
        ]
        indexes = [
            models.Index(fields=["payer"], name="sandbox_transfer_from"),
            models.Index(fields=["pay_to", "block"], name="sandbox_transfer_to"),
            models.Index(fields=["block"], name="sandbox_transfer_block"),
        ]


class ProviderWebhook(Row):
    """A provider's webhook that was processed, so that a repeated delivery is ignored."""

    PREFIX = "ntc"

    provider = models.CharField(max_length=10)
    event_id = models.CharField(max_length=200)
    kind = models.CharField(max_length=20)
    reference = models.CharField(max_length=200)

    class Meta:
        db_table = "wallet_providernotice"
        constraints = [models.UniqueConstraint(fields=["provider", "event_id"], name="provider_notice_once")]
        indexes = [models.Index(fields=["created_at"], name="provider_notice_by_time")]


class Discrepancy(Row):
    """A violation found by the nightly checks: a difference between a provider's books and ours, or within ours (`provider` is
    `ledger` then). Staff investigates it."""

    PREFIX = "dcy"

    provider = models.CharField(max_length=10)
    fault = models.CharField(max_length=100)
    subject = models.CharField(max_length=200)
    detail = models.CharField(max_length=200, blank=True)
    seen_at = models.DateTimeField(help_text="By the last comparison that found it.")
    over_at = models.DateTimeField(null=True, help_text="When it was explained, or was not found any more.")
    explanation = models.CharField(max_length=400, blank=True)

    class Meta:
        verbose_name_plural = "discrepancies"
        constraints = [models.UniqueConstraint(fields=["provider", "fault", "subject"], name="discrepancy_once")]
        indexes = [
            models.Index(fields=["-seen_at"], name="discrepancy_by_time"),
            models.Index(fields=["seen_at"], condition=models.Q(over_at=None), name="discrepancy_open"),
        ]
