"""Sockets for upper steps: settling the purpose of a paid page, further audits for check_ledger, and what jobs are called."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from marketplace.ports import Registry, Socket


class Settled(NamedTuple):
    """`outcome` is funded or left_in_wallet (final); `escrow_id` is the escrow that got the money, if any."""

    outcome: str
    escrow_id: UUID | None


class Settlement(Protocol):
    """The purpose of a checkout."""

    def lock(self, subject_id: UUID) -> Any:
        """Lock the subject's rows, before the checkout is locked."""
        ...

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled:
        """Use the `cents` that were credited to the account's wallet. `source`: checkout (by its page) or mpp (by a quote)."""
        ...


settlements: Registry[Settlement] = Registry("settlement")
# Each step's audit for check_ledger: rows of (violation, subject, detail), none if the books are consistent.
audits: Registry[Callable[[], Iterable[tuple[str, str, str]]]] = Registry("audit")


class Job(NamedTuple):
    """What a bounty is called. `category` is its slug, empty without one; `href` is its page for its owner."""

    title: str
    category: str
    href: str


class Jobs(Protocol):
    """The bounties that money went to or came from, by name."""

    def __call__(self, owner_id: UUID, bounty_ids: Collection[UUID]) -> Mapping[UUID, Job]:
        """Those of them that this account owns, in one query; others are left out."""
        ...


jobs: Socket[Jobs] = Socket("names of jobs")
