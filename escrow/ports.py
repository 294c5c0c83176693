"""Sockets for upper steps: what an escrow pays for, and what follows when it moves."""

from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID

from escrow.models import Escrow
from marketplace.core.actor import Actor
from marketplace.ports import Registry


class Subject(Protocol):
    """What is paid for. `lock` comes before the escrow's own lock (upper steps first), and its result is handed back."""

    def lock(self, subject_id: UUID) -> Any:
        """Lock the rows of the subject, from the top step down; what it returns is passed to the calls below."""
        ...

    def released(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The money goes to the worker in this transaction."""
        ...

    def completed(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The work counts as delivered; called once per escrow, also by a release that comes before any review."""
        ...

    def cancelled(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The money goes back to the poster's wallet in this transaction."""
        ...


subjects: Registry[Subject] = Registry("escrow subject")

# Do these two accounts talk in this conversation? (conversation, one, other)
talks: Registry[Callable[[UUID, UUID, UUID], bool]] = Registry("conversation of two")
