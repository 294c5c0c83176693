"""How long records that grow for good are kept: their kinds, the days that an instance begins with, and the floor below which no
operator sets them. What is kept for good and has no row here: money (the ledger and whatever its moves name), what work was agreed
and how it was judged, the history of settings, and the staff log, whose chain proves that nothing is missing.
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
    "evidence": Keeping(
        *("Files of finished work", 1095, 180, "A bank takes a payment back up to 180 days later, and asks for proof."),
        may_be_archived=False,
    ),
    "messages": Keeping(
        *("Messages of finished talks", 1095, 180, "They are proof of what was agreed, as long as evidence is."),
        may_be_archived=False,
    ),
    "attendance": Keeping(
        *("When and how far from a place somebody was", 1095, 180, "It is evidence, too."), may_be_archived=False
    ),
    "identity_signals": Keeping(
        *("Network addresses from which keys were used", 90, 30, "A stolen key is found out by them."),
        may_be_archived=False,
    ),
    "private_reads": Keeping(
        *("Reads of private data by staff", 1095, 365, "A person may ask who looked; the database refuses less."),
        may_be_archived=False,
    ),
}
