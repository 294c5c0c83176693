"""The only outgoing HTTP client. Target URLs are user input (SSRF), so each call resolves the host once, fails unless every
address is public, and connects to exactly the address that was checked. No redirects, no proxies, a bounded answer, and one
deadline for everything: DNS, connect, TLS, headers and body.
"""

import ipaddress
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import urllib3
from django.conf import settings
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from marketplace.core import links, networks
from marketplace.core.networks import is_public
from marketplace.core.timed_http import Watchdog, exchange, pool

IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
_URL_MAX: Final = 2048  # bytes
_ANSWER_MAX: Final = 16 * 1024


class Blocked(ValueError):
    """The URL may not be called: malformed, not https, or not on a public address."""


class CallFailed(Exception):
    """The call was made and no complete answer came: refused, timed out, bad certificate. The text is a short reason."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP answer; `body` is truncated at the policy's limit."""

    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Policy:
    """Where calls may go besides the public internet: to `networks`; to this machine (loopback, link-local) within them only
    with `local`; by http:// only with `plain_http`. `timeout` is in seconds and covers the whole call; `longest` is the number
    of bytes of the answer that are read.
    """

    networks: tuple[IpNetwork, ...] = ()
    local: bool = False
    plain_http: bool = False
    timeout: float = 10.0
    ca_file: str | None = None
    longest: int = _ANSWER_MAX


EVERYWHERE: Final = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))


def operator_policy(*, timeout: float, longest: int = _ANSWER_MAX) -> Policy:
    """The policy for a URL from the operator's settings: it may be on this machine or in its private network. `timeout` in
    seconds, `longest` in bytes.
    """
    return Policy(EVERYWHERE, local=True, plain_http=True, timeout=timeout, longest=longest)


def policy(*, timeout: float = 10.0, longest: int = _ANSWER_MAX) -> Policy:
    """The installation's policy for URLs from users. Loopback and link-local addresses are allowed in a sandbox only, however
    wide the networks of WEBHOOK_ALLOW_NETWORKS are.
    """
    networks = tuple(ipaddress.ip_network(name, strict=False) for name in settings.WEBHOOK_ALLOW_NETWORKS)
    return Policy(networks, local=settings.SANDBOX, plain_http=settings.SANDBOX, timeout=timeout, longest=longest)


def check(url: str, rules: Policy) -> None:
    """Raise Blocked, with the reason, unless a call to this URL would be made now. Resolves the host name."""
    parts, host, port = _parse(url, rules)
    try:
        _resolve(host, port, rules, plain=parts.scheme == "http", seconds=rules.timeout)
    except TimeoutError:
        raise Blocked("the host name has no address")


def post(url: str, *, body: bytes, headers: dict[str, str], rules: Policy) -> Reply:
    """POST these bytes and return the answer, whatever its status (also 3xx and 5xx), with its body truncated at
    `rules.longest`.

    Raises Blocked before anything is sent, CallFailed when there is no complete answer within `rules.timeout` seconds.
    """
    return _call("POST", url, body, headers, rules)


def get(url: str, *, headers: dict[str, str], rules: Policy) -> Reply:
    """GET this URL. Returns and raises as `post`."""
    return _call("GET", url, None, headers, rules)


def _call(method: str, url: str, body: bytes | None, headers: dict[str, str], rules: Policy) -> Reply:
    parts, host, port = _parse(url, rules)
    plain = parts.scheme == "http"
    deadline = time.monotonic() + rules.timeout
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host_header = f"[{host}]" if ":" in host else host
    sent = headers | {"Host": host_header if port == (80 if plain else 443) else f"{host_header}:{port}"}
    failure: Exception = TimeoutError()
    try:
        addresses = _resolve(host, port, rules, plain=plain, seconds=rules.timeout)
    except TimeoutError as error:
        raise CallFailed("the name look-up timed out") from error
    for number, address in enumerate(addresses):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        watchdog = Watchdog(deadline)
        # A connect to an address that drops packets must not use up the time of the next address.
        timeouts = urllib3.Timeout(connect=left / (len(addresses) - number), total=left)
        connections = pool(address, port, host, plain=plain, ca_file=rules.ca_file, timeout=timeouts, watchdog=watchdog)
        try:
            return Reply(*exchange(connections, method, target, body, sent, watchdog, rules.longest))
        except (ConnectTimeoutError, NewConnectionError) as error:
            failure = error  # only a failed connect moves on to the next address
        except (HTTPError, OSError) as error:
            raise CallFailed("timed out" if watchdog.expired else _reason(error)) from error
        finally:
            watchdog.close()
            connections.close()
    raise CallFailed(_reason(failure)) from failure


