"""The answer to a call that waits for the consent of the wallet's owner, for every route that may spend."""

from typing import Final

from rest_framework import serializers

from marketplace.api.actions import NextCallOut
from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape


class PlannedMoveOut(Shape):
    to = serializers.ChoiceField(
        ["bounty", "person_escrow", "person", "later"],
        help_text="bounty: set aside for a bounty; person_escrow: set aside for one person; person: paid to them at once; later: "
        "moved later, by itself.",
    )
    person = Text(help_text="The name of who gets it, where it is known already.")
    cents = serializers.IntegerField()


class PlanOut(Shape):
    """What the call would move out of the wallet, exactly; taken from the attempt that was rolled back. Cents."""

    type = Text(
        help_text="As in the wallet's statement; or runs, when_funded, beside_page for what is agreed on for later."
    )
    description = Text()
    cents = serializers.IntegerField(help_text="Of what repeats: each time.")
    moves = PlannedMoveOut(many=True)
    title = Text(help_text="Of the bounty, service or template; empty for a tip.")
    category = Text()
    seats = serializers.IntegerField(allow_null=True)
    pay_per_seat_cents = serializers.IntegerField(allow_null=True)
    fee_cents = serializers.IntegerField(allow_null=True, help_text="Our fee of all seats.")
    repeats = Text(help_text='weekly, biweekly, monthly, or such as "3 days"; empty for what is paid once.')
    times = serializers.IntegerField(
        allow_null=True,
        help_text="How often that is paid at most, of runs of a template; null: once, or without an end.",
    )
    total_cents = serializers.IntegerField(
        allow_null=True, help_text="What all of them take together at most; null: it is paid once, or has no end."
    )
    month_cents = serializers.IntegerField(
        allow_null=True, help_text="What they take at most in a calendar month (UTC), where that is limited."
    )
    undo = Text(help_text="Whether it can be undone, in words.")


class WaitingOut(Shape):
    """202: nothing was moved; the owner of the wallet is asked."""

    success = serializers.BooleanField()
    approval_id = Text(help_text="GET /api/approvals/{id} shows how it stands.")
    status = serializers.ChoiceField(["pending", "approved"])
    expires_at = TimestampField()
    cents = serializers.IntegerField()
    plan = PlanOut()
    next_actions = NextCallOut(many=True, help_text="What to do then.")


WAITS: Final = (
    "Nothing was moved yet: this takes more than the amount above which the wallet's owner wants to be asked (`askAboveCents`). "
    "Once they have approved it, the same call with the same idempotency key is carried out; without such a key the call is 400."
)
REFUSED: Final = {
    403: "approval_declined approval_expired",
    409: "approval_exceeded too_many_approvals",
}
