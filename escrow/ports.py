"""Sockets for upper steps: the subject that an escrow pays for, and what has to happen there when its state changes."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple, Protocol
from uuid import UUID

from escrow.models import Dispute, DisputeDecision, Escrow
from marketplace.core.actor import Actor
from marketplace.models import File
from marketplace.ports import Registry, Socket

# completed: the work is accepted, the money still held; released: the worker got the full pay; split, refunded: a dispute
# was decided and the worker got a part, or nothing.
Outcome = Literal["completed", "released", "split", "refunded"]


class SeatSubject(Protocol):
    """What a seat's escrow pays for. The other methods get what `lock` returned, in the same transaction."""

    def lock(self, seen: Escrow) -> tuple[Any, Escrow]:
        """Lock the subject's rows from the top step down, then the escrow; return both, the escrow with its worker."""
        ...

    def ended(self, locked: Any, escrow: Escrow, outcome: Outcome, actor: Actor, *, accepted: bool) -> None:
        """Called once for each outcome, before the money moves. `accepted` is true exactly once per escrow: with the first
        outcome that accepts the work, which may be a release or a split without an earlier review."""
        ...

    def cancelled(self, locked: Any, escrow: Escrow, actor: Actor) -> None:
        """Cancel the seat. This method has to return the money to the poster's wallet, in this transaction."""
        ...

    def disputed(self, locked: Any, escrow: Escrow) -> None:
        """A dispute was opened: the money is frozen from now on."""
        ...

    def resumed(self, locked: Any, escrow: Escrow, frozen: timedelta, actor: Actor) -> None:
        """A dispute was withdrawn after `frozen`: shift the deadlines of the subject by it. Called last: it may refund the seat."""
        ...

    def evidence(self, locked: Any) -> str | None:
        """The review status of the latest submission (`pending_review` before a verdict); None without a submission."""
        ...

    def evidence_flags(self, locked: Any) -> list[str]:
        """Codes of what the checks found against the latest submission."""
        ...

    def title(self, locked: Any) -> str:
        """The title for mails and conversations."""
        ...


class PoolSubject(Protocol):
    """What a pool pays for."""

    def lock(self, subject_id: UUID) -> Any:
        """Lock the subject's rows from the top step down; the pool is locked afterwards."""
        ...

    def cancelled(self, locked: Any, actor: Actor) -> None:
        """Cancel the subject and return the pool's money to the poster's wallet, in this transaction."""
        ...


seats: Registry[SeatSubject] = Registry("subject of a seat")
pools: Registry[PoolSubject] = Registry("subject of a pool")


class Conversations(Protocol):
    """Conversations between two accounts, and who is not talked to."""

    def open_dispute(
        self, *, agent_id: UUID, human_id: UUID, bounty_id: UUID | None, kind: str, about: UUID, subject: str
    ) -> UUID:
        """Get or create the conversation about a disputed subject (`kind`, `about`); returns its key."""
        ...

    def is_between(self, conversation_id: UUID, one: UUID, other: UUID) -> bool:
        """Are these two accounts its parties?"""
        ...

    def blocked_by(self, owner_id: UUID, others: Collection[UUID]) -> set[UUID]:
        """Those of the others whom this account has blocked."""
        ...


conversations: Socket[Conversations] = Socket("conversations of two accounts")


class Reviewed(Protocol):
    """What an upper step knows of reviews of people."""

    def __call__(self, *, bounty_id: UUID, worker_id: UUID) -> str | None:
        """The public id of the review of this person's work on this bounty; None while there is none."""
        ...


reviewed: Socket[Reviewed] = Socket("review of a seat")


class CaseFile(Protocol):
    """The part of a dispute's admin page that an upper step provides."""

    def __call__(self, dispute: Dispute) -> list[tuple[str, Any]]:
        """(heading, HTML) of each part."""
        ...


case_files: Registry[CaseFile] = Registry("part of a dispute's case file")


class Fact(NamedTuple):
    """One thing that a decision rests on. It changes when its `key` does: a new row, or another state of one."""

    key: str
    words: str  # what happened, for the person who is shown that it is new: "the worker added a file"
    at: datetime  # UTC


class CaseFacts(Protocol):
    """What an upper step knows about a disputed or contested seat."""

    def __call__(self, escrow: Escrow) -> list[Fact]: ...


case_facts: Registry[CaseFacts] = Registry("facts of a case, to which a decision is sealed")


class ContestedSeat(Protocol):
    """Carries out what staff decided about a contested seat. `locked` is what the seat's `lock` returned, in this transaction; the
    decision is final and its case locked. The transfer comes last."""

    def __call__(self, locked: Any, decision: DisputeDecision, actor: Actor) -> None: ...


contested_seats: Registry[ContestedSeat] = Registry("contested subject of a seat")


class Said(NamedTuple):
    """Words of one side, wherever they were written."""

    at: datetime  # UTC
    by: UUID | None  # the account; None: a rule of ours
    words: str
    where: str  # "dispute", "the work", "evidence 2"
    links: tuple[str, ...] = ()


