"""Sockets for upper steps: what a paid page was for, what else must add up."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from marketplace.ports import Registry


class Settled(NamedTuple):
    """`funded`, or `left_in_wallet` for good; the escrow that the money went to."""

    outcome: str
    escrow_id: UUID | None


class Settlement(Protocol):
    """The purpose of a paid checkout. `lock` takes the subject's rows before the checkout's own lock. `source` is how it was
    paid: checkout, by its page, or mpp, by its quote."""

    def lock(self, subject_id: UUID) -> Any: ...

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled: ...


settlements: Registry[Settlement] = Registry("settlement")
# Each step brings its own query for check_ledger: rows of (fault, subject, detail), none when all is well.
audits: Registry[Callable[[], Iterable[tuple[str, str, str]]]] = Registry("audit")
