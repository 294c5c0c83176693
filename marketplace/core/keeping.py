"""How long records that grow for good are kept: their kinds, the days that an instance begins with, and the floor below which no
operator sets them. What is kept for good and has no row here: money (the ledger and whatever its moves name), agreed work and its
evidence, the history of settings, and the staff log, whose chain proves that nothing is missing.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Keeping:
    """`days` to begin with; `floor`: the fewest days, and `why`; `may_be_archived`: never what has codes or answers in it."""

    title: str
    days: int
    floor: int
    why: str
    may_be_archived: bool = True


MOST_DAYS: Final = 36_500
KEEPING: Final = {  # in the order in which they are deleted: an event goes after its deliveries
    "deliveries": Keeping("Webhook deliveries with their attempts", 60, 7, "They can be sent again meanwhile."),
    "events": Keeping("Events", 400, 90, "Inboxes, replays and the timelines of finished work reach back so far."),
    "calls": Keeping("Timeline of calls", 90, 90, "GET /api/activity promises 90 days."),
    "mails": Keeping("Mails", 30, 7, "Staff look up whether a mail was sent.", may_be_archived=False),
    "pushes": Keeping("Pushes", 7, 1, "Staff look up whether a push was sent.", may_be_archived=False),
    "idempotency_keys": Keeping("Idempotency keys", 1, 1, "A key holds for 24 hours.", may_be_archived=False),
    "payment_keys": Keeping(
        "Idempotency keys of payments", 30, 30, "A key of a payment holds for 30 days.", may_be_archived=False
    ),
    "provider_webhooks": Keeping("Webhooks of providers", 30, 7, "Providers repeat a webhook for days."),
}
