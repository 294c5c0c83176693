"""The one outgoing HTTP client. Addresses come from strangers, so every call resolves the name once, refuses unless every
address is public, and connects to exactly the address it checked. No redirects, no proxies, bounded answer, and one
deadline for all of it: look-up, connect, TLS, headers and body."""

import ipaddress
import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from queue import Empty, SimpleQueue
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import urllib3
from django.conf import settings
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
# Special ranges that `ipaddress` takes for global: tunnels into IPv4 and other leftovers nobody receives webhooks on, and
# the address at which a virtual machine in Azure finds its host's services.
_SPECIAL: Final = tuple(
    ipaddress.ip_network(name)
    for name in (
        *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32"),
        *("2001::/23", "2002::/16", "3fff::/20", "fec0::/10"),
    )
)
_PRIVATE_ENDS: Final = ("localhost", "local", "internal", "lan", "home", "corp", "intranet", "private", "arpa", "onion")
_URL_MAX: Final = 2048  # bytes
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
    """Where calls may go besides the public internet: to `networks`, and there to this machine itself (loopback,
    link-local) only with `local`, by http:// only with `plain_http`. `timeout` is in seconds and covers the whole call;
    `longest` is how many bytes of the answer are read."""

    networks: tuple[IpNetwork, ...] = ()
    local: bool = False
    plain_http: bool = False
    timeout: float = 10.0
    ca_file: str | None = None
    longest: int = _ANSWER_MAX


EVERYWHERE: Final = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))


def operators(*, timeout: float, longest: int = _ANSWER_MAX) -> Policy:
    """For an address that the operator himself has named: it may well be on this machine or beside it."""
    return Policy(EVERYWHERE, local=True, plain_http=True, timeout=timeout, longest=longest)


def policy(*, timeout: float = 10.0, longest: int = _ANSWER_MAX) -> Policy:
    """The installation's policy. Loopback and link-local open in a sandbox only, however wide a listed network is."""
    networks = tuple(ipaddress.ip_network(name, strict=False) for name in settings.WEBHOOK_ALLOW_NETWORKS)
    return Policy(networks, local=settings.SANDBOX, plain_http=settings.SANDBOX, timeout=timeout, longest=longest)


def check(url: str, rules: Policy) -> None:
    """Would a call to this address be made right now? Raises Blocked with the reason."""
    parts, host, port = _parse(url, rules)
    try:
        _resolve(host, port, rules, plain=parts.scheme == "http", seconds=rules.timeout)
    except TimeoutError:
        raise Blocked("the host name has no address")


def post(url: str, *, body: bytes, headers: dict[str, str], rules: Policy) -> Reply:
    """POST these bytes. Returns any answer, also 3xx and 5xx, its body cut at `rules.longest`.

    Raises Blocked before anything is sent, CallFailed when there is no answer within `rules.timeout` seconds in all.
    """
    return _call("POST", url, body, headers, rules)


def get(url: str, *, headers: dict[str, str], rules: Policy) -> Reply:
    """GET this address. Answers and raises as `post`."""
    return _call("GET", url, None, headers, rules)


def _call(method: str, url: str, body: bytes | None, headers: dict[str, str], rules: Policy) -> Reply:
    parts, host, port = _parse(url, rules)
    plain = parts.scheme == "http"
    deadline = time.monotonic() + rules.timeout
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    shown = f"[{host}]" if ":" in host else host
    sent = headers | {"Host": shown if port == (80 if plain else 443) else f"{shown}:{port}"}
    failure: Exception = TimeoutError()
    try:
        addresses = _resolve(host, port, rules, plain=plain, seconds=rules.timeout)
    except TimeoutError as error:
        raise CallFailed("the name look-up timed out") from error
    for number, address in enumerate(addresses):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        fuse = _Fuse(deadline)
        # An address that swallows packets must not use up the time of the next one.
        patience = urllib3.Timeout(connect=left / (len(addresses) - number), total=left)
        pool = _pool(address, port, host, plain, rules, timeout=patience, fuse=fuse)
        try:
            return _exchange(pool, method, target, body, sent, fuse, rules.longest)
        except (ConnectTimeoutError, NewConnectionError) as error:
            failure = error  # only a failed connect moves on to the next address
        except (HTTPError, OSError) as error:
            raise CallFailed("timed out" if fuse.blown else _words(error)) from error
        finally:
            fuse.close()
            pool.close()
    raise CallFailed(_words(failure)) from failure


def check_shown(url: str, *, seconds: float | None = None) -> None:
    """May people be sent to this address? For links that are shown and never called from here. With `seconds` the name is
    looked up, too, for so long at most; one that leads nowhere now is taken: it may, when somebody opens it. Raises Blocked
    for a malformed one, and for what is not on the public internet."""
    _, host, port = _parse(url.partition("#")[0], Policy(plain_http=True))  # a part of the page may be named
    try:
        public = is_public(host)
    except ValueError:
        # A name of the public internet has a dot, and its last part is no number: browsers take 127.1 and 0x7f.1 for
        # addresses. Those of _PRIVATE_ENDS never leave a house.
        last = host.rpartition(".")[2].lower()
        public = "." in host and not last[:1].isdigit() and last not in _PRIVATE_ENDS
        if public and seconds is not None:
            public = all(is_public(address) for address in _leads_to(host, port, seconds))
    if not public:
        raise Blocked("the host is not on the public internet")


