"""When a worker may contest, how long staff have, and what ends a seat whose worker is silent after evidence was returned."""

from datetime import datetime, timedelta
from typing import Final

from bounties.rules.submissions import AGAINST

CONTEST_WITHIN: Final = timedelta(days=7)  # of the verdict
UNSEEN_AFTER: Final = timedelta(hours=72)  # delivered work that no clock will accept
STAFF_WITHIN: Final = timedelta(hours=72)  # the due date of a staff case
SILENCE_ENDS_AFTER: Final = timedelta(
    hours=48
)  # from the end of a redo that brought no evidence to the end of the seat
LAST_WARNING: Final = timedelta(hours=24)  # before that end

STATES: Final = ("open", "decided")
# The first three are decisions of staff; `settled`: the money was decided in another way (a release, a dispute).
OUTCOMES: Final = ("time_given", "released", "taken_back", "new_evidence", "settled")
# What each of them means, for both sides.
MEANINGS: Final = {
    "time_given": "Our staff give the worker more time for new evidence.",
    "released": "Our staff accept the work, and the worker is paid.",
    "taken_back": "Our staff end the seat without pay. Its money returns to the bounty's pool, and the spot is free again for "
    "anybody; where the bounty hires no more, it returns to the owner's wallet.",
    "new_evidence": "The worker sends new evidence before that.",
    "settled": "The owner pays before that, or a dispute of theirs is decided.",
}


def may_contest(
    now: datetime,
    *,
    escrow: str,
    verdict: str,
    judged_at: datetime | None,
    delivered_at: datetime | None,
    review_due_at: datetime | None,
) -> bool:
    """Whether the worker of a hired seat has something to contest (contract, section 8). `escrow`: its status; `verdict`: the
    status of the latest submission, given at `judged_at`; `review_due_at`: when the clock accepts delivered work. All UTC."""
    if escrow == "locked":
        return verdict in AGAINST and judged_at is not None and now <= judged_at + CONTEST_WITHIN
    no_clock = escrow == "delivered" and review_due_at is None
    return no_clock and delivered_at is not None and now >= delivered_at + UNSEEN_AFTER
