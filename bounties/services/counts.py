"""What follows the seats of a bounty: its counters, its status by them, and the mail that they queue.

The verbs of different seats run at the same time (docs/money.md, "Locks"), so none of this is computed from what was read: one
statement counts, decides and tells, or `hold` reads it anew. Either keeps the other seats' next such statement waiting until the
commit, so it comes `at_last`, after every other lock but those of the ledger.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection

from bounties.errors import BountyNotOpen, NoSpotsLeft
from bounties.models import Bounty
from bounties.rules.bounties import BOUNTY, FULL, HIRES, LIVE, REFILL, seat_lost_action
from escrow.selectors.pools import SeatSummary, seat_summary, summary_of, summary_statement
from marketplace.core import clock
from marketplace.core.states import InvalidState
from marketplace.core.transactions import at_last as at_last_of_unit

_TABLE: Final = Bounty._meta.db_table
_COUNTED: Final = (
    *("status", "spots_available", "spots_filled", "application_count", "rejects_rest", "owner_mails"),
    "owner_mails_due_at",
)
_READ: Final = "status, spots_available, spots_filled, application_count, rejects_rest, news, news_due_at"


def _next(action: str) -> str:
    """SQL: the status after an action, null where the state machine has none."""
    moves = [f"when '{state}' then '{to[action]}'" for state, to in BOUNTY.table.items() if action in to]
    return f"case status {' '.join(moves)} end"


def _lost(removed: int) -> str:
    """SQL: the status after a lost seat whose spot stays free or is removed. With its last spot the bounty ends
    (`endings.stop`), and a completed one stays so."""
    ends = "when spots_available = 1 or status = 'completed' then status " if removed else ""
    return (
        f"case {ends}when spots_filled = 1 then {_next('lose_all')} "
        f"when spots_filled - 1 >= spots_available - {removed} then {_next('stay_full')} else {_next('lose_one')} end"
    )


def _update(changes: str, where: str) -> str:
    return f"update {_TABLE} set {changes} where id = %s and {where} returning {_READ}"  # noqa: S608


_HOLD: Final = f"select {_READ} from {_TABLE} where id = %s for no key update"  # noqa: S608
_MAIL: Final = (
    "news = case when %s::varchar = any(news) then news else array_append(news, %s::varchar) end, "
    "news_due_at = coalesce(news_due_at, %s::timestamptz)"
)
_IS_LIVE: Final = f"status in {LIVE}"
_APPLIED: Final = _update("application_count = application_count + %s::integer", _IS_LIVE)
_APPLIED_AND_MAILED: Final = _update(f"application_count = application_count + %s::integer, {_MAIL}", _IS_LIVE)
_QUEUED: Final = _update(_MAIL, "true")
_FILLED: Final = _update(
    "spots_filled = spots_filled + 1, updated_at = %s::timestamptz, "
    f"status = case when spots_filled + 1 >= spots_available then {_next('fill_last')} else {_next('fill_one')} end",
    f"spots_filled < spots_available and status in {HIRES}",
)
_LOST: Final = [
    _update(
        f"spots_filled = spots_filled - 1, spots_available = spots_available - {removed}, "
        f"updated_at = %s::timestamptz, status = {_lost(removed)}",
        f"({_lost(removed)}) is not null",
    )
    for removed in (0, 1)
]


def at_last(bounty: Bounty, work: Callable[[], object]) -> None:
    """Do what counts a seat, or follows from it, when the rest of the call is done (`transactions.at_last`); at once where no other
    seat waits for it."""
    if _is_ours(bounty):
        work()
    else:
        at_last_of_unit(work)


def hold(bounty: Bounty) -> None:
    """Keep others from changing what follows the seats until the commit, and read it as it is now."""
    if not _is_ours(bounty):
        _hold(bounty)


def hold_and_sum(bounty: Bounty) -> SeatSummary:
    """As `hold`, with the sums over its seats, which stay so: one round trip, since every other seat waits for it."""
    if _is_ours(bounty):
        return seat_summary(bounty.pool_id)
    statement, values = summary_statement(bounty.pool_id)
    sums: list[SeatSummary] = []

    def read(cursor: Any) -> None:
        cursor.nextset()  # its statement begins after the first has waited, so it sees what that waited for
        sums.append(summary_of(cursor.fetchall()))

    if not _run(bounty, f"{_HOLD}; {statement}", [], also=(values, read)):
        raise Bounty.DoesNotExist
    return sums[0]


def _is_ours(bounty: Bounty) -> bool:
    """Whether it is held already, or need not be: nobody else changes a full bounty whose one seat the caller has locked."""
    return bounty.is_held or (bounty.spots_available == 1 and bounty.status in FULL)


def _hold(bounty: Bounty) -> None:
    if not _run(bounty, _HOLD, []):
        raise Bounty.DoesNotExist


def add_application(bounty: Bounty, *, again: bool, mail: tuple[str, datetime] | None) -> None:
    """Somebody applied, or did `again`, which is not counted anew. `mail`: what is queued for the owner, and when it is due (UTC).

    Decides whether the bounty still takes applications. Raises BountyNotOpen (409).
    """
    new = 0 if again else 1
    count = (_APPLIED_AND_MAILED, [new, *_of(mail)]) if mail else (_APPLIED, [new])
    if not _run(bounty, *count):
        _hold(bounty)
        if bounty.status not in LIVE:
            raise BountyNotOpen(currentState=bounty.status, allowedActions=[])
        _run(bounty, *count)  # a spot has become free in between


def queue_mail(bounty: Bounty, mail: tuple[str, datetime]) -> None:
    """Queue a kind of event for the owner's next mail, which is due then (UTC) if none is queued yet."""
    _run(bounty, _QUEUED, _of(mail))


