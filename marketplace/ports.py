"""Sockets for upper steps. A lower step names what it needs; the upper one plugs it in, in its `apps.py: ready()`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from uuid import UUID

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from marketplace.core.actor import Actor
    from marketplace.models import Account, ApiKey

T = TypeVar("T")


class Registry(Generic[T]):
    """Named plugs of one kind. Asking for one that nobody plugged in is an error of the program."""

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
        """For sockets that may stay empty."""
        return self._plugs.get(name)

    def names(self) -> list[str]:
        return list(self._plugs)

    def all(self) -> list[T]:
        return list(self._plugs.values())


# A key was revoked: what hangs on it ends too. Runs inside the revocation's transaction.
revocations: Registry[Callable[["ApiKey"], None]] = Registry("revocation")


class Callbacks(Protocol):
    """The address that a new account wants its events sent to."""

    def check(self, url: str) -> None:
        """Raises a Problem (400) for an address that would not be called. Resolves its name: before the transaction."""
        ...

    def open(self, key: "ApiKey", url: str) -> tuple[str, str]:
        """An endpoint of this key for every event, in the caller's transaction: its public id and its secret."""
        ...


callbacks: Registry[Callbacks] = Registry("endpoint of a new account")


class Desk(Protocol):
    """Where the service and a reporter write to each other."""

    def open(self, *, account_id: UUID, platform_id: UUID, subject: str, words: str) -> UUID:
        """A new conversation that the reporter's own words begin; its key."""
        ...

    def say(self, conversation_id: UUID, *, platform_id: UUID, words: str, actor: "Actor") -> None:
        """The service answers; the reporter is told by message.received. Locks the conversation."""
        ...

    def said(self, conversation_id: UUID) -> "SafeString":
        """What was written so far, for the page on which staff answer."""
        ...


desks: Registry[Desk] = Registry("conversation of a support report")

# What others see of an account changed (its name, its last activity, what was verified): upper steps that keep a copy of
# it for their indexes write it down. Runs inside the transaction of the change, with the account's row locked.
followers: Registry[Callable[["Account"], None]] = Registry("follower of accounts")

# The sandbox's verify route says whether a person can be paid: who keeps the payout provider's id stands in for the
# provider. Runs inside that transaction, with the account's row locked.
payouts: Registry[Callable[["Account", bool], None]] = Registry("stand-in for a payout provider")


# What this installation's operators have settled in an upper step, for the tools' resource ahm://policies: named figures with
# their units in the names.
policies: Registry[Callable[[], dict[str, Any]]] = Registry("policy")


# Managed products that an operator can switch off, by the name of their switch: what people call them, in the plural.
switched: Registry[str] = Registry("product with a switch")


class LegacyUrl(Protocol):
    """The single webhook address of a key, from before there were endpoints."""

    def check(self, url: str) -> None:
        """Raises a Problem (400) for an address that would not be called. Resolves its name: before the transaction."""
        ...

    def put(self, key: "ApiKey", url: str) -> tuple[str, str]:
        """This address from now on, under the key's lock: the public id of its endpoint and its secret."""
        ...

    def clear(self, key: "ApiKey") -> None:
        """No address any more, under the key's lock."""
        ...


legacy_urls: Registry[LegacyUrl] = Registry("legacy webhook address")
