"""Sockets for upper steps: what a paid page was for, what else must add up, what is earned but not yet released."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
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


class EarningsReader(Protocol):
    """What a worker has coming, in cents: (held in undecided seats, held by disputes)."""

    def __call__(self, account_id: UUID) -> tuple[int, int]: ...


class Paid(NamedTuple):
    """One worker's pay out of this account in a range of time, in cents: released seats and completed transfers."""

    human_id: UUID
    name: str
    cents: int
    seats: int


class Work(NamedTuple):
    """What upper steps know of the money an account has in work. Cents; `settled` and `seats` by bounty, in the range;
    `in_escrow` and `pending_release` as they are now."""

    settled: Mapping[UUID | None, int]
    seats: Mapping[UUID | None, int]
    paid: Sequence[Paid]
    in_escrow: int
    pending_release: int


class WorkReader(Protocol):
    def __call__(self, account_id: UUID, start: datetime, end: datetime) -> Work: ...


settlements: Registry[Settlement] = Registry("settlement")
# Each step brings its own query for check_ledger: rows of (fault, subject, detail), none when all is well.
audits: Registry[Callable[[], Iterable[tuple[str, str, str]]]] = Registry("audit")
earnings: Registry[EarningsReader] = Registry("earnings reader")
work: Registry[WorkReader] = Registry("reader of money in work")
