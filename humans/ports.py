"""Sockets that apps above this one fill: what a completion claim changes in the subject of its conversation."""

from typing import Any, Protocol

from humans.models import Conversation
from marketplace.core.actor import Actor
from marketplace.ports import Registry


class Claim(Protocol):
    """The subject of a conversation. `lock` is called before the conversation is locked: the upper app's rows come first."""

    def lock(self, conversation: Conversation) -> Any:
        """Lock the rows of the subject, those of the uppermost app first; what it returns is passed to `claimed`."""
        ...

    def claimed(self, locked: Any, conversation: Conversation, actor: Actor) -> None:
        """Handle the first completion claim, in its transaction: a Problem raised here rolls the claim back."""
        ...


# By kind of conversation. Without a plug a claim is recorded and its event published, and nothing else happens.
claims: Registry[Claim] = Registry("completion claim")
