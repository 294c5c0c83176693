"""Sockets for upper steps: what follows when a worker says that the work is done."""

from typing import Any, Protocol

from humans.models import Conversation
from marketplace.core.actor import Actor
from marketplace.ports import Registry


class Claim(Protocol):
    """What a conversation of this kind is about. `lock` comes before the conversation's own lock (upper steps first)."""

    def lock(self, conversation: Conversation) -> Any:
        """Lock the rows of the subject, from the top step down; what it returns is passed to `claimed`."""
        ...

    def claimed(self, locked: Any, conversation: Conversation, actor: Actor) -> None:
        """The first completion claim of this conversation, in its transaction: a Problem raised here refuses it whole."""
        ...


# By kind of conversation. Without a plug a claim is written down and told, and nothing follows.
claims: Registry[Claim] = Registry("completion claim")
