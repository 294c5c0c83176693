"""Sockets for upper steps: what an escrow pays for, and what follows when it moves."""

from datetime import timedelta
from typing import Any, Protocol
from uuid import UUID

from escrow.models import Dispute, Escrow
from marketplace.core.actor import Actor
from marketplace.ports import Registry, Socket


class Subject(Protocol):
    """What is paid for. `lock` comes before the escrow's own lock (upper steps first), and its result is handed back."""

    def lock(self, subject_id: UUID) -> Any:
        """Lock the rows of the subject, from the top step down; what it returns is passed to the calls below."""
        ...

    def released(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The money goes to the worker in this transaction."""
        ...

    def completed(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The work counts as delivered; called once per escrow, also by a release or a split that comes before any review."""
        ...

    def cancelled(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The money goes back to the poster's wallet in this transaction."""
        ...

    def disputed(self, locked: Any, escrow: Escrow) -> None:
        """The funder objects: the money stands still from now on."""
        ...

    def decided(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """A dispute ended without the whole pay: the escrow is `refunded`, or `resolved` when the worker got a part."""
        ...

    def resumed(self, locked: Any, escrow: Escrow, frozen: timedelta) -> None:
        """A dispute was withdrawn: clocks that stood still for this long go on. Called last: it may send the money home."""
        ...

    def evidence(self, locked: Any) -> str | None:
        """The verdict on what was delivered last (`pending_review` while there is none); None before anything was."""
        ...

    def title(self, locked: Any) -> str:
        """What the parties call it, for letters and conversations."""
        ...


subjects: Registry[Subject] = Registry("escrow subject")


class Conversations(Protocol):
    """Where two accounts talk."""

    def open_dispute(
        self, *, agent_id: UUID, human_id: UUID, bounty_id: UUID | None, kind: str, about: UUID, subject: str
    ) -> UUID:
        """The one conversation about what is disputed, a subject of this kind, made on first need; its key."""
        ...

    def is_between(self, conversation_id: UUID, one: UUID, other: UUID) -> bool:
        """Are these two accounts its parties?"""
        ...


conversations: Socket[Conversations] = Socket("conversations of two accounts")


class CaseFile(Protocol):
    """What an upper step adds to the page on which staff decide."""

    def __call__(self, dispute: Dispute) -> list[tuple[str, Any]]:
        """(heading, HTML) of each part."""
        ...


case_files: Registry[CaseFile] = Registry("part of a dispute's case file")
