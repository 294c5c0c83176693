"""The page that one reads, as a QR code for a phone. It is the address alone: whoever opens it signs in there."""

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.safestring import SafeString


def address(path: str) -> str:
    """The whole address of a page; empty where no phone would reach it, as on a machine that serves only itself."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    return "" if _is_this_machine(host) else f"{settings.BASE_URL}{path}"


@lru_cache(maxsize=512)
def code(text: str) -> SafeString:
    """An SVG within the page, in black on white in every theme, without styles, which the policy of pages would refuse."""
    return SafeString(segno.make(text, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True))


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
