"""Reads environment variables. An invalid one raises BadSetting with its name, its value (without a password that it may
contain), and what to set instead. An empty one counts as not set.
"""

import base64
import binascii
import os
from collections.abc import Collection
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.devstack import locations

FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class BadSetting(ImproperlyConfigured):
    """For the person who configures the service; `manage.py` prints only the message."""


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def required(name: str, advice: str) -> str:
    if value := text(name):
        return value
    raise BadSetting(f"{name} is not set: {advice}")


def word(name: str, default: str) -> str:
    value = text(name, default)
    if value.isascii() and value.isalnum():
        return value
    raise BadSetting(f"{name}={value} is not a word: give letters and digits only")


def contact(name: str, default: str) -> str:
    """A mail address or an https page, as a URI."""
    value = text(name, default)
    uri = f"mailto:{value}" if "@" in value and ":" not in value else value
    if uri.startswith(("mailto:", "https://")) and uri.isprintable() and " " not in uri:
        return uri
    raise BadSetting(f"{name}={value} is no contact: give a mail address, or an https address of a page")


def whole_number(name: str, default: int, *, lowest: int, highest: int) -> int:
    value = text(name, str(default))
    if value.isdecimal() and value.isascii() and len(value) < 20 and lowest <= int(value) <= highest:
        return int(value)
    raise BadSetting(f"{name}={value} is not a number from {lowest} to {highest}")


def factor(name: str, default: float) -> float:
    value = text(name, str(default))
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if 0 < number < float("inf"):
        return number
    raise BadSetting(f"{name}={value} is not a number above 0: give one, such as 1 or 2.5")


def flag(name: str, *, default: bool) -> bool:
    value = text(name)
    if not value:
        return default
    if value.lower() in FLAGS:
        return FLAGS[value.lower()]
    raise BadSetting(f"{name}={value} is neither yes nor no: give 1 or 0")


def choice(name: str, default: str, options: Collection[str]) -> str:
    value = text(name, default)
    if value in options:
        return value
    raise BadSetting(f"{name}={value} is none of the choices: give {_one_of(options)}")


def p256_keys(name: str) -> list[str]:
    """Private keys on the curve P-256, separated by commas, each as base64url of its 32 bytes; none when the variable is unset."""
    value = text(name)
    keys = [key.strip() for key in value.split(",")] if value else []
    if all(map(_is_p256_key, keys)):
        return keys
    raise BadSetting(f"{name} is not a key: give what `manage.py make_push_key` prints")


def _is_p256_key(value: str) -> bool:
    try:
        raw = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(raw) == 32 and 0 < int.from_bytes(raw, "big") < locations.P256_ORDER


def web_address(name: str, default: str = "", *, schemes: Collection[str] = ("http", "https"), example: str) -> str:
    """A URL of ours or of a service that is called; the default is not validated."""
    value = text(name)
    if not value:
        return default
    parts = _split(value)
    if parts and parts.scheme in schemes and parts.hostname:
        return value
    beginning = _one_of([f"{scheme}://" for scheme in schemes])
    raise BadSetting(f"{name}={shown(value)} is not an address that begins with {beginning}: give one like {example}")


def server_address(name: str, *, schemes: Collection[str], example: str) -> str:
    """A URL that may contain a password; empty when the variable is not set."""
    value = text(name)
    parts = _split(value)
    if not value or (parts and parts.scheme in schemes):
        return value
    raise BadSetting(f"{name}={shown(value)} cannot be used: give an address like {example}")


def shown(url: str) -> str:
    """As much of the URL as may be printed: only its scheme if it could contain a password or a token."""
    if not {"@", "?"} & set(url):
        return url
    scheme, separator, _ = url.partition("://")
    return f"{scheme}://…" if separator else "…"


def _split(value: str) -> SplitResult | None:
    try:
        parts = urlsplit(value)
        _ = parts.port  # parsed on access
    except ValueError:
        return None
    return None if any(character.isspace() for character in value) else parts


def _one_of(options: Collection[str]) -> str:
    *first, last = options
    return f"{', '.join(first)} or {last}" if first else last