def check_link(url: str, *, seconds: float | None = None) -> None:
    """Validate a link that is shown to people and never called from here. Raises Blocked when it is malformed or not on the
    public internet.

    seconds: if given, the host name is resolved, too, for at most this long; a name that doesn't resolve now is accepted.
    """
    try:
        link = links.read_web(url)
    except links.Unsafe as reason:
        raise Blocked(str(reason))
    if seconds is not None and not all(is_public(address) for address in _lookup_or_nothing(link.host, 443, seconds)):
        raise Blocked("the host is not on the public internet")


def _lookup_or_nothing(host: str, port: int, seconds: float) -> list[str]:
    try:
        return _lookup(host, port, seconds)
    except (OSError, UnicodeError):  # a timeout is an OSError, too
        return []


def _parse(url: str, rules: Policy) -> tuple[SplitResult, str, int]:
    if len(url.encode(errors="replace")) > _URL_MAX or any(ord(c) <= 0x20 or ord(c) == 0x7F for c in url):
        raise Blocked("the address is malformed")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Blocked("the address is malformed")
    if parts.scheme != "https" and not (parts.scheme == "http" and rules.plain_http):
        raise Blocked(
            "only http and https addresses will do" if rules.plain_http else "only https addresses are called"
        )
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment or port == 0:
        raise Blocked("the address is malformed")
    try:
        host = parts.hostname if parts.hostname.isascii() else parts.hostname.encode("idna").decode("ascii")
    except UnicodeError:
        raise Blocked("the host name is malformed")
    host = host.rstrip(".")
    if not host:
        raise Blocked("the host name is malformed")
    return parts, host, port or (80 if parts.scheme == "http" else 443)


def _resolve(host: str, port: int, rules: Policy, *, plain: bool, seconds: float) -> list[str]:
    """All addresses of the name, each of them allowed. Raises Blocked, or TimeoutError after `seconds`."""
    try:
        addresses = _lookup(host, port, seconds)
    except TimeoutError:
        raise
    except (OSError, UnicodeError):
        addresses = []
    if not addresses:
        raise Blocked("the host name has no address")
    for address in addresses:
        allowed = _in_allowed_networks(address, rules)
        if plain and not allowed:
            raise Blocked("only https addresses are called")
        if not allowed and not is_public(address):  # one private address makes the whole answer unacceptable
            raise Blocked("the host is not on the public internet")
    return addresses


def _lookup(host: str, port: int, seconds: float) -> list[str]:
    """getaddrinfo with a timeout. It can't be interrupted, so it runs in a daemon thread that is abandoned on timeout and ends
    with the resolver's own limit.
    """
    with suppress(ValueError):
        return [str(ipaddress.ip_address(host))]  # already an address
    results: SimpleQueue[Any] = SimpleQueue()

    def resolve() -> None:
        try:
            results.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP))
        except Exception as error:
            results.put(error)

    threading.Thread(target=resolve, name="look-up", daemon=True).start()
    try:
        result = results.get(timeout=seconds)
    except Empty:
        raise TimeoutError
    if isinstance(result, TimeoutError):
        raise OSError(result)
    if isinstance(result, Exception):
        raise result
    return list(dict.fromkeys(str(row[4][0]) for row in result))


def _in_allowed_networks(text: str, rules: Policy) -> bool:
    """Is this address in a network that the policy allows?"""
    address = networks.parse(text)
    if not rules.local:
        inside = networks.embedded_ipv4(address)
        if inside.is_loopback or inside.is_link_local or inside.is_unspecified:  # 0.0.0.0 connects to this machine
            return False
    return any(address.version == net.version and address in net for net in rules.networks)


def _reason(error: BaseException) -> str:
    """A short reason without our addresses or object names."""
    name = type(error).__name__
    return {
        "ConnectTimeoutError": "connect timed out",
        "ReadTimeoutError": "timed out",
        "TimeoutError": "timed out",
        "NewConnectionError": "connection refused",
        "SSLError": "TLS failed: the certificate does not fit",
        "ProtocolError": "the connection broke",
    }.get(name, name)
