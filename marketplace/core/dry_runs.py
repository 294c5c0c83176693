"""The dry run under way, if the call that is being answered is one: it is carried out in a transaction that is always rolled back
(`marketplace/services/dry_runs.py`), and answered with what it would have changed.

Almost nothing has to know. Asked here is only what a rollback does not undo, and what goes beyond this transaction: stored
bytes, questions to providers, an owner's approval, keys that are kept for ever.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from marketplace.core import ids


@dataclass(frozen=True, slots=True)
class Follow:
    """What a timer does by itself soon after the call. `when`: in words."""

    when: str
    work: Callable[[], object]


@dataclass(slots=True)
class DryRun:
    """`born_after`: rows whose id is larger were made by this run. `posted`: transactions of the ledger. `answer`: of the last verb
    that was performed. `ends_before`: the provider whose answer nobody knows, if it would be asked. `needs_approval`: in words,
    when the wallet's owner would be asked first. `shown`: what is answered beside what would change. `follows`: what comes after
    the call without another one, carried out once the call was."""

    born_after: UUID = field(default_factory=ids.new)
    posted: list[UUID] = field(default_factory=list)
    answer: Mapping[str, Any] = field(default_factory=dict)
    ends_before: str = ""
    needs_approval: str = ""
    shown: Mapping[str, Any] = field(default_factory=dict)
    follows: list[Follow] = field(default_factory=list)


class DryRunEnds(BaseException):
    """A provider would be asked now. No Exception: nothing that handles a failed call may take it for one."""


_current: ContextVar[DryRun | None] = ContextVar("dry_run", default=None)


def current() -> DryRun | None:
    """The dry run under way, or None."""
    return _current.get()


def is_on() -> bool:
    """Is this call a dry run?"""
    return _current.get() is not None


@contextmanager
def running(dry: DryRun) -> Iterator[DryRun]:
    """Within this block the call is this dry run."""
    token = _current.set(dry)
    try:
        yield dry
    finally:
        _current.reset(token)


def show(made: Callable[[], Mapping[str, Any]]) -> None:
    """In a dry run: answer what `made` returns, too, unless the call is refused. It is not asked in a call that means it."""
    dry = _current.get()
    if dry is not None:
        dry.shown = made()


def follow(work: Callable[[], object], *, when: str) -> None:
    """In a dry run: carry out `work`, too, after the call, and answer as `later` what money it moves. It is the same code that a
    timer runs after a call that means it, in which nothing is done here."""
    dry = _current.get()
    if dry is not None:
        dry.follows.append(Follow(when, work))


def end_before(provider: str) -> None:
    """Called right before a provider is asked; `provider` is in words. Raises DryRunEnds in a dry run."""
    dry = _current.get()
    if dry is not None:
        dry.ends_before = provider
        raise DryRunEnds()


def would_ask(question: str) -> bool:
    """Called where the wallet's owner would be asked for approval. In a dry run True, and the plan goes on to what the call changes
    once they have approved it."""
    dry = _current.get()
    if dry is not None:
        dry.needs_approval = question
    return dry is not None


def unspent(key: str | None) -> str | None:
    """The key for a verb that stores keys itself: in a dry run another one than any that was ever used."""
    return f"dry-{ids.new()}" if key is not None and _current.get() is not None else key