class ContractLine(NamedTuple):
    """One thing that was agreed, and what is known of it. `key` is the same for ever: findings are kept by it."""

    key: str
    kind: str  # criterion, evidence, check_in, question, place
    asked: str
    delivered: str = ""
    check: str = ""  # ok, missing, doubt, unclear; empty: nothing checks it
    why: str = ""  # of the check
    answer: str = ""  # the worker's own words to just this


class OtherSeat(NamedTuple):
    """Another place of the same job. `is_same`: the same words were sent there."""

    name: str
    state: str
    address: str
    is_same: bool


class Contract(NamedTuple):
    """What was agreed for a seat, as it was frozen at acceptance."""

    title: str
    description: str
    terms: list[tuple[str, str]]  # name and value: place, start, pay
    lines: list[ContractLine]
    said: list[Said]  # what both sides said of the work: evidence, verdicts, contests
    note: str = ""  # what the reader has to know of it, such as terms that were proposed and not accepted
    why: str = ""  # of a contested seat: why it is staff's to decide
    others: tuple[OtherSeat, ...] = ()  # of a job with several places
    more_others: int = 0
    # What the funder wrote of a message in their name; the rest is a text of ours.
    own_words: Callable[[str], str] | None = None


class Piece(NamedTuple):
    """A file that was sent as evidence of the work, and what is known of it besides the file."""

    file: File
    by: UUID
    of: str  # "evidence 2, rejected"
    sent_at: datetime
    distance: str = ""  # how far from the place its sender reported to be; never where
    detector: str = ""  # a score, as evidence
    flags: tuple[str, ...] = ()  # codes of the automatic checks


class StaffOutcome(NamedTuple):
    """One way to decide a contested seat. `what`: it does, in short; `then`: exactly. `address`: where its form is sent, with
    `reason`, and `hours` (1 to `hours_max`) unless they are 0."""

    name: str
    label: str
    what: str
    then: str
    address: str
    hours: int = 0
    hours_max: int = 0
    is_harsh: bool = False


class SeatVerdict(NamedTuple):
    """How staff decided a case. `decision`: release, refund or split, or words; `worker_cents`: what the worker got."""

    decision: str
    worker_cents: int
    code: str  # of the reason; empty: without one
    reason: str


class CaseSubject(Protocol):
    """What a case is about, as the step that owns it knows it."""

    def contract(self, escrow: Escrow) -> Contract: ...

    def pieces(self, escrow: Escrow) -> list[Piece]: ...

    def rows(self, escrow: Escrow) -> list[UUID]:
        """Keys of the rows whose events tell of this seat."""
        ...

    def waits_on(self, escrow: Escrow) -> tuple[str, list[StaffOutcome]]:
        """Of a contested seat: the address of its own page, and how it can be decided now."""
        ...

    def verdicts(self, escrows: Sequence[Escrow]) -> dict[UUID, SeatVerdict]:
        """How staff decided these contested seats, by the escrow's key; the latest time of each. One query."""
        ...


case_subjects: Registry[CaseSubject] = Registry("subject of a case")


class CaseTalk(Protocol):
    """What both sides wrote to each other about a seat and its dispute."""

    def __call__(self, escrow: Escrow) -> list[Said]:
        """Oldest first."""
        ...


case_talk: Socket[CaseTalk] = Socket("conversations of a case")


class Mark(NamedTuple):
    """One line of somebody's record."""

    label: str
    value: str
    is_warning: bool = False


class PartyRecord(Protocol):
    """What an upper step knows of the two sides of a case."""

    def __call__(self, *, funder: UUID, worker: UUID) -> tuple[list[Mark], list[Mark]]:
        """Of the funder as a funder, of the worker as a worker."""
        ...


party_records: Registry[PartyRecord] = Registry("record of the sides of a case")


class Paper(NamedTuple):
    """A part of an evidence bundle, for a stranger: a table of plain text, and the files that belong to it, each with what it is.
    `left_out`: how many rows did not fit; `is_agreement`: it is read before what the parties say."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    files: Sequence[tuple[str, File]] = ()
    left_out: int = 0
    is_agreement: bool = False


class CasePapers(Protocol):
    """What an upper step knows about a seat of a case, for whoever decides it elsewhere: a bank, a court."""

    def __call__(self, escrow: Escrow) -> list[Paper]: ...


case_papers: Registry[CasePapers] = Registry("papers of a case's evidence bundle")


class CasePart(Protocol):
    """What an upper step knows about rows of the queue of cases. A case is about what its seat's escrow pays for."""

    def subjects(self, prefix: str, key: UUID) -> Collection[UUID]:
        """What a row of this kind, such as evidence or a conversation, belongs to: keys as in `Escrow.subject_id`."""
        ...

    def flags(self, subjects: Collection[UUID]) -> dict[UUID, list[str]]:
        """What staff should see at once about these, in a few words each. At most one query."""
        ...


case_parts: Registry[CasePart] = Registry("part of the queue of cases")
