from django.db import models
from django.db.models import F, Q

from marketplace.models.base import Row
from wallet.rules.chargebacks import CHARGEBACK


class Chargeback(Row):
    """A card payment that the bank took back. As much as possible was posted from the wallet (`from_wallet`); the rest is a debt
    (`owed`), repaid from later money (`recovered`). It is won when all or a part is returned (`returned`), which repays the
    debt first and then goes to the wallet.

    amount = from_wallet + recovered + owed + (returned - returned_to_wallet). The provider's fee is our loss.
    """

    PREFIX = "chb"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="chargebacks")
    payment = models.ForeignKey("wallet.Payment", on_delete=models.PROTECT, related_name="chargebacks", db_index=False)
    provider = models.CharField(max_length=10)
    provider_ref = models.CharField(max_length=200, help_text="The provider's id of the dispute.")
    reason = models.CharField(max_length=60, blank=True, help_text="The provider's word.")
    status = models.CharField(max_length=10, default="open", choices=[(s, s) for s in sorted(CHARGEBACK.states)])
    amount_cents = models.BigIntegerField(help_text="What the bank took back.")
    from_wallet_cents = models.BigIntegerField(help_text="The part of it that the wallet had.")
    recovered_cents = models.BigIntegerField(default=0, help_text="What the wallet has paid off since.")
    owed_cents = models.BigIntegerField(default=0)
    fee_cents = models.BigIntegerField(default=0, help_text="What the provider takes for it, from us.")
    fee_returned_cents = models.BigIntegerField(default=0)
    returned_cents = models.BigIntegerField(default=0, help_text="What of the amount came back to us.")
    returned_to_wallet_cents = models.BigIntegerField(default=0, help_text="The part of that which the wallet got.")
    opened_at = models.DateTimeField(help_text="By the provider.")
    answer_by = models.DateTimeField(null=True, help_text="Until when the provider takes evidence.")
    poll_at = models.DateTimeField(
        db_column="look_at", null=True, help_text="When the provider is asked next how it stands."
    )
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "provider_ref"], name="chargeback_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="chargeback_amount_positive"),
            models.CheckConstraint(
                condition=Q(from_wallet_cents__gte=0, recovered_cents__gte=0, owed_cents__gte=0, fee_cents__gte=0)
                & Q(fee_returned_cents__gte=0, fee_returned_cents__lte=F("fee_cents"))
                & Q(returned_to_wallet_cents__gte=0, returned_to_wallet_cents__lte=F("returned_cents"))
                & Q(returned_cents__lte=F("amount_cents")),
                name="chargeback_parts_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(
                    amount_cents=F("from_wallet_cents")
                    + F("recovered_cents")
                    + F("owed_cents")
                    + F("returned_cents")
                    - F("returned_to_wallet_cents")
                ),
                name="chargeback_parts_are_the_whole",
            ),
            models.CheckConstraint(
                condition=Q(status="won", returned_cents__gt=0) | (~Q(status="won") & Q(returned_cents=0)),
                name="chargeback_won_has_returned",
            ),
            models.CheckConstraint(
                condition=Q(status="open", ended_at=None) | (~Q(status="open") & Q(ended_at__isnull=False)),
                name="chargeback_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["payment"], name="chargeback_of_payment"),
            models.Index(fields=["account", "id"], condition=Q(owed_cents__gt=0), name="chargeback_owed"),
            models.Index(fields=["poll_at"], condition=Q(poll_at__isnull=False), name="chargeback_look"),
            models.Index(fields=["created_at"], condition=Q(status="open"), name="chargeback_open"),
            models.Index(fields=["ended_at"], name="chargeback_ended"),
        ]

    @property
    def net_cents(self) -> int:
        """The net amount in the provider's books, as far as it is booked here."""
        return self.returned_cents + self.fee_returned_cents - self.amount_cents - self.fee_cents
