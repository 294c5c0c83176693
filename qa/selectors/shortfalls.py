"""Why fewer people finished than a managed run asked for: what became of its seats."""

from collections import Counter
from uuid import UUID

from bounties.models import Application
from qa.rules.words import SeatOutcome, seat_outcome, shortfall


def why_fewer(bounty_id: UUID, *, asked: int, finished: int, who: str, what: str) -> str | None:
    """A sentence for a report; None when everybody finished. `who`: tester or respondent; `what`: report or vote."""
    if finished >= asked:
        return None
    seats = Application.objects.filter(bounty_id=bounty_id, escrow__isnull=False).order_by()
    rows = seats.values_list("pk", "status", "end_reason", "submissions__status")
    sent: dict[UUID, set[str]] = {}
    ended: dict[UUID, tuple[str, str]] = {}
    for pk, status, end_reason, submission in rows:
        ended[pk] = (status, end_reason)
        sent.setdefault(pk, set()).update([submission] if submission else [])
    found: Counter[SeatOutcome] = Counter(
        seat_outcome(hired=status == "accepted", end_reason=reason, submissions=sent[pk])
        for pk, (status, reason) in ended.items()
    )
    free = max(0, asked - sum(status == "accepted" for status, _ in ended.values()))
    return shortfall(found, empty=free, who=who, what=what)
