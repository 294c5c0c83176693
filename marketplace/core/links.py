"""Addresses that a person's browser is led to, parsed as browsers do (the URL standard of the WHATWG) and never called from here.

Browsers and other parsers disagree on more than a few texts: of `http://127.0.0.1\\.example.com/` one reads the host
127.0.0.1, the other 127.0.0.1\\.example.com. So what is read in two ways is refused, and the host that is judged is the one
that a browser would connect to.
"""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from ada_url import URL

from marketplace.core import networks

LONGEST: Final = 2048  # bytes
# Names under these resolve in private networks only, or to the machine itself.
_PRIVATE_TLDS: Final = frozenset(
    {
        *("localhost", "localdomain", "local", "internal", "lan", "home", "corp", "intranet", "private", "arpa"),
        *("onion", "workgroup"),
    }
)


class Unsafe(ValueError):
    """No browser may be led there; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Link:
    """An address as browsers read it. `scheme` without its colon, `host` in ASCII without brackets; empty for an app's own."""

    href: str
    scheme: str
    host: str


def read(text: str) -> Link:
    """Parse an absolute address of any scheme. Raises Unsafe when it is malformed, holds a user name or is read in two ways."""
    if len(text.encode(errors="replace")) > LONGEST or any(c in "\\\x7f" or c <= " " for c in text):
        raise Unsafe("the address is malformed")
    try:
        seen = URL(text)
        plain = urlsplit(text)
        port = plain.port
    except ValueError:
        raise Unsafe("the address is malformed")
    if port == 0:
        raise Unsafe("the address is malformed")
    if seen.username or seen.password or "@" in plain.netloc:
        raise Unsafe("a user name does not belong into an address")
    scheme, host = seen.protocol.removesuffix(":"), seen.hostname.strip("[]")
    if plain.scheme.lower() != scheme or not _is_same_host(plain.hostname or "", host):
        raise Unsafe(f"browsers read it as {seen.href[:100]}: write that, if it is meant")
    return Link(seen.href, scheme, host)


def read_web(text: str, *, schemes: tuple[str, ...] = ("http", "https")) -> Link:
    """Parse an http or https address on the public internet, as far as it shows without resolving its name. Raises Unsafe."""
    link = read(text)
    if link.scheme not in schemes or not link.host:
        raise Unsafe(f"only {' and '.join(schemes)} addresses will do")
    if not is_public_host(link.host):
        raise Unsafe("the host is not on the public internet")
    return link


def is_web(text: object, *, schemes: tuple[str, ...] = ("http", "https")) -> bool:
    """Would `read_web` take this? Also for texts that were stored before today's rules."""
    try:
        return isinstance(text, str) and bool(read_web(text, schemes=schemes))
    except Unsafe:
        return False


def is_public_host(host: str) -> bool:
    """Is this host, as browsers spell it, a global address, or a name that may resolve to one?"""
    try:
        return networks.is_public(host)
    except ValueError:
        labels = host.removesuffix(".").split(".")
        # Browsers take a name whose last label begins with a digit for an address.
        return len(labels) > 1 and all(labels) and not labels[-1][:1].isdigit() and labels[-1] not in _PRIVATE_TLDS


def _is_same_host(written: str, host: str) -> bool:
    """Is `host`, as browsers spell it, the one that was written? Other letters than ASCII become a label that begins with xn--;
    those that become ASCII letters or digits only look like others.
    """
    written = written.lower()
    if written.isascii():
        return written == host or (":" in host and networks.parse(written) == networks.parse(host))
    labels, spelt = written.split("."), host.split(".")
    return len(labels) == len(spelt) and all(
        label == name if label.isascii() else name.startswith("xn--") for label, name in zip(labels, spelt, strict=True)
    )
