"""Sockets for upper steps: what an escrow pays for, and what follows when it moves."""

from datetime import timedelta
from typing import Any, Literal, Protocol
from uuid import UUID

from escrow.models import Dispute, Escrow
from marketplace.core.actor import Actor
from marketplace.ports import Registry, Socket

# What became of a seat's money: the work is accepted and its money still held; the worker has the whole pay; a dispute gave
# the worker a part; a dispute gave all of it back.
Outcome = Literal["completed", "released", "split", "refunded"]


class SeatSubject(Protocol):
    """What a seat's escrow pays for. Each call below gets what `lock` returned, in the transaction of its cause."""

    def lock(self, seen: Escrow) -> tuple[Any, Escrow]:
        """Lock the rows of the subject, from the top step down, and then the escrow, which comes with its worker."""
        ...

    def ended(self, locked: Any, escrow: Escrow, outcome: Outcome, actor: Actor, *, accepted: bool) -> None:
        """Called once for each outcome. `accepted`: only by this the work counts as delivered, so that it comes once per
        escrow, also with a release or a split that comes before any review. The money moves afterwards."""
        ...

    def cancelled(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """The money goes back to the poster's wallet in this transaction, by what is called here."""
        ...

    def disputed(self, locked: Any, escrow: Escrow) -> None:
        """The funder objects: the money stands still from now on."""
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


class PoolSubject(Protocol):
    """What a pool pays for."""

    def lock(self, subject_id: UUID) -> Any:
        """Lock the rows of the subject, from the top step down; the pool follows."""
        ...

    def cancelled(self, locked: Any, actor: Actor) -> None:
        """End what is paid for; the pool's money goes back to the poster's wallet in this transaction."""
        ...


seats: Registry[SeatSubject] = Registry("subject of a seat")
pools: Registry[PoolSubject] = Registry("subject of a pool")


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
