from django.db import models
from django.db.models import Q

from marketplace.models.base import FollowedUp, Row
from wallet.rules.x402 import X402_OPEN, X402_PAYMENT


class X402Payment(FollowedUp, Row):
    """A signed stablecoin payment, stored before it is settled.

    Unique by what the chain identifies an authorization by, so that it counts once however it is encoded. The signature is not
    stored: it is not needed once the facilitator has it.
    """

    PREFIX = "xpa"

    kind = models.CharField(max_length=10, choices=[(kind, kind) for kind in ("deposit", "signup")])
    account = models.ForeignKey(
        "marketplace.Account",
        null=True,
        on_delete=models.PROTECT,
        related_name="x402_payments",
        db_index=False,
    )  # null for a sign-up that is not settled
    applicant = models.JSONField(default=dict, help_text="Of a sign-up: whom the account is opened for.")
    amount_cents = models.BigIntegerField()
    # The signed authorization, in lower case. `valid_before` is in Unix seconds, by the chain's time.
    network = models.CharField(max_length=40)
    asset = models.CharField(max_length=42)
    payer = models.CharField(max_length=42)
    nonce = models.CharField(max_length=66)
    pay_to = models.CharField(max_length=42)
    atoms = models.DecimalField(max_digits=30, decimal_places=0, help_text="The amount in the token's smallest unit.")
    valid_before = models.BigIntegerField()
    status = models.CharField(max_length=10, default="review", choices=[(s, s) for s in sorted(X402_PAYMENT.states)])
    tx_hash = models.CharField(max_length=66, blank=True)
    place = models.BigIntegerField(
        null=True,
        help_text="Which of its transaction's transfers it was, when another payment was settled by that one before.",
    )
    reason = models.CharField(max_length=200, blank=True, help_text="Why it was refused or failed.")
    silent_since = models.DateTimeField(null=True, help_text="The first look that the chain has not answered since.")
    ended_at = models.DateTimeField(null=True)
    # By the real clock, because it is compared with the time that a wallet has signed.
    recovered_at = models.DateTimeField(null=True, help_text="When its wallet last asked for an API key.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="x402_amount_positive"),
            models.UniqueConstraint(fields=["network", "asset", "payer", "nonce"], name="x402_signed_once"),
            # Whoever comes first needs no place; every other payment of that transaction names a transfer of its own.
            models.UniqueConstraint(
                fields=["network", "tx_hash"],
                condition=Q(status="settled", place=None),
                name="x402_transaction_once",
            ),
            models.UniqueConstraint(
                fields=["network", "tx_hash", "place"],
                condition=Q(status="settled", place__isnull=False),
                name="x402_transfer_once",
            ),
            models.CheckConstraint(
                condition=~Q(status="settled") | (~Q(tx_hash="") & Q(account__isnull=False)),
                name="x402_settled_names_its_transaction",
            ),
            models.CheckConstraint(
                condition=Q(kind="signup") | Q(account__isnull=False), name="x402_deposit_has_its_account"
            ),
            models.CheckConstraint(
                condition=Q(status__in=[*X402_OPEN], ended_at=None)
                | (~Q(status__in=[*X402_OPEN]) & Q(ended_at__isnull=False)),
                name="x402_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], condition=Q(status__in=X402_OPEN), name="x402_due"),
            models.Index(fields=["account", "-id"], condition=Q(account__isnull=False), name="x402_of_account"),
            models.Index(fields=["payer", "-id"], condition=Q(kind="signup"), name="x402_of_wallet"),
            models.Index(fields=["ended_at"], name="x402_ended"),
        ]

    @property
    def reference(self) -> str:
        """The rail's reference: chain and transaction, and the transfer's log index if the transaction settled others."""
        return f"{self.network}:{self.tx_hash}" + ("" if self.place is None else f":{self.place}")
