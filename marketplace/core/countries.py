"""Country lookup by code or name. Data: django-countries, plus common alternative names."""

import unicodedata
from functools import cache

from django.utils import translation
from django_countries import countries

ALIASES = {
    "uk": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "great britain": "GB", "usa": "US", "u.s.a.": "US",
    "u.s.": "US", "united states": "US", "america": "US", "ivory coast": "CI", "east timor": "TL", "cape verde": "CV",
    "macau": "MO", "vatican": "VA", "republic of ireland": "IE", "kosovo": "XK", "russia": "RU", "south korea": "KR",
    "north korea": "KP", "iran": "IR", "syria": "SY", "czech republic": "CZ", "turkey": "TR", "vietnam": "VN",
    "laos": "LA", "tanzania": "TZ", "bolivia": "BO", "venezuela": "VE", "moldova": "MD", "holland": "NL",
}  # fmt: skip


@cache
def _table() -> tuple[dict[str, str], dict[str, str]]:
    names = _names("en")
    return names, {name.casefold(): code for code, name in names.items()}


@cache
def _names(language: str) -> dict[str, str]:
    with translation.override(language):
        return {code: str(name) for code, name in countries} | {"XK": "Kosovo"}


def find(text: str) -> str | None:
    """ISO 3166 alpha-2 code for an alpha-2 code, an alpha-3 code or an English name, in any case; None when unknown."""
    wanted = " ".join(text.split())
    names, by_name = _table()
    if len(wanted) == 2 and wanted.upper() in names:
        return wanted.upper()
    low = wanted.casefold()
    if low in ALIASES:
        return ALIASES[low]
    if low in by_name:
        return by_name[low]
    return (countries.alpha2(wanted.upper()) or None) if len(wanted) == 3 else None


def name(code: str) -> str:
    """The English short name for an alpha-2 code; the code itself when unknown."""
    return _table()[0].get(code, code)


def choices() -> tuple[tuple[str, str], ...]:
    """Alpha-2 codes and short names in the language of the page, by name."""
    return _choices(translation.get_language() or "en")


@cache
def _choices(language: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(_names(language).items(), key=lambda pair: _plain(pair[1])))


def local_name(code: str) -> str:
    """The short name in the language of the page; the code itself when unknown."""
    return _names(translation.get_language() or "en").get(code, code)


def place(*parts: str, country: str) -> str:
    """A place in words, from the smallest part to the country (alpha-2, or empty): `Lisbon, Portugal`, in the language of the
    page or mail."""
    return ", ".join(part for part in (*parts, local_name(country) if country else "") if part)


def _plain(name: str) -> str:
    """Without accents, so that Åland and Égypte stand where they are looked for."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