def _of(mail: tuple[str, datetime]) -> list[Any]:
    what, due = mail
    return [what, what, due]


def fill_seat(bounty: Bounty) -> None:
    """One more is hired: decides who gets the last spot. Raises NoSpotsLeft, InvalidState (409)."""
    now = clock.now()
    if not _run(bounty, _FILLED, [now]):
        _hold(bounty)
        check_hires(bounty, now)
        _run(bounty, _FILLED, [now])  # a spot has become free in between
    bounty.updated_at = now


def check_hires(bounty: Bounty, now: datetime) -> None:
    """Whether somebody can be hired now (UTC), as the bounty was read. Raises NoSpotsLeft, InvalidState (409)."""
    if bounty.spots_remaining <= 0:
        raise NoSpotsLeft(currentState=bounty.status, allowedActions=[])
    if bounty.status not in HIRES or bounty.deadline + REFILL <= now:
        raise InvalidState(
            f"This bounty is {bounty.status} and hires nobody.", currentState=bounty.status, allowedActions=[]
        )


def lose_seat(bounty: Bounty, *, removes_spot: bool) -> str:
    """A hired person's seat has ended without pay; its spot is free again, or goes. Returns the bounty's state action, which is
    `stop` with the last spot. Raises InvalidState (409)."""
    now = clock.now()
    if not _run(bounty, _LOST[removes_spot], [now]):
        _hold(bounty)
        BOUNTY.next(bounty.status, seat_lost_action(bounty.spots_available - removes_spot, bounty.spots_filled - 1))
        _run(bounty, _LOST[removes_spot], [now])
    bounty.updated_at = now
    return seat_lost_action(bounty.spots_available, bounty.spots_filled)


def _run(
    bounty: Bounty,
    statement: str,
    values: Sequence[Any],
    *,
    also: tuple[Sequence[Any], Callable[[Any], None]] | None = None,
) -> bool:
    """Run a statement about this bounty, and note what it says; False when its condition does not hold. `also`: the values of a
    second one in its text, and who reads what that answers."""
    more, read = also or ((), None)
    # Two statements can't be prepared as one.
    with connection.cursor() if also else connection.prepared() as cursor:  # type: ignore[attr-defined]  # of config/postgres
        cursor.execute(statement, [*values, bounty.pk, *more])
        found = cursor.fetchone()
        if read is not None:
            read(cursor)
    if found is None:
        return False
    for name, value in zip(_COUNTED, found, strict=True):
        setattr(bounty, name, value)
    bounty.is_held = True
    return True