def _leads_to(host: str, port: int, seconds: float) -> list[str]:
    try:
        return _lookup(host, port, seconds)
    except (OSError, UnicodeError):  # a time-out, too
        return []


def is_public(text: str) -> bool:
    """A global unicast address, also when it hides in an IPv6 form."""
    address = _plainly(_address(text))
    if any(address.version == net.version and address in net for net in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _address(text: str) -> IpAddress:
    return ipaddress.ip_address(text.split("%")[0])


def _plainly(address: IpAddress) -> IpAddress:
    """The IPv4 address inside, where an IPv6 one leads to it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        return address.ipv4_mapped or address
    return address


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
    """The addresses of the name, all of them allowed. Raises Blocked, or TimeoutError after `seconds`."""
    try:
        addresses = _lookup(host, port, seconds)
    except TimeoutError:
        raise
    except (OSError, UnicodeError):
        addresses = []
    if not addresses:
        raise Blocked("the host name has no address")
    for address in addresses:
        allowed = _listed(address, rules)
        if plain and not allowed:
            raise Blocked("only https addresses are called")
        if not allowed and not is_public(address):  # one private address among public ones spoils the whole answer
            raise Blocked("the host is not on the public internet")
    return addresses


def _lookup(host: str, port: int, seconds: float) -> list[str]:
    """getaddrinfo, which takes as long as the resolver likes and can't be interrupted: in a thread that is left behind
    when the time is over (it ends with the resolver's own limit)."""
    with suppress(ValueError):
        return [str(ipaddress.ip_address(host))]  # nobody needs to be asked
    box: SimpleQueue[Any] = SimpleQueue()

    def ask() -> None:
        try:
            box.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP))
        except Exception as error:
            box.put(error)

    threading.Thread(target=ask, name="look-up", daemon=True).start()
    try:
        found = box.get(timeout=seconds)
    except Empty:
        raise TimeoutError
    if isinstance(found, TimeoutError):
        raise OSError(found)
    if isinstance(found, Exception):
        raise found
    return list(dict.fromkeys(str(row[4][0]) for row in found))


def _listed(text: str, rules: Policy) -> bool:
    address = _address(text)
    if not rules.local:
        inside = _plainly(address)
        if inside.is_loopback or inside.is_link_local or inside.is_unspecified:  # 0.0.0.0 connects to this machine
            return False
    return any(address.version == net.version and address in net for net in rules.networks)


class _Fuse:
    """Cuts the connection at the deadline, whatever the other side is in the middle of. A socket's own time-out starts
    anew with every byte: alone, it lets a receiver that drips its headers hold a thread for hours."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.blown = False
        self._twin: socket.socket | None = None
        self._timer: threading.Timer | None = None

    def guard(self, sock: socket.socket) -> None:
        # TLS takes the first handle over; shutting its twin down ends the same connection.
        self._twin = sock.dup()
        self._timer = threading.Timer(max(self.deadline - time.monotonic(), 0), self._blow)
        self._timer.daemon = True
        self._timer.start()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._twin is not None:
            self._twin.close()

    def _blow(self) -> None:
        self.blown = True
        try:
            if self._twin is not None:
                self._twin.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the call ended in the same moment


class _Plain(HTTPConnection):
    def __init__(self, *args: Any, fuse: _Fuse, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._fuse = fuse

    def _new_conn(self) -> socket.socket:
        sock = super()._new_conn()
        self._fuse.guard(sock)
        return sock


class _Tls(_Plain, HTTPSConnection):
    """The same with TLS."""


class _PlainPool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Plain


class _TlsPool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _Tls


@cache
def _trust(ca_file: str | None) -> ssl.SSLContext:
    """Reading the system's authorities takes longer than many a call: once per process."""
    return ssl.create_default_context(cafile=ca_file)


def _pool(address: str, port: int, host: str, plain: bool, rules: Policy, **how: Any) -> urllib3.HTTPConnectionPool:
    how |= {"maxsize": 1, "retries": False}
    if plain:
        return _PlainPool(address, port, **how)
    trust = _trust(rules.ca_file)
    return _TlsPool(address, port, ssl_context=trust, server_hostname=host, assert_hostname=host, **how)


def _exchange(
    pool: urllib3.HTTPConnectionPool,
    method: str,
    target: str,
    body: bytes | None,
    headers: dict[str, str],
    fuse: _Fuse,
    longest: int,
) -> Reply:
    response = pool.urlopen(
        method, target, body=body, headers=headers, redirect=False, preload_content=False, decode_content=False
    )
    try:
        read = b""
        while len(read) < longest:
            chunk = response.read1(min(4096, longest - len(read)))
            if not chunk:
                break
            read += chunk
        if fuse.blown:  # a cut connection can look like the end of the answer
            raise TimeoutError
        return Reply(response.status, read)
    finally:
        response.close()


def _words(error: BaseException) -> str:
    """Short, and without our own addresses or object names."""
    name = type(error).__name__
    return {
        "ConnectTimeoutError": "connect timed out",
        "ReadTimeoutError": "timed out",
        "TimeoutError": "timed out",
        "NewConnectionError": "connection refused",
        "SSLError": "TLS failed: the certificate does not fit",
        "ProtocolError": "the connection broke",
    }.get(name, name)
