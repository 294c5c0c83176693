"""Ports: interfaces that a lower app needs and an upper app implements (dependency inversion). The upper app plugs in its
implementation (`plugs.py`) in its `apps.py: ready()`.

docs/architecture.md lists all of them with callers and implementations; a test compares.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.utils.safestring import SafeString

    from marketplace.core.actor import Actor
    from marketplace.core.dry_runs import DryRun
    from marketplace.core.personal import Tables
    from marketplace.models import Account, ApiKey

T = TypeVar("T")


class Socket(Generic[T]):
    """A port with exactly one implementation."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._plug: T | None = None

    def plug(self, plug: T) -> None:
        if self._plug is not None:
            raise RuntimeError(f"the {self._what} is plugged in twice")
        self._plug = plug

    def get(self) -> T:
        if self._plug is None:
            raise RuntimeError(f"nobody plugged in the {self._what}")
        return self._plug


class Registry(Generic[T]):
    """A port with several implementations, each under a name. Getting an unknown name is a programming error."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._plugs: dict[str, T] = {}

    def plug(self, name: str, plug: T) -> None:
        if name in self._plugs and self._plugs[name] is not plug:
            raise RuntimeError(f"{self._what} {name!r} is plugged in twice")
        self._plugs[name] = plug

    def get(self, name: str) -> T:
        try:
            return self._plugs[name]
        except KeyError:
            raise RuntimeError(f"nobody plugged in a {self._what} for {name!r}")

    def find(self, name: str) -> T | None:
        """The implementation of this name, or None."""
        return self._plugs.get(name)

    def names(self) -> list[str]:
        return list(self._plugs)

    def all(self) -> list[T]:
        return list(self._plugs.values())


class KeyEndpoints(Protocol):
    """The webhook endpoints of an API key. All methods except `check` run in the caller's transaction."""

    def check(self, url: str) -> None:
        """Raises a Problem (400) for a URL that would not be called. Resolves the host name: call it before the transaction."""
        ...

    def open(self, key: "ApiKey", url: str) -> tuple[str, str]:
        """Create an endpoint for every event, for a new key. Returns its public id and its secret. Locks the key."""
        ...

    def put_legacy(self, actor: "Actor", key: "ApiKey", url: str) -> tuple[str, str]:
        """Set the legacy URL of the key (deprecated). Returns the endpoint's public id and secret. The caller holds the key's
        lock.
        """
        ...

    def clear_legacy(self, key: "ApiKey") -> None:
        """Remove the legacy URL. The caller holds the key's lock."""
        ...

    def disable_all(self, key: "ApiKey") -> None:
        """Disable all endpoints of a key that is being revoked."""
        ...


key_endpoints: Socket[KeyEndpoints] = Socket("webhook endpoints of a key")


class SupportThreads(Protocol):
    """Conversations between the service and the author of a support report."""

    def open(self, *, account_id: UUID, platform_id: UUID, subject: str, words: str) -> UUID:
        """Open a conversation that begins with the report's description; returns its primary key."""
        ...

    def say(self, conversation_id: UUID, *, platform_id: UUID, words: str, actor: "Actor") -> None:
        """Write a message of the service; the author gets message.received. Locks the conversation."""
        ...

    def said(self, conversation_id: UUID) -> "SafeString":
        """The messages so far, rendered for the admin page."""
        ...


support_threads: Socket[SupportThreads] = Socket("conversations of support reports")

# Called when the public part of an account has changed (name, last activity, verification), to update the copy that search
# reads. Runs in the transaction of the change, with the account's row locked.
account_copies: Socket[Callable[["Account"], None]] = Socket("copy of an account for search")

# Called by the sandbox's verify route, to tell the simulated payout provider whether a person can be paid. Runs in the
# transaction, with the account's row locked.
sandbox_payouts: Socket[Callable[["Account", bool], None]] = Socket("play payout provider")


class BankAccount(NamedTuple):
    """Where an account is paid out to. Text is in the language that is active."""

    last4: str  # empty where the provider doesn't say
    words: str
    given_at: datetime | None  # None: before it was kept
    asked_by: str  # who had asked for the page on which it was given


# Called for Settings and GET /api/account: the bank account that this account is paid out to; None while it gave none.
bank_accounts: Socket[Callable[[UUID], BankAccount | None]] = Socket("bank account of an account")

# Called by the sandbox's clock on its way: when does a simulated person act next, until this time (UTC)? None: nobody does.
sandbox_moments: Socket[Callable[[datetime], datetime | None]] = Socket("moments of simulated people")
# The moves of money that a dry run made, as { from, to, cents } for this account, read before the run is undone.
posted_money: Socket[Callable[["DryRun", UUID | None], list[dict[str, Any]]]] = Socket("moves of a dry run")

# Settings of upper apps that the tools' resource ahm://policies shows: named figures with their units in the names.
policies: Registry[Callable[[], dict[str, Any]]] = Registry("policy")


