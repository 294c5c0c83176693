"""Shapes of /api/x402."""

from marketplace.api.applicants import ApplicantIn
from marketplace.api.fields import CurrencyField, MailField, StrictInteger
from marketplace.api.serializers import Shape
from wallet.rules.checkouts import DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS


class X402SignupIn(ApplicantIn):
    """POST /api/x402/signup; nothing else is taken."""

    contact_email = MailField(
        max_length=254, default="", help_text="Where we may write about bills. Never used for sign-in."
    )


class X402DepositIn(Shape):
    amount_cents = StrictInteger(
        min_value=DEPOSIT_MIN_CENTS, max_value=DEPOSIT_MAX_CENTS, help_text="US cents. How much."
    )
    currency = CurrencyField()
