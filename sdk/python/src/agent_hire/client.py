"""The two clients: `AgentHire` blocks, `AsyncAgentHire` is awaited. Both send, repeat and read in the same way (calls.py)."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from typing import TYPE_CHECKING, Any, Final

import httpx

from agent_hire import _async, _sync, calls
from agent_hire._version import VERSION
from agent_hire.errors import ConnectionFailed

if TYPE_CHECKING:
    from agent_hire import types
    from agent_hire.errors import ApprovalNeeded

LOCAL: Final = "http://127.0.0.1:8000"
_RETRIES: Final = 3
_TIMEOUT: Final = httpx.Timeout(60.0, connect=10.0)


class _Service:
    """Which installation is called, as whom, and how patiently: the same for both clients."""

    def __init__(
        self,
        api_key: str | None,
        base_url: str | None,
        session_token: str | None,
        account: str | None,
        retries: int,
        timeout: float | httpx.Timeout,
    ) -> None:
        self.base_url = _address(base_url)
        self._headers = _headers(api_key, session_token, account)
        self._retries, self._timeout = retries, timeout

    def _arguments(self, sending: calls.Sending) -> dict[str, Any]:
        """A call as httpx takes it. Redirects are answers that are not the service's."""
        given = {"timeout": self._timeout, "follow_redirects": False} | sending.arguments()
        given["headers"] = self._headers | given["headers"]
        return given | {"method": sending.method, "url": self.base_url + sending.path}


class AgentHire(_Service, _sync.Namespaces):
    """One installation, called with one credential. Each namespace (`bounties`, `wallet`, ...) has the operations of one topic.

    api_key: `ahm_…`, else AHM_API_KEY of the environment; base_url: else AHM_BASE_URL, else this machine's port 8000.
    session_token: a person's, in place of a key; account: `usr_…`, for which that person acts.
    retries: how often a call is repeated that found no answer or a busy service. One idempotency key serves all of them.
    http: an httpx client of your own (proxies, certificates); its base_url and credentials are not used.
    """

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        session_token: str | None = None,
        account: str | None = None,
        retries: int = _RETRIES,
        timeout: float | httpx.Timeout = _TIMEOUT,
        http: httpx.Client | None = None,
    ) -> None:
        _Service.__init__(self, api_key, base_url, session_token, account, retries, timeout)
        self._http = http or httpx.Client()
        self._is_own = http is None
        _sync.Namespaces.__init__(self, self)

    def call(self, method: str, path: str, **given: Any) -> Any:
        """Any operation by its method and path, with the same repetitions: what the namespaces are made of. `query`, `body` (a dict
        or bytes), `keyed` (does it take an idempotency key), `key`, `dry_run`.
        """
        sending = calls.prepare(method, path, **given)
        for attempt in itertools.count():
            try:
                answer = self._http.request(**self._arguments(sending))
            except httpx.TransportError as error:
                pause = calls.pause_after_break(sending, error, attempt, self._retries)
                if pause is None:
                    raise ConnectionFailed(_unanswered(self.base_url, error), sending.key) from error
            else:
                pause = calls.pause_after(sending, answer, attempt, self._retries)
                if pause is None:
                    return calls.read(sending, answer)
            time.sleep(pause)
        raise AssertionError("unreachable")

    def wait_for(
        self, *kinds: str, bounty_id: str | None = None, after: str = "now", timeout: float = 3600.0
    ) -> types.Event:
        """The next event of one of these kinds. `after`: a cursor or an event's id; "now": what happens from now on; "start": from
        the first one. Raises WaitedInVain after `timeout` seconds.
        """
        return self.events.wait_for(*kinds, bounty_id=bounty_id, after=after, timeout=timeout)

    def wait_for_approval(self, asked: ApprovalNeeded, *, timeout: float = 86_400.0) -> types.ApprovalOut:
        """How the wallet's owner decided: `status` is approved, declined or expired. Then make the call again, with
        `idempotency_key=asked.idempotency_key`. Raises WaitedInVain after `timeout` seconds.
        """
        return self.events.wait_for_approval(asked.approval_id, timeout=timeout)

    def download(self, url: str) -> bytes:
        """A file by the `url` of an answer, such as a photo of evidence. It is signed: no credential is sent along."""
        answer = self._http.get(httpx.URL(self.base_url).join(url), timeout=self._timeout, follow_redirects=True)
        answer.raise_for_status()
        return answer.content

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def __enter__(self) -> AgentHire:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncAgentHire(_Service, _async.Namespaces):
    """The same, awaited: `await client.bounties.create(...)`, `async for bounty in client.bounties.list()`."""

    def __init__(
        self,
        api_key: str | None = None,
        *,
        base_url: str | None = None,
        session_token: str | None = None,
        account: str | None = None,
        retries: int = _RETRIES,
        timeout: float | httpx.Timeout = _TIMEOUT,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        _Service.__init__(self, api_key, base_url, session_token, account, retries, timeout)
        self._http = http or httpx.AsyncClient()
        self._is_own = http is None
        _async.Namespaces.__init__(self, self)

    async def call(self, method: str, path: str, **given: Any) -> Any:
        """As `AgentHire.call`."""
        sending = calls.prepare(method, path, **given)
        for attempt in itertools.count():
            try:
                answer = await self._http.request(**self._arguments(sending))
            except httpx.TransportError as error:
                pause = calls.pause_after_break(sending, error, attempt, self._retries)
                if pause is None:
                    raise ConnectionFailed(_unanswered(self.base_url, error), sending.key) from error
            else:
                pause = calls.pause_after(sending, answer, attempt, self._retries)
                if pause is None:
                    return calls.read(sending, answer)
            await asyncio.sleep(pause)
        raise AssertionError("unreachable")

    async def wait_for(
        self, *kinds: str, bounty_id: str | None = None, after: str = "now", timeout: float = 3600.0
    ) -> types.Event:
        """As `AgentHire.wait_for`."""
        return await self.events.wait_for(*kinds, bounty_id=bounty_id, after=after, timeout=timeout)

    async def wait_for_approval(self, asked: ApprovalNeeded, *, timeout: float = 86_400.0) -> types.ApprovalOut:
        """As `AgentHire.wait_for_approval`."""
        return await self.events.wait_for_approval(asked.approval_id, timeout=timeout)

    async def download(self, url: str) -> bytes:
        """As `AgentHire.download`."""
        answer = await self._http.get(httpx.URL(self.base_url).join(url), timeout=self._timeout, follow_redirects=True)
        answer.raise_for_status()
        return answer.content

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncAgentHire:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _address(base_url: str | None) -> str:
    found = (base_url or os.environ.get("AHM_BASE_URL", "").strip() or LOCAL).rstrip("/")
    if not found.startswith(("http://", "https://")):
        raise ValueError("base_url is the address of the service, such as https://market.example.org")
    return found


def _headers(api_key: str | None, session_token: str | None, account: str | None) -> dict[str, str]:
    headers = {"User-Agent": f"agent-hire-python/{VERSION}", "Accept": "application/json"}
    if session_token:
        headers["X-Session-Token"] = session_token
    elif key := api_key or os.environ.get("AHM_API_KEY", "").strip():
        headers["X-API-Key"] = key
    if account:
        headers["X-Account"] = account
    return headers


def _unanswered(base_url: str, error: httpx.TransportError) -> str:
    return f"{base_url} did not answer ({type(error).__name__}). Is it the right address, and does it run?"
