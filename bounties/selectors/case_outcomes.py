"""How staff can decide a contested seat: the actions of its own page, in words."""

from django.urls import reverse

from bounties.models import Application
from bounties.rules.seats import EXTENSION_MAX_HOURS, REDO_AT_LEAST
from escrow.models import Escrow
from escrow.ports import StaffOutcome
from marketplace.core.money import format_usd

_OUTCOMES = (
    ("time", "Give the worker more time", "They can send new evidence; no money moves."),
    ("release", "Pay the worker", "The whole pay is released, and our fee is taken."),
    ("take-back", "End the seat without pay", "The share returns to the bounty's pool, or to the owner's wallet."),
)
# What exactly happens then.
_THEN = {
    "time": "{who} can send new evidence again. No money moves. Both sides get a mail.",
    "release": "{who} gets {pay} now and the seat is finished. Both sides get a mail. This can't be taken back.",
    "take-back": (
        "{who} gets nothing and the seat ends. While the bounty still takes people its share returns to the bounty's pool and "
        "somebody else can be hired; otherwise it returns to the owner's wallet. Both sides get a mail. This can't be taken back."
    ),
}
_HOURS = int(REDO_AT_LEAST.total_seconds() // 3600)


def ways(escrow: Escrow, seat: Application) -> list[StaffOutcome]:
    """Those that are possible now. Asks nothing."""
    return [
        StaffOutcome(
            name,
            label,
            what,
            then(name, seat, escrow),
            reverse("admin:bounties_application_decide", args=[escrow.subject_id, name]),
            hours=_HOURS if name == "time" else 0,
            hours_max=EXTENSION_MAX_HOURS if name == "time" else 0,
            is_harsh=name == "take-back",
        )
        for name, label, what in _OUTCOMES
        if name != "time" or escrow.status == "locked"
    ]


def then(name: str, seat: Application, escrow: Escrow | None) -> str:
    """What this way to decide a contested seat does, in whole sentences, with its sum."""
    pay = format_usd(escrow.human_payout_cents) if escrow is not None else "the pay"
    return _THEN[name].format(who=seat.human_name, pay=pay)
