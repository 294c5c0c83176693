"""Which network addresses are on the public internet."""

import ipaddress
from typing import Final

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
# Special ranges that `ipaddress` reports as global: IPv6-to-IPv4 tunnels, deprecated and documentation ranges, and the address
# of Azure's host services (168.63.129.16).
_SPECIAL: Final = tuple(
    ipaddress.ip_network(name)
    for name in (
        *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32"),
        *("2001::/23", "2002::/16", "3fff::/20", "fec0::/10"),
    )
)


def is_public(text: str) -> bool:
    """Is this a global unicast address, also when it embeds an IPv4 address? Raises ValueError for what is no address."""
    address = embedded_ipv4(parse(text))
    if any(address.version == net.version and address in net for net in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def parse(text: str) -> IpAddress:
    """An address without its zone. Raises ValueError."""
    return ipaddress.ip_address(text.split("%")[0])


def embedded_ipv4(address: IpAddress) -> IpAddress:
    """The embedded IPv4 address of an IPv6 one that maps to it (NAT64, IPv4-mapped), else the address itself."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        return address.ipv4_mapped or address
    return address


def coarse(text: str) -> str:
    """The network of an address, as it is kept: an IPv4 /24, an IPv6 /48; empty for what is no address."""
    try:
        address = embedded_ipv4(parse(text))
    except ValueError:
        return ""
    return str(ipaddress.ip_network(f"{address}/{24 if address.version == 4 else 48}", strict=False))
