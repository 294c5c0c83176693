"""Follow-ups: calls to providers that are repeated until the outcome is known, in three steps: claim, ask, settle.

Each row has a due time. Claim: lock the row, move its due time ahead by `lease`, commit. Ask: call the provider with no
transaction open. Settle: record the answer in another transaction. After a crash the row is due again when its lease is over. So
`ask` must be idempotent (the row's id is the provider's idempotency key), and `settle` locks the row and checks its state again.

Each kind of call is a subclass of `Followup`: which rows are open, what to ask, how to record the answer.
`tests/races/test_followups.py` runs races and crashes for every kind.
"""

import logging
from abc import ABC, abstractmethod
from datetime import timedelta
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock, context, dry_runs, tracing, transactions
from marketplace.core.errors import Problem
from marketplace.models.base import Row

log = logging.getLogger(__name__)
R = TypeVar("R", bound=Row)
A = TypeVar("A")


class Followup(ABC, Generic[R, A]):
    """One kind of provider call; see the module's docstring."""

    rows: ClassVar[QuerySet[Any]]  # rows whose outcome is not known yet
    due: ClassVar[str] = "next_attempt_at"
    lease: ClassVar[timedelta]  # longer than `ask` and `settle` take together
    batch: ClassVar[int] = 100
    pauses_together: ClassVar[bool] = False  # a run ends with the first row that gets no answer

    # ------------------------------------------------------------------ defined by each kind

    def may_ask(self, row: R) -> bool:
        """Called with the row locked, before each call; counts the attempt. Returns False when the provider must not be called
        now; the override has then saved what that means for the row.
        """
        row.attempts += 1  # type: ignore[attr-defined]
        return True

    @abstractmethod
    def ask(self, row: R) -> A:
        """Call the provider, with no transaction open. Any exception means that there was no answer."""

    @abstractmethod
    def settle(self, row: R, answer: A) -> None:
        """Record the answer, in a transaction of its own. `row` is as it was when it was claimed."""

    def unanswered(self, row: R, error: Exception) -> None:
        """Schedule the next attempt or give up, in a transaction of its own. By default the row is due again when its lease is
        over.
        """
        raise error

    # ------------------------------------------------------------------ the runner

    def run(self, batch: int | None = None) -> int:
        """For timers: process up to `batch` due rows one by one, the longest due first. A row that fails is logged and doesn't
        stop the others. Returns the number of rows that were processed without such a failure.
        """
        done = 0
        for pk in list(self._due().order_by(self.due, "pk").values_list("pk", flat=True)[: batch or self.batch]):
            try:
                row = self._claim(self._due(), pk, skip_locked=True)
                if row is None:
                    continue
                answered = self._follow(row)
            except Exception:
                log.exception("a follow-up failed", extra={"kind": type(self).__name__, "row": str(pk)})
                continue
            done += 1
            if self.pauses_together and not answered:
                break
        return done

    def ask_if_due(self, pk: UUID) -> bool:
        """Process this row, unless it isn't due or another process has claimed it. Returns whether it was claimed here."""
        return self._claim_and_follow(self._due(), pk)

    def ask_now(self, pk: UUID) -> bool:
        """Process this row if it is open, due or not: for the request that created it, or a provider's webhook. Returns whether
        it was claimed here.
        """
        return self._claim_and_follow(self.rows, pk)

    def _claim_and_follow(self, rows: QuerySet[Any], pk: UUID) -> bool:
        row = self._claim(rows, pk)
        if row is not None:
            self._follow(row)
        return row is not None

    def _due(self) -> QuerySet[Any]:
        return self.rows.filter(**{f"{self.due}__lte": clock.now()})

    def _claim(self, rows: QuerySet[Any], pk: UUID, *, skip_locked: bool = False) -> R | None:
        """The row, leased to this process and committed; None when it can't be claimed. Raises RuntimeError inside another
        transaction.
        """

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
        dry_runs.end_before("a provider")
        with context.on_behalf(getattr(row, "caused_by", None)):  # an application has no such column
            try:
                with tracing.span(f"ask {type(self).__name__.strip('_')}"):
                    answer = self.ask(row)
            except Exception as error:
                self.unanswered(row, error)
                return False
            self.settle(row, answer)
            return True


def log_unanswered(row: Row, error: Exception) -> None:
    """Log a missing answer: an unavailable provider as a warning, any other exception as an error of ours."""
    extra = {"row": row.public_id, "cause": repr(error)[:300]}
    if isinstance(error, Problem):
        log.warning("a provider did not answer", extra=extra)
    else:
        log.error("a provider could not be asked", extra=extra, exc_info=error)
