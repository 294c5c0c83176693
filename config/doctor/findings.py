"""What a look at one part of the installation says, and what no sentence of it may show."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.views.debug import SafeExceptionReporterFilter

Level = Literal["ok", "skipped", "warning", "fault"]
LEVELS: Final[tuple[Level, ...]] = ("ok", "skipped", "warning", "fault")
_SHORTEST: Final = 6  # characters of a secret; shorter ones would hide parts of ordinary words


@dataclass(frozen=True, slots=True)
class Finding:
    """`advice`: what to do, for a warning or a fault. `part` is filled in by whoever asked."""

    level: Level
    words: str
    advice: str = ""
    part: str = ""


def ok(words: str) -> Finding:
    return Finding("ok", words)


def skipped(words: str) -> Finding:
    return Finding("skipped", words)


def warning(words: str, advice: str) -> Finding:
    return Finding("warning", words, advice)


def fault(words: str, advice: str) -> Finding:
    return Finding("fault", words, advice)


def masked(text: str) -> str:
    """`text` without any secret of the settings: messages of libraries may quote an address with its password."""
    for secret in sorted(set(_secrets()), key=len, reverse=True):
        text = text.replace(secret, "***")
    return " ".join(text.split())


def _secrets() -> Iterator[str]:
    for name in dir(settings):
        if name.isupper():
            yield from _of(name, getattr(settings, name, None))


def _of(name: str, value: Any) -> Iterator[str]:
    """The secrets in one setting: what is called like one, and passwords in addresses."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _of(str(key), inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _of(name, inner)
    elif isinstance(value, str) and len(value) >= _SHORTEST:
        if SafeExceptionReporterFilter.hidden_settings.search(name) and "/" not in value.strip("/")[:8]:
            yield value
        elif "@" in value and "://" in value:
            yield from _passwords(value)


def _passwords(address: str) -> Iterator[str]:
    try:
        password = urlsplit(address).password
    except ValueError:
        return
    if password and len(password) >= _SHORTEST:
        yield from (password, unquote(password))
