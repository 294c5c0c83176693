"""Approvals ("ask me above"): their states, and how long a question and an answer hold."""

from datetime import timedelta
from typing import Final

from marketplace.core.money import format_usd
from marketplace.core.states import Machine

# A spend above the owner's amount waits for their approval, which is used up by the call that asked for it.
APPROVAL: Final = Machine(
    "approval",
    {
        "pending": {"approve": "approved", "decline": "declined", "expire": "expired"},
        "approved": {"use": "used", "withdraw": "declined", "expire": "expired"},
    },
)
AGREED: Final = ("runs", "when_funded", "beside_page")  # kinds of plans that move no money yet
APPROVAL_OPEN: Final = ("pending", "approved")
APPROVAL_LIFE: Final = timedelta(hours=24)  # to be decided, and then, from the decision on, to be used
APPROVALS_MOST: Final = 100  # of one account that wait for a decision
PATH_MOST: Final = 300  # characters of the path of a call that is kept with its question
APPROVAL_MAIL_PAUSE: Final = timedelta(minutes=5)  # between two mails about what waits


def needs_approval(cents: int, amount: int) -> str:
    """What a preview says of a spend of `cents` by a caller whose owner wants to be asked above `amount` cents."""
    return (
        f"needs_approval: this takes {format_usd(cents)} from the wallet, and its owner wants to be asked above "
        f"{format_usd(amount)}. The call would be answered with 202 and wait for them; it takes an idempotency key."
    )
