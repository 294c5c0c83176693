"""A request that is answered later. Where a process can hold requests back (`config/waiting`), a view that has nothing to tell yet
says so at its `place()`: its answer is held back, its thread and its connection are free, and the view is run again when there may
be something. Elsewhere there is no place, and the view decides itself how long it waits.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

_place: ContextVar["Place | None"] = ContextVar("place", default=None)


@dataclass(slots=True)
class Place:
    """Where one request is held back, through all runs of its view.

    wake: runs the view again; may be called from any thread, also while the view runs. hold: set by a run, for how many seconds its
    answer may be held back; 0: it is sent. streams: a run's body is sent at once, and the bodies of later runs follow it. reached:
    with what the view goes on when it is run again; None before that. waiter: what the view has registered, ended by `leave`.
    verdicts: of rate limits, which count a request once.
    """

    wake: Callable[[], None]
    hold: float = 0.0
    streams: bool = False
    reached: Any = None
    waiter: Any = None
    verdicts: dict[Any, Any] = field(default_factory=dict)

    def leave(self) -> None:
        """The request has ended."""
        if self.waiter is not None:
            self.waiter.leave()
            self.waiter = None


def place() -> Place | None:
    """Where the current request can be held back; None where it can't."""
    return _place.get()


@contextmanager
def at(found: Place) -> Iterator[None]:
    """Within this block a request is held back at `found`."""
    token = _place.set(found)
    try:
        yield
    finally:
        _place.reset(token)
