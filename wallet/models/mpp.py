from django.db import models
from django.db.models import Q

from marketplace.models.base import FollowedUp, Row
from marketplace.models.sealed import SealedField
from wallet.rules.mpp import MPP_BLOCKING, MPP_CHARGE, MPP_OPEN


class MppQuote(Row):
    """A quote for paying a checkout by card token: its text permits one payment within 30 minutes.

    The text is not stored: it is derived from the row's id when it is shown, and looked up by its digest.
    """

    PREFIX = "mpq"

    checkout = models.ForeignKey("wallet.Checkout", on_delete=models.PROTECT, related_name="mpp_quotes")
    digest = models.BinaryField(max_length=32, unique=True, help_text="SHA-256 of its text.")
    expires_at = models.DateTimeField()


class MppCharge(FollowedUp, Row):
    """A card token that was presented for a quote, stored before it is charged. A quote is charged once."""

    PREFIX = "mch"

    quote = models.ForeignKey(MppQuote, on_delete=models.PROTECT, related_name="charges")
    token = SealedField(purpose="mpp-token", blank=True, help_text="Sealed; empty once it is of no more use.")
    token_digest = models.BinaryField(max_length=32, help_text="SHA-256: a token counts once, for one quote.")
    status = models.CharField(max_length=10, default="charging", choices=[(s, s) for s in sorted(MPP_CHARGE.states)])
    provider_ref = models.CharField(max_length=200, blank=True, help_text="The provider's own id of the charge.")
    reason = models.CharField(max_length=200, blank=True, help_text="Why nothing was charged.")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token_digest"], name="mpp_token_once"),
            models.UniqueConstraint(
                fields=["quote"], condition=Q(status__in=MPP_BLOCKING), name="mpp_one_charge_of_a_quote"
            ),
            models.UniqueConstraint(fields=["provider_ref"], condition=Q(status="paid"), name="mpp_reference_once"),
            models.CheckConstraint(condition=~Q(status="paid") | ~Q(provider_ref=""), name="mpp_paid_names_its_charge"),
            models.CheckConstraint(
                condition=Q(status__in=MPP_OPEN, ended_at=None) | (~Q(status__in=MPP_OPEN) & Q(ended_at__isnull=False)),
                name="mpp_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], condition=Q(status__in=MPP_OPEN), name="mpp_due"),
            models.Index(fields=["ended_at"], name="mpp_ended"),
        ]
