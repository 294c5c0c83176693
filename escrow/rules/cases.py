"""The stages of a case that staff decide, whose turn each is, and its clocks (desk, section 3)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from marketplace.core.states import Machine

# A case is a dispute, or a seat that a worker contests or a rule leaves to staff.
KINDS: Final = ("dispute", "contest")

# `goes_on` is every way back to staff: the other side answered, a clock ran out, an offer was declined, a proposal sent back.
_WORKED_ON: Final = {
    "goes_on": "decision",
    "offer": "settlement",
    "ask": "evidence",
    "propose": "approval",
    "decide": "appeal",
    "end": "closed",
}
STAGE: Final = Machine(
    "case",
    {
        "opened": _WORKED_ON,
        "settlement": _WORKED_ON,
        "evidence": _WORKED_ON,
        "decision": _WORKED_ON,
        "approval": {"goes_on": "decision", "decide": "appeal", "end": "closed"},
        # Decided: who lost may appeal once. An appeal is decided by the same stages, in the second round, and ends for good.
        "appeal": {"appeal": "decision", "end": "closed"},
    },
)
STAGES: Final = ("opened", "settlement", "evidence", "decision", "approval", "appeal", "closed")
OPEN_STAGES: Final = STAGES[:5]  # somebody has to act, or staff decide
STAFF_STAGES: Final = ("decision", "approval")  # staff's own clock runs; in all others it stands still
PARTY_STAGES: Final = ("opened", "settlement", "evidence")

ASK_STATES: Final = ("open", "answered", "lapsed", "withdrawn")
OFFER: Final = Machine(
    "offer", {"open": {"accept": "accepted", "decline": "declined", "lapse": "lapsed", "replace": "replaced"}}
)
FINDINGS: Final = ("met", "not_met", "unclear")
SIDES: Final = ("funder", "worker", "both")
GROUNDS: Final = ("new_fact", "error")  # of an appeal
APPEAL: Final = Machine("appeal", {"open": {"uphold": "upheld", "overturn": "overturned"}})
# What each of its states means, for both sides: it is of the first decision, not of who appealed.
APPEAL_MEANINGS: Final = {
    "open": "Another person looks at the decision once more. Until then it stands, and the money stays where it is.",
    "upheld": "The first decision stands: the appeal has changed nothing, and this is final.",
    "overturned": "A second decision has taken the place of the first, and is final: `resolution` has its sums.",
}
ROUNDS: Final = (1, 2)  # the decision, and the one about its appeal
OFFERS_MAX: Final = 20  # of each side in one dispute
ASKS_MAX: Final = 20  # of one case
ASK_ITEMS_MAX: Final = 10  # of one request
ASK_ITEM_MAX: Final = 200  # characters
ASK_HOURS_MAX: Final = 30 * 24
REMIND_BEFORE: Final = timedelta(hours=24)  # the end of a party's clock
PREVIEW_LIFE: Final = timedelta(hours=24)  # a preview, and a proposal, hold so long


@dataclass(frozen=True, slots=True)
class Clocks:
    """How long each stage lasts, as operators set it."""

    answer: timedelta = timedelta(hours=48)
    settlement: timedelta = timedelta(hours=72)
    evidence: timedelta = timedelta(hours=48)
    first_look: timedelta = timedelta(hours=24)
    decision: timedelta = timedelta(hours=72)
    approval: timedelta = timedelta(hours=24)
    appeal: timedelta = timedelta(days=14)
    keeps_share: bool = False  # the worker's share can't be withdrawn until the time for an appeal is over


def reminder_at(now: datetime, due_at: datetime) -> datetime | None:
    """When a party whose clock begins `now` is reminded of its end (all UTC); None for a clock that is no longer than that."""
    at = due_at - REMIND_BEFORE
    return at if at > now else None
