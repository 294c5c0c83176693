"""Sockets for upper steps: what a paid page was for, what else must add up, what is earned but not yet released."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from marketplace.ports import Registry


class Settled(NamedTuple):
    """`funded`, or `left_in_wallet` for good; the escrow that the money went to."""

    outcome: str
    escrow_id: UUID | None


class Settlement(Protocol):
    """The purpose of a paid checkout. `lock` takes the subject's rows before the checkout's own lock."""

    def lock(self, subject_id: UUID) -> Any: ...

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int) -> Settled: ...


class EarningsReader(Protocol):
    """What a worker has coming, in cents: (held in undecided seats, held by disputes)."""

    def __call__(self, account_id: UUID) -> tuple[int, int]: ...


settlements: Registry[Settlement] = Registry("settlement")
# Each step brings its own query for check_ledger: rows of (fault, subject, detail), none when all is well.
audits: Registry[Callable[[], Iterable[tuple[str, str, str]]]] = Registry("audit")
earnings: Registry[EarningsReader] = Registry("earnings reader")
