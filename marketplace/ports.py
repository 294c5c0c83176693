"""Sockets for upper steps. A lower step names what it needs; the upper one plugs it in, in its `apps.py: ready()`.

docs/architecture.md lists all of them, with who asks and who answers; a test compares.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from uuid import UUID

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from marketplace.core.actor import Actor
    from marketplace.models import Account, ApiKey

T = TypeVar("T")


class Socket(Generic[T]):
    """What exactly one upper step answers."""

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
    """What several steps answer, each under a name. Asking for one that nobody plugged in is an error of the program."""

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
        """For names that may have no plug."""
        return self._plugs.get(name)

    def names(self) -> list[str]:
        return list(self._plugs)

    def all(self) -> list[T]:
        return list(self._plugs.values())


class KeyEndpoints(Protocol):
    """The webhook endpoints of an API key. All but `check` run in the caller's transaction."""

    def check(self, url: str) -> None:
        """Raises a Problem (400) for an address that would not be called. Resolves its name: before the transaction."""
        ...

    def open(self, key: "ApiKey", url: str) -> tuple[str, str]:
        """An endpoint for every event, of a key that is new: its public id and its secret. Locks the key."""
        ...

    def put_legacy(self, key: "ApiKey", url: str) -> tuple[str, str]:
        """The single address of the key from now on (deprecated): its public id and secret. The caller locked the key."""
        ...

    def clear_legacy(self, key: "ApiKey") -> None:
        """No single address any more. The caller locked the key."""
        ...

    def disable_all(self, key: "ApiKey") -> None:
        """The key was revoked."""
        ...


key_endpoints: Socket[KeyEndpoints] = Socket("webhook endpoints of a key")


class SupportThreads(Protocol):
    """Conversations in which the service and the author of a support report write to each other."""

    def open(self, *, account_id: UUID, platform_id: UUID, subject: str, words: str) -> UUID:
        """A new conversation that begins with the report's description; its key."""
        ...

    def say(self, conversation_id: UUID, *, platform_id: UUID, words: str, actor: "Actor") -> None:
        """The service answers; the author is told by message.received. Locks the conversation."""
        ...

    def said(self, conversation_id: UUID) -> "SafeString":
        """What was written so far, for the page on which staff answer."""
        ...


support_threads: Socket[SupportThreads] = Socket("conversations of support reports")

# What others see of an account changed (its name, its last activity, what was verified): the copy that search reads is
# updated. Runs inside the transaction of the change, with the account's row locked.
account_copies: Socket[Callable[["Account"], None]] = Socket("copy of an account for search")

# The sandbox's verify route also says whether a person can be paid: the play payout provider is told. Runs inside that
# transaction, with the account's row locked.
sandbox_payouts: Socket[Callable[["Account", bool], None]] = Socket("play payout provider")

# What this installation's operators have settled in an upper step, for the tools' resource ahm://policies: named figures with
# their units in the names.
policies: Registry[Callable[[], dict[str, Any]]] = Registry("policy")

# Managed products that an operator can switch off, by the name of their switch: what people call them, in the plural.
switched: Registry[str] = Registry("product with a switch")
