"""Who is at the other end: the socket's peer, or, behind a trusted proxy, the first hop that is not one of ours."""

import ipaddress
import re
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_WITH_PORT = re.compile(r"\[([^\]]+)\](?::\d+)?|([0-9.]+):\d+")  # some proxies name the port, too
_SUBSCRIBER = 64  # bits of an IPv6 address: one connection has at least all addresses that share them


def peer(request: HttpRequest) -> str:
    """The address of the socket itself."""
    return str(request.META.get("REMOTE_ADDR") or "0.0.0.0")  # noqa: S104  (no socket: tests and management commands)


def client(request: HttpRequest) -> str:
    """The caller's address: X-Forwarded-For is believed from right to left, as far as the hops are TRUSTED_PROXIES.

    Several such headers arrive as one, joined by commas. What can't be read ends the reading: the hop that sent it counts.
    """
    address = peer(request)
    found = _parsed(address)
    forwarded = request.headers.get("X-Forwarded-For")
    if forwarded:
        for hop in reversed(forwarded.split(",")):
            if found is None or not _trusted(found) or (before := _parsed(hop)) is None:
                break
            found = before
    return str(found) if found else address


def counted(request: HttpRequest) -> str:
    """What the limits count the caller by: his address; of an IPv6 one the first half, since the rest is his to choose."""
    address = client(request)
    found = _parsed(address)
    if found is None or found.version == 4:
        return address
    return str(ipaddress.ip_network((found.packed, _SUBSCRIBER), strict=False))


def is_loopback(address: str) -> bool:
    found = _parsed(address)
    return found is not None and found.is_loopback


def _parsed(text: str) -> Address | None:
    """None for what is no address. An IPv4 address that an IPv6 socket shows (`::ffff:192.0.2.1`) is that IPv4 address."""
    text = text.strip()
    if shown := _WITH_PORT.fullmatch(text):
        text = shown[1] or shown[2]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _trusted(address: Address) -> bool:
    return any(address in network for network in _networks(tuple(settings.TRUSTED_PROXIES)))


@lru_cache(maxsize=8)
def _networks(names: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(name, strict=False) for name in names]
