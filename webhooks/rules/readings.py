"""What the reader of an inbox has read. Their cursor says it, so that nobody misses an event who reads with one choice of events,
then with another one or with none: what a choice left out is still ahead of the cursor, and what it showed is behind."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from uuid import UUID

from marketplace.core import ids
from webhooks.rules.catalog import EVENT_TYPES

# Beyond that, the part that was used least recently is forgotten: its events come once more, and none is missed.
PARTS_MOST: Final = 16
_CODE_LENGTH: Final = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """Which events are read: of one bounty (its public id) or, when empty, of all; of these types or, without any, of all."""

    bounty_id: str = ""
    types: frozenset[str] = frozenset()

    def covers(self, other: "Choice") -> bool:
        """Whether each event of the other choice is one of this choice."""
        bounty_fits = not self.bounty_id or self.bounty_id == other.bounty_id
        return bounty_fits and (not self.types or (bool(other.types) and other.types <= self.types))

    def meets(self, other: "Choice") -> bool:
        """Whether an event may be of both."""
        bounty_fits = not (self.bounty_id and other.bounty_id) or self.bounty_id == other.bounty_id
        return bounty_fits and (not (self.types and other.types) or bool(self.types & other.types))

    def by_type(self) -> "list[Choice]":
        """The same as one choice for each type, in order; itself when it is of all types."""
        return [replace(self, types=frozenset({type_})) for type_ in sorted(self.types)] or [self]


EVERYTHING: Final = Choice()


@dataclass(frozen=True, slots=True)
class Seen:
    """whole: the position up to which everything was read, or passed by by the reader's own will. parts: of some choices the
    position up to which theirs was read beyond that, those that were used last at the end. known: the reader knows that events
    before this position are missing (`services/keeping.py`)."""

    whole: int
    parts: tuple[tuple[Choice, int], ...] = ()
    known: int = 0

    @property
    def last(self) -> int:
        """The furthest position that was read of anything."""
        return max([self.whole, *(position for _, position in self.parts)])

    def start(self, choice: Choice) -> int:
        """The position up to which all events of this choice were read."""
        return max([self.whole, *(position for part, position in self.parts if part.covers(choice))])

    def read_of(self, choice: Choice) -> Iterator[tuple[Choice, int]]:
        """What was read of a choice behind its `start`: parts of it, each with the position up to which it was."""
        start = self.start(choice)
        for part, position in self.parts:
            if position > start and part.meets(choice):
                yield part, position

    def reading(self, choice: Choice, position: int) -> "Seen":
        """After the events of a choice were read up to this position, from its `start` on."""
        whole = max(self.whole, position) if choice == EVERYTHING else self.whole
        kept = [(part, at) for part, at in self.parts if at > whole and not (choice.covers(part) and at <= position)]
        if position > whole:
            kept.append((choice, position))
        return replace(self, whole=whole, parts=tuple(kept[-PARTS_MOST:]))

    def until(self, position: int) -> "Seen":
        """The same when nothing after this position is what it was."""
        whole = min(self.whole, position)
        parts = ((part, min(at, position)) for part, at in self.parts)
        return replace(self, whole=whole, parts=tuple((part, at) for part, at in parts if at > whole))


def packed(seen: Seen) -> list[Any]:
    """The parts, for a cursor: by bounty, each with the distance from `whole` and the codes of its types."""
    found: dict[str, list[Any]] = {}
    for part, position in seen.parts:
        of_bounty = found.pop(part.bounty_id, [])  # to the end: what was used last is forgotten last
        codes = "".join(_code(type_) for type_ in sorted(part.types))
        found[part.bounty_id] = [*of_bounty, [position - seen.whole, codes]]
    return [[_short(bounty_id), *rows] for bounty_id, rows in found.items()]


def unpacked(whole: int, rows: Sequence[Any]) -> Iterator[tuple[Choice, int]]:
    """The parts of a cursor of ours. A type that this version does not know is left out of its choice."""
    for bounty, *parts in rows:
        bounty_id = _whole_id(bounty)
        for distance, codes in parts:
            types = frozenset(_of_codes(codes))
            if types or not codes:
                yield Choice(bounty_id, types), whole + int(distance)


def _short(bounty_id: str) -> str:
    raw = ids.decode("bty", bounty_id).bytes if bounty_id else b""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _whole_id(short: str) -> str:
    raw = base64.urlsafe_b64decode(short + "=" * (-len(short) % 4))
    return ids.encode("bty", UUID(bytes=raw)) if raw else ""


def _code(type_: str) -> str:
    """Not the place in the catalogue, which changes when a type is added: cursors are kept for long."""
    return base64.urlsafe_b64encode(hashlib.sha256(type_.encode()).digest()).decode()[:_CODE_LENGTH]


def _of_codes(codes: str) -> Iterable[str]:
    known = _known()
    for start in range(0, len(codes), _CODE_LENGTH):
        if (found := known.get(codes[start : start + _CODE_LENGTH])) is not None:
            yield found


@cache
def _known() -> dict[str, str]:
    found = {_code(type_): type_ for type_ in EVENT_TYPES}
    assert len(found) == len(EVENT_TYPES), "two types of events have one code: make the codes longer"
    return found
