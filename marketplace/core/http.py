"""The one outgoing HTTP client. Addresses come from strangers, so every call resolves the name once, refuses unless every
address is public, and connects to exactly the address it checked. No redirects, no proxies, bounded time and answer."""

import ipaddress
import socket
import ssl
import time
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import SplitResult, urlsplit

import urllib3
from django.conf import settings
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_ANSWER_MAX: Final = 16 * 1024


class Blocked(ValueError):
    """The address may not be called at all: malformed, not https, or not public."""


class CallFailed(Exception):
    """The call was made and brought no answer: refused, timed out, bad certificate. The text says which, shortly."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Policy:
    """Where calls may go besides the public internet. `plain_http` allows http:// within `networks` only."""

    networks: tuple[IpNetwork, ...] = ()
    plain_http: bool = False
    timeout: float = 10.0
    ca_file: str | None = None
    ports: frozenset[int] | None = field(default=None)


def policy(*, timeout: float = 10.0) -> Policy:
    """The installation's policy. Loopback and link-local stay closed outside a sandbox, even when they are listed."""
    networks = [ipaddress.ip_network(name, strict=False) for name in settings.WEBHOOK_ALLOW_NETWORKS]
    if not settings.SANDBOX:
        networks = [net for net in networks if not (net.is_loopback or net.is_link_local)]
    return Policy(tuple(networks), plain_http=settings.SANDBOX, timeout=timeout)


def check(url: str, rules: Policy) -> None:
    """Would a call to this address be made right now? Raises Blocked with the reason."""
    parts, host, port = _parse(url, rules)
    _resolve(host, port, rules, plain=parts.scheme == "http")


def post(url: str, *, body: bytes, headers: dict[str, str], rules: Policy) -> Reply:
    """POST these bytes. Returns any answer, also 3xx and 5xx, its body cut at 16 kB.

    Raises Blocked before anything is sent, CallFailed when there is no answer within `rules.timeout` seconds in all.
    """
    parts, host, port = _parse(url, rules)
    plain = parts.scheme == "http"
    addresses = _resolve(host, port, rules, plain=plain)
    deadline = time.monotonic() + rules.timeout
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    shown = f"[{host}]" if ":" in host else host
    sent = headers | {"Host": shown if port == (80 if plain else 443) else f"{shown}:{port}"}
    failure: Exception = TimeoutError("no address answered in time")
    for address in addresses:
        left = deadline - time.monotonic()
        if left <= 0:
            break
        pool = _pool(address, port, host, left, plain, rules)
        try:
            return _exchange(pool, target, body, sent, deadline)
        except (ConnectTimeoutError, NewConnectionError) as error:
            failure = error  # only a failed connect moves on to the next address
        except (HTTPError, OSError, TimeoutError) as error:
            raise CallFailed(_words(error)) from error
        finally:
            pool.close()
    raise CallFailed(_words(failure)) from failure


def is_public(text: str) -> bool:
    """A global unicast address, also when it hides in an IPv6 form."""
    address: IpAddress = ipaddress.ip_address(text.split("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.teredo:
            return all(part.is_global for part in address.teredo)
        address = _embedded(address) or address
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


def _parse(url: str, rules: Policy) -> tuple[SplitResult, str, int]:
    if len(url) > 2048 or any(ord(c) <= 0x20 or ord(c) == 0x7F for c in url):
        raise Blocked("the address is malformed")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Blocked("the address is malformed")
    if parts.scheme != "https" and not (parts.scheme == "http" and rules.plain_http):
        raise Blocked("only https addresses are called")
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise Blocked("the address is malformed")
    port = port or (80 if parts.scheme == "http" else 443)
    if rules.ports is not None and port not in rules.ports:
        raise Blocked("this port is not called")
    try:
        host = parts.hostname if parts.hostname.isascii() else parts.hostname.encode("idna").decode("ascii")
    except UnicodeError:
        raise Blocked("the host name is malformed")
    return parts, host.rstrip("."), port


def _resolve(host: str, port: int, rules: Policy, *, plain: bool) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (socket.gaierror, UnicodeError, OSError):
        raise Blocked("the host name has no address")
    addresses = list(dict.fromkeys(str(row[4][0]) for row in found))
    if not addresses:
        raise Blocked("the host name has no address")
    for address in addresses:
        allowed = _listed(address, rules)
        if plain and not allowed:
            raise Blocked("only https addresses are called")
        if not allowed and not is_public(address):  # one private address among public ones spoils the whole answer
            raise Blocked("the host is not on the public internet")
    return addresses


def _listed(text: str, rules: Policy) -> bool:
    address = ipaddress.ip_address(text.split("%")[0])
    return any(address.version == net.version and address in net for net in rules.networks)


def _pool(address: str, port: int, host: str, left: float, plain: bool, rules: Policy) -> urllib3.HTTPConnectionPool:
    timeout = urllib3.Timeout(total=left)
    if plain:
        return urllib3.HTTPConnectionPool(address, port, maxsize=1, retries=False, timeout=timeout)
    return urllib3.HTTPSConnectionPool(
        address,
        port,
        maxsize=1,
        retries=False,
        timeout=timeout,
        ssl_context=ssl.create_default_context(cafile=rules.ca_file),
        server_hostname=host,
        assert_hostname=host,
    )


def _exchange(
    pool: urllib3.HTTPConnectionPool, target: str, body: bytes, headers: dict[str, str], deadline: float
) -> Reply:
    response = pool.urlopen(
        "POST",
        target,
        body=body,
        headers=headers,
        redirect=False,
        retries=False,
        preload_content=False,
        decode_content=False,
    )
    try:
        read = b""
        while len(read) < _ANSWER_MAX:
            if time.monotonic() > deadline:
                raise TimeoutError("the answer took too long")
            chunk = response.read1(min(4096, _ANSWER_MAX - len(read)))
            if not chunk:
                break
            read += chunk
        return Reply(response.status, read)
    finally:
        response.close()


def _words(error: BaseException) -> str:
    """Short, and without our own addresses or object names."""
    name = type(error).__name__
    kind = {
        "ConnectTimeoutError": "connect timed out",
        "ReadTimeoutError": "timed out",
        "TimeoutError": "timed out",
        "NewConnectionError": "connection refused",
        "SSLError": "TLS failed: the certificate does not fit",
        "ProtocolError": "the connection broke",
    }.get(name, name)
    return kind