class Holds(NamedTuple):
    """What an erasure waits for. `seats`: keys of those whose texts and files are needed yet; `tables`: labels of models whose rows
    are; `why`: in codes. `rows`: keys, by the label of their model, of what belongs to somebody else for a while; `until`: when the
    first of these may go.
    """

    seats: frozenset[UUID] = frozenset()
    tables: frozenset[str] = frozenset()
    why: tuple[str, ...] = ()
    rows: Mapping[str, frozenset[UUID]] = {}
    until: datetime | None = None


class AccountData(Protocol):
    """What an upper app knows about an account. Implementations inherit from it, for its defaults."""

    tables: "Tables"  # every column of its models: personal or not

    def parts(self, account: "Account") -> Iterable[tuple[str, Iterable[dict[str, Any]]]]:
        """For the copy that the account's owner may fetch: name of a table, and its rows. What other people keep private is not
        among them.
        """
        ...

    def open_matters(self, account: "Account") -> list[str]:
        """Why the account can't be closed by its owner now: codes of `marketplace.web.matters.MATTERS`. Locks nothing."""
        return []

    def erase(self, account: "Account") -> None:
        """What an erasure does besides what the tables say. In the transaction that closes the account, whose row is locked."""
        return None

    def holds(self, account: "Account") -> Holds:
        """What of an erased account is needed yet: open cases, a bill to be written, what others paid for. Locks nothing."""
        return Holds()

    def files_of(self, seats: frozenset[UUID]) -> Iterable[UUID]:
        """The keys of the files that belong to these seats."""
        return ()


account_data: Registry[AccountData] = Registry("part of an account's data")

# Managed products that an operator can switch off: name of the switch -> the product's name in the plural.
switched: Registry[str] = Registry("product with a switch")


class Waiting(NamedTuple):
    """A number on the first page of the back office: rows that wait for staff, and the list that shows just them."""

    part: str  # below which heading: `cases`, `work`, `money`, `records`
    label: str
    rows: "QuerySet[Any]"
    page: str  # whose list: `escrow_case`
    query: str  # of that list's address, without the question mark
    is_urgent: bool = False


# What of an app waits for this member of staff. Counted by one statement for all apps, so the rows should have an index.
waiting: Registry[Callable[["Account"], list[Waiting]]] = Registry("part of what waits for staff")


class Called(Protocol):
    def __call__(self, account_id: UUID, keys: Collection[UUID], /) -> Mapping[UUID, str]:
        """What those of these rows are called that this account may see, in one query; others are left out."""
        ...


# What things are called for the people whose timeline names them, by the prefix of their public ids.
called: Registry[Called] = Registry("names of things")


class Due(NamedTuple):
    """Rows that a timer takes, and the column that says from when on. Beat asks for the first of them and sleeps until then
    (`config/beat`), the operators' first page for those that should have been taken.
    """

    task: str  # its name in the beat table
    rows: "QuerySet[Any]"
    by: str  # a column of time; rows without one are not due
    after: timedelta = timedelta(0)  # so long after that time they are due
    # The service takes them again and again while they are like this: nobody is late. Asked for once in the timer's interval.
    stays: bool = False
    by_wall: bool = False  # the column holds the machine's time, not business time
    also: tuple[str, ...] = ()  # `table.column` whose change moves these rows by a trigger of the database


# A row that was queued when it was made: a timer takes it only when that message was lost.
QUEUED = timedelta(seconds=2)
# The rows of all timers, by app.
due_rows: Registry[Callable[[], list[Due]]] = Registry("rows of timers")


class PartyPart(NamedTuple):
    """A section of a person's page in the back office."""

    key: str  # of its anchor
    title: str
    body: "SafeString"


class PartyParts(Protocol):
    def __call__(self, account: "Account", *, is_revealed: bool) -> list[PartyPart]:
        """What an app knows about a person, in a constant number of queries. Personal data is masked unless it is revealed."""
        ...


party_parts: Registry[PartyParts] = Registry("part of a person's page")


class PartyNotes(Protocol):
    def __call__(self, actor: "Actor", *, about_id: UUID, words: str) -> Any:
        """Write a note for colleagues about a person."""
        ...


party_notes: Socket[PartyNotes] = Socket("notes about a person")


class Old(NamedTuple):
    """`keys` of rows that may be deleted. `place`: where the next batch begins. `is_last`: all behind it is too young."""

    keys: list[Any]
    place: Any
    is_last: bool


class Keeper(Protocol):
    """Finds and deletes records of one kind of marketplace/core/keeping.py, under whose name it is plugged in."""

    def find(self, before: datetime, place: Any) -> Old:
        """The next batch of rows from before this time. `place`: of the batch before; None at first."""
        ...

    def lines(self, keys: Sequence[Any]) -> list[dict[str, Any]]:
        """These rows as the archive keeps them."""
        ...

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        """Delete those of these rows that may still go, in the caller's transaction. Returns how many rows."""
        ...


keepers: Registry[Keeper] = Registry("keeper of records")
