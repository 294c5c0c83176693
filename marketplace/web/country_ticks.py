"""A choice of several countries by their names, as boxes to tick: no code to know, and no script needed."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from marketplace.core import countries
from marketplace.web import inputs


def codes(texts: Iterable[str]) -> list[str]:
    """What a form holds, one box or a typed list, as codes; what is no country is left out."""
    typed = (part for text in texts for part in inputs.words(text))
    return list(dict.fromkeys(code for part in typed if (code := countries.find(part))))


def boxes(name: str, chosen: list[str]) -> SafeString:
    """A box for each country; those that are chosen come first."""
    return _boxes(name, tuple(chosen), get_language())


@lru_cache(maxsize=128)
def _boxes(name: str, chosen: tuple[str, ...], _language: str | None) -> SafeString:
    rows = countries.choices()
    ordered = [row for row in rows if row[0] in chosen] + [row for row in rows if row[0] not in chosen]
    return format_html_join(
        "\n",
        '<label class="option"><input type="checkbox" name="{}" value="{}"{}><span>{}</span></label>',
        ((name, code, SafeString(" checked") if code in chosen else "", words) for code, words in ordered),
    )
