"""Who is at the other end: the socket's peer, or, behind a trusted proxy, the first hop that is not one of ours."""

import ipaddress
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest


def peer(request: HttpRequest) -> str:
    """The address of the socket itself."""
    return str(request.META.get("REMOTE_ADDR") or "0.0.0.0")  # noqa: S104  (no socket: tests and management commands)


def client(request: HttpRequest) -> str:
    """The caller's address: X-Forwarded-For is believed from right to left, as far as the hops are TRUSTED_PROXIES."""
    address = peer(request)
    forwarded = request.headers.get("X-Forwarded-For")
    if not forwarded or not _trusted(address):
        return address
    for hop in reversed([part.strip() for part in forwarded.split(",")]):
        try:
            address = str(ipaddress.ip_address(hop))
        except ValueError:
            break
        if not _trusted(address):
            break
    return address


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _trusted(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip.version == net.version and ip in net for net in _networks(tuple(settings.TRUSTED_PROXIES)))


@lru_cache(maxsize=8)
def _networks(names: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(name, strict=False) for name in names]
