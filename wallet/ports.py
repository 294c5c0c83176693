"""Sockets for upper steps: settling the purpose of a paid page, further audits for check_ledger, and what jobs are called."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol, TypedDict
from uuid import UUID

from marketplace.core.actor import Actor
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

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str, by: Actor) -> Settled:
        """Use the `cents` that were credited to the account's wallet. `source`: checkout (by its page) or mpp (by a quote); `by`:
        the system, on behalf of who asked for the checkout."""
        ...


class Audit(Protocol):
    """A step's part of check_ledger."""

    def __call__(self, since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
        """Rows of (violation, subject, detail), none if the books are consistent. `since` (UTC): until then the ledger is sealed,
        and rows that were finished by then were audited when it was; None: everything is proven."""
        ...


settlements: Registry[Settlement] = Registry("settlement")
audits: Registry[Audit] = Registry("audit")


class SpendAbout(TypedDict, total=False):
    """What a spend is for, for the owner who is asked about it. Cents; `repeats`: weekly, biweekly, monthly or "3 days"; empty for
    once. Of what repeats: `times` it is paid in all, `total_cents` together at most (None: it has no end), and `month_cents` at
    most in a calendar month (UTC)."""

    title: str
    category: str
    seats: int
    pay_per_seat_cents: int
    fee_cents: int
    person: str
    repeats: str
    times: int | None
    total_cents: int | None
    month_cents: int | None


# What a spend is for, read in its transaction. By what money is moved to: `bounty` by its key, `hold` by the key of the escrow.
spend_abouts: Registry[Callable[[UUID], SpendAbout]] = Registry("words about a spend")


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
