"""Waiting for what happens: calls that the service holds until there is something to say, one after another."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Final

from agent_hire import _async, _sync
from agent_hire.errors import Conflict, ConnectionFailed, RateLimited, ServiceFailed, WaitedInVain

if TYPE_CHECKING:
    from agent_hire import types

_log: Final = logging.getLogger("agent_hire")
_HELD: Final = 55  # seconds; the service holds a call no longer
_SPARE: Final = 15.0  # until an answer that was held arrives
_POLL: Final = 5.0  # seconds between calls that the service did not hold
_OUTAGE: Final = 600.0  # seconds without any answer until waiting is given up: a restart or an upgrade is shorter
AWAY: Final = (ConnectionFailed, RateLimited, ServiceFailed)
_DECIDED: Final = "approval.decided"


class Events(_sync.Events):
    """The account's inbox. `tail` follows it; `list` reads what is there."""

    def tail(self, *kinds: str, bounty_id: str | None = None, after: str = "now") -> Iterator[types.Event]:
        """Each event as it happens, without an end. To go on after a restart, give the `id` of the last one as `after`."""
        for events, _ in self._answers(kinds, bounty_id, after, None):
            yield from events

    def wait_for(self, *kinds: str, bounty_id: str | None, after: str, timeout: float) -> types.Event:
        """See AgentHire.wait_for."""
        last = after
        for events, cursor in self._answers(kinds, bounty_id, after, time.monotonic() + timeout):
            if events:
                found: types.Event = events[0]
                return found
            last = cursor
        raise WaitedInVain(_in_vain(kinds, timeout), last)

    def wait_for_approval(self, approval_id: str, *, timeout: float) -> types.ApprovalOut:
        """See AgentHire.wait_for_approval."""
        end, cursor = time.monotonic() + timeout, self._now()
        while (approval := self._client.wallet.get_approval(approval_id)["approval"])["status"] == "pending":
            left = end - time.monotonic()
            cursor = self.wait_for(_DECIDED, bounty_id=None, after=cursor, timeout=left)["id"]
        return approval

    def _now(self) -> str:
        return str(self.list(after="now", limit=1).answer["nextCursor"])

    def _answers(
        self, kinds: tuple[str, ...], bounty_id: str | None, after: str, end: float | None
    ) -> Iterator[tuple[list[Any], str]]:
        """Events and the cursor behind them, answer by answer, until `end`."""
        cursor, answered = after, time.monotonic()
        while (seconds := _held(end)) > 0:
            asked = time.monotonic()
            try:
                answer = self._client.call("GET", "/api/events", **_asking(kinds, bounty_id, cursor, seconds))
            except AWAY:
                if asked - answered > _OUTAGE:
                    raise
                time.sleep(_POLL)
                continue
            except Conflict as refused:
                cursor = _restored(refused, cursor)
                continue
            answered = time.monotonic()
            cursor = answer["nextCursor"]
            yield answer["events"], cursor
            if not answer["events"]:
                time.sleep(_unheld(asked, seconds))


class AsyncEvents(_async.Events):
    """The same, awaited."""

    async def tail(self, *kinds: str, bounty_id: str | None = None, after: str = "now") -> AsyncIterator[types.Event]:
        """As Events.tail: `async for event in client.events.tail()`."""
        async for events, _ in self._answers(kinds, bounty_id, after, None):
            for event in events:
                yield event

    async def wait_for(self, *kinds: str, bounty_id: str | None, after: str, timeout: float) -> types.Event:
        """See AgentHire.wait_for."""
        last = after
        async for events, cursor in self._answers(kinds, bounty_id, after, time.monotonic() + timeout):
            if events:
                found: types.Event = events[0]
                return found
            last = cursor
        raise WaitedInVain(_in_vain(kinds, timeout), last)

    async def wait_for_approval(self, approval_id: str, *, timeout: float) -> types.ApprovalOut:
        """See AgentHire.wait_for_approval."""
        end, cursor = time.monotonic() + timeout, await self._now()
        while (approval := (await self._client.wallet.get_approval(approval_id))["approval"])["status"] == "pending":
            left = end - time.monotonic()
            cursor = (await self.wait_for(_DECIDED, bounty_id=None, after=cursor, timeout=left))["id"]
        return approval

    async def _now(self) -> str:
        page = await self.list(after="now", limit=1)
        return str(page.answer["nextCursor"])

    async def _answers(
        self, kinds: tuple[str, ...], bounty_id: str | None, after: str, end: float | None
    ) -> AsyncIterator[tuple[list[Any], str]]:
        cursor, answered = after, time.monotonic()
        while (seconds := _held(end)) > 0:
            asked = time.monotonic()
            try:
                answer = await self._client.call("GET", "/api/events", **_asking(kinds, bounty_id, cursor, seconds))
            except AWAY:
                if asked - answered > _OUTAGE:
                    raise
                await asyncio.sleep(_POLL)
                continue
            except Conflict as refused:
                cursor = _restored(refused, cursor)
                continue
            answered = time.monotonic()
            cursor = answer["nextCursor"]
            yield answer["events"], cursor
            if not answer["events"]:
                await asyncio.sleep(_unheld(asked, seconds))


def _restored(refused: Conflict, cursor: str) -> str:
    """Where to read on after the service was restored from a backup (events come again from there, with the ids that they have
    now), or after so long that some are deleted. Raises the refusal when it is another one, or names no other place."""
    place = str(refused.body.get("readAfter", ""))
    if refused.code not in ("inbox_restored", "inbox_expired") or place in ("", cursor):
        raise refused
    if refused.code == "inbox_expired":
        _log.warning("events that nobody read for long are gone: what is still there is read on")
    else:
        _log.warning("the service was restored from a backup: events are read again from where it begins to differ")
    return place


def _held(end: float | None) -> int:
    """For how many whole seconds the next call may be held; 0 when the time is over."""
    return _HELD if end is None else max(0, min(_HELD, int(end - time.monotonic() + 0.999)))


def _unheld(asked: float, seconds: int) -> float:
    """The pause before the next call: none if this one was held; a service that can't hold calls now is asked now and then."""
    held = time.monotonic() - asked
    return 0.0 if held >= seconds - 1 else min(_POLL, seconds - held)


def _asking(kinds: tuple[str, ...], bounty_id: str | None, cursor: str, seconds: int) -> dict[str, Any]:
    query = {"after": cursor, "types": ",".join(kinds) or None, "bountyId": bounty_id, "wait": seconds}
    return {"query": query, "seconds": seconds + _SPARE}


def _in_vain(kinds: tuple[str, ...], timeout: float) -> str:
    return f"No event {' or '.join(kinds) or 'at all'} within {timeout:.0f} seconds."
