"""Calls to the outside world that are repeated until their answer is known: claimed, asked, settled.

Each row has a due time in a column. Whoever takes a row locks it, moves its due time ahead by `lease` and commits: the
claim. Then the provider is asked with no transaction open, and the answer is written down in another transaction. A
process that dies in between leaves a row that is due again when its lease is over. So `ask` must be safe to repeat
(the row's id is the provider's idempotency key), and `settle` locks the row and checks its state again.

One kind of call is one subclass of `Followup`: which rows are open, what to ask, what follows from the answer.
`tests/races/test_followups.py` races and kills every kind.
"""

import logging
from abc import ABC, abstractmethod
from datetime import timedelta
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock, transactions
from marketplace.core.errors import Problem
from marketplace.models.base import Row

log = logging.getLogger(__name__)
R = TypeVar("R", bound=Row)
A = TypeVar("A")


class Followup(ABC, Generic[R, A]):
    rows: ClassVar[QuerySet[Any]]  # those whose answer is not known yet
    due: ClassVar[str] = "next_attempt_at"
    lease: ClassVar[timedelta]  # how long `ask` and `settle` may take
    batch: ClassVar[int] = 100
    pauses_together: ClassVar[bool] = False  # a round ends with the first row that gets no answer

    # ------------------------------------------------------------------ what a kind states

    def may_ask(self, row: R) -> bool:
        """Called with the row locked, before each call of the provider: counts the attempt. False when the provider is
        not to be asked now; whatever that means for the row has been saved then."""
        row.attempts += 1  # type: ignore[attr-defined]
        return True

    @abstractmethod
    def ask(self, row: R) -> A:
        """Call the provider; no transaction is open. An exception means: no answer."""

    @abstractmethod
    def settle(self, row: R, answer: A) -> None:
        """Write the answer down, in a transaction of its own; `row` is as it was when it was claimed."""

    def unanswered(self, row: R, error: Exception) -> None:
        """Schedule the next attempt or give up, in a transaction of its own. Unless a kind says otherwise the row is due
        again when its lease is over."""
        raise error

    # ------------------------------------------------------------------ the runner

    def run(self, batch: int | None = None) -> int:
        """For timers: ask about up to `batch` due rows one by one, the longest due first. A row that fails is logged, and
        holds up no other. Returns how many rows were asked about without such a failure."""
        done = 0
        for pk in list(self._due().order_by(self.due, "pk").values_list("pk", flat=True)[: batch or self.batch]):
            try:
                row = self._claim(self._due(), pk, skip_locked=True)
                if row is None:
                    continue
                answered = self._follow(row)
            except Exception:
                log.exception("a followup failed", extra={"kind": type(self).__name__, "row": str(pk)})
                continue
            done += 1
            if self.pauses_together and not answered:
                break
        return done

    def ask_if_due(self, pk: UUID) -> bool:
        """Ask about this row, unless it isn't due or another process has claimed it. Was it asked about?"""
        return self._try(self._due(), pk)

    def ask_now(self, pk: UUID) -> bool:
        """Ask about this row if it is open, due or not: its own request, or a message of the provider. Was it asked about?"""
        return self._try(self.rows, pk)

    def _try(self, rows: QuerySet[Any], pk: UUID) -> bool:
        row = self._claim(rows, pk)
        if row is not None:
            self._follow(row)
        return row is not None

    def _due(self) -> QuerySet[Any]:
        return self.rows.filter(**{f"{self.due}__lte": clock.now()})

    def _claim(self, rows: QuerySet[Any], pk: UUID, *, skip_locked: bool = False) -> R | None:
        """The row, leased to this process and committed. Raises RuntimeError inside another transaction."""

        def work() -> R | None:
            row: R | None = (
                rows.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked).filter(pk=pk).first()
            )
            if row is None or not self.may_ask(row):
                return None
            setattr(row, self.due, clock.now() + self.lease)
            row.save(update_fields=[self.due, "attempts"])
            return row

        return transactions.commit_first(work)

    def _follow(self, row: R) -> bool:
        try:
            answer = self.ask(row)
        except Exception as error:
            self.unanswered(row, error)
            return False
        self.settle(row, answer)
        return True


def log_unanswered(row: Row, error: Exception) -> None:
    """A provider that is away is a warning; any other exception is a fault of ours."""
    extra = {"row": row.public_id, "cause": repr(error)[:300]}
    if isinstance(error, Problem):
        log.warning("a provider did not answer", extra=extra)
    else:
        log.error("a provider could not be asked", extra=extra, exc_info=error)
