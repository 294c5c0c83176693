"""`foresee()`: what a call would change, found by carrying it out and rolling it back.

There is no second plan that could differ from the real one: the same code makes the same checks, locks and posts, and what is
answered is read from the rows that it wrote.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db import connection, transaction

from marketplace.core import dry_runs
from marketplace.core.errors import Problem
from marketplace.core.transactions import allow_nested_commits
from marketplace.ports import posted_money

T = TypeVar("T")
# A dry run waits less for locks than a call that means it, and never holds any for long.
_WAIT: Final = "1s"
_RUN: Final = "10s"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`result` is None when the run ended before a provider would be asked; `dry` has what was answered until then. `money`: the
    moves, in the order in which they would be posted; `later`: those of what follows by itself, each with `when`."""

    result: Any
    dry: dry_runs.DryRun
    money: list[dict[str, Any]]
    later: list[dict[str, Any]]


def foresee(work: Callable[[], T], *, viewer: UUID | None) -> Foreseen:
    """Carry out `work` and undo it. `viewer`: the account that is told, to which its own wallet is just that.

    Nothing is committed, queued, mailed, stored or asked of a provider. Steps that commit one after the other in a real call are
    savepoints here, each of which sees what the one before it wrote. Locks what `work` locks, until it returns. Raises what `work`
    raises; a lock that is held elsewhere for a second ends it (503, `busy`).
    """
    with dry_runs.running(dry_runs.DryRun()) as dry, allow_nested_commits(), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "select set_config('lock_timeout', %s, true), set_config('statement_timeout', %s, true)", [_WAIT, _RUN]
            )
        result: Any = None
        try:
            result = work()
        except dry_runs.DryRunEnds:
            pass
        money = posted_money.get()(dry, viewer) if dry.posted else []
        later = [move for follow in dry.follows for move in _later(dry, follow, viewer)]
        transaction.set_rollback(True)
    return Foreseen(result, dry, money, later)


def _later(dry: dry_runs.DryRun, follow: dry_runs.Follow, viewer: UUID | None) -> list[dict[str, Any]]:
    """The moves of what a timer would do after the call; none where it would be refused, or a provider asked, by then."""
    before = len(dry.posted)
    try:
        with transaction.atomic():
            follow.work()
    except (Problem, dry_runs.DryRunEnds):
        return []
    posted = dry.posted[before:]
    found = posted_money.get()(replace(dry, posted=posted), viewer) if posted else []
    return [move | {"when": follow.when} for move in found]
