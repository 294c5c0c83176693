"""The client's network address: the socket's peer or, behind trusted proxies, the first hop that is not one of them."""

import ipaddress
import re
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_WITH_PORT = re.compile(r"\[([^\]]+)\](?::\d+)?|([0-9.]+):\d+")  # some proxies add the port
_SUBSCRIBER = 64  # prefix length of IPv6: a single connection has at least a /64


def peer(request: HttpRequest) -> str:
    """The address of the socket's peer."""
    return str(request.META.get("REMOTE_ADDR") or "0.0.0.0")  # noqa: S104  (no socket: tests and management commands)


def client(request: HttpRequest) -> str:
    """The client's address: X-Forwarded-For is evaluated from right to left for as long as the hops are in TRUSTED_PROXIES.

    Several such headers arrive as one, joined by commas. An entry that can't be parsed ends the evaluation: the hop that sent it
    is the client.
    """
    address = peer(request)
    found = _parsed(address)
    forwarded = request.headers.get("X-Forwarded-For")
    if forwarded:
        for hop in reversed(forwarded.split(",")):
            if found is None or not _trusted(found) or (previous := _parsed(hop)) is None:
                break
            found = previous
    return str(found) if found else address


def for_limits(request: HttpRequest) -> str:
    """The client's address for rate limits: an IPv6 address is reduced to its /64, since the client chooses the rest."""
    address = client(request)
    found = _parsed(address)
    if found is None or found.version == 4:
        return address
    return str(ipaddress.ip_network((found.packed, _SUBSCRIBER), strict=False))


def is_loopback(address: str) -> bool:
    """Is this a loopback address?"""
    found = _parsed(address)
    return found is not None and found.is_loopback


def is_in_sandbox(request: HttpRequest) -> bool:
    """Does this request come from the machine of a sandbox? What only a sandbox does asks here, and is 404 otherwise."""
    return bool(settings.SANDBOX) and is_loopback(peer(request))


def is_trusted_proxy(address: str) -> bool:
    found = _parsed(address)
    return found is not None and _trusted(found)


def _parsed(text: str) -> Address | None:
    """None for anything that isn't an address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address."""
    text = text.strip()
    if with_port := _WITH_PORT.fullmatch(text):
        text = with_port[1] or with_port[2]
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
