"""The states of a dispute, and how its cents are divided."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy

from escrow.rules.escrows import fee_cents, unit
from marketplace.core.states import Machine

DISPUTE: Final = Machine(
    "dispute",
    {
        "open": {
            "decide": "resolved",
            "propose": "awaiting_approval",
            "settle": "resolved",
            "withdraw": "withdrawn",
        },
        "awaiting_approval": {"approve": "resolved", "send_back": "open", "settle": "resolved"},
    },
)
OPEN_DISPUTE: Final = ("open", "awaiting_approval")
# In words, as pages and mails say them.
CATEGORY_WORDS: Final = {
    "not_delivered": gettext_lazy("Nothing was delivered"),
    "poor_quality": gettext_lazy("The work is poor"),
    "not_as_described": gettext_lazy("It is not what was described"),
    "communication_issue": gettext_lazy("They could not be reached"),
    "non_payment": gettext_lazy("About the pay"),
    "fraud": gettext_lazy("Fraud"),
    "other": gettext_lazy("Something else"),
}
CATEGORIES: Final = tuple(CATEGORY_WORDS)
DECISIONS: Final = ("release", "refund", "split")
EVIDENCE_MAX: Final = 50  # pieces of each party in one dispute
DEFAULT_APPROVAL_CENTS: Final = 25_000


@dataclass(frozen=True, slots=True)
class Award:
    """How the cents of a disputed seat are divided; the three parts sum to its amount."""

    worker: int
    fee: int
    refund: int

    @property
    def kind(self) -> str:
        return "split" if self.worker and self.refund else "release" if self.worker else "refund"


def award(worker_cents: int, *, payout_cents: int, bps: int) -> Award:
    """Divide a disputed seat: `worker_cents` (0 to `payout_cents`) for the worker, our fee on that at the seat's rate of `bps`
    basis points, the rest for the funder. Raises ValueError outside that range."""
    if not 0 <= worker_cents <= payout_cents:
        raise ValueError("a decision gives the worker nothing, the pay, or something between")
    fee = fee_cents(worker_cents, bps)
    return Award(worker_cents, fee, unit(payout_cents, bps).total - worker_cents - fee)
