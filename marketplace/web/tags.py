"""What templates of pages have besides Django's own: `{% begin "confirm" %}`, `{% field "coverLetter" _("Why you?") %}`, and the
filters of `formats`."""

import secrets
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.middleware.csrf import get_token
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from marketplace.core.errors import Problem
from marketplace.web import formats, words
from marketplace.web.drafts import ACT, FORM, Refused

register = template.Library()
register.filter("cents", formats.cents)
register.filter("dollars", formats.dollars)
register.filter("moment", formats.moment)
register.filter("day", formats.day)
register.filter("ago", formats.ago)
register.filter("until", formats.until)
register.filter("size", formats.size)
register.filter("linked", formats.linked)


@register.filter
def state(value: str) -> str:
    """The words for a state, such as pending_review."""
    return words.state(value)


@register.filter
def tone(value: str) -> str:
    """How a state is coloured: good, bad, wait or calm."""
    return words.TONES.get(value, "calm")


@register.filter
def say(problem: Problem) -> str:
    """A failure in words for a person."""
    return words.say(problem)


@register.filter
def local(url: str) -> str:
    """An address of ours, as the API gives it, without the host: the page may have been opened under another name."""
    return str(url).removeprefix(settings.BASE_URL)


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """A value of a dictionary by a key that is a variable."""
    return mapping.get(key) if hasattr(mapping, "get") else None


@register.simple_tag(takes_context=True)
def begin(context: template.Context, act: str) -> SafeString:
    """The hidden fields that every form begins with: the token against forgery, its act, and the id that is used once."""
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="{}" value="{}">'
        '<input type="hidden" name="{}" value="{}">',
        get_token(context["request"]), ACT, act, FORM, secrets.token_urlsafe(16),
    )  # fmt: skip


@register.simple_tag
def span_words() -> SafeString:
    """The words of countdowns for the script, as attributes: it says them as the server does."""
    return format_html_join(" ", 'data-{}="{}"', formats.span_words().items())


@register.simple_tag
def choices(pairs: Any, chosen: Any = "") -> SafeString:
    """The options of a list, of pairs (value, words). A loop of the template takes ten times as long for all countries."""
    values = {str(item) for item in (chosen if isinstance(chosen, list | tuple | set) else [chosen])}
    return _choices(tuple((str(value), str(words)) for value, words in pairs), frozenset(values))


@lru_cache(maxsize=256)
def _choices(pairs: tuple[tuple[str, str], ...], chosen: frozenset[str]) -> SafeString:
    return format_html_join(
        "\n",
        '<option value="{}"{}>{}</option>',
        ((value, SafeString(" selected") if value in chosen else "", words) for value, words in pairs),
    )


@register.inclusion_tag("parts/refused.html", takes_context=True)
def refusal(context: template.Context, act: str) -> dict[str, Any]:
    """Why this form was not carried out, where it wasn't: above its fields, and the first thing that is read."""
    refused = context.get("refused")
    return {"refused": refused if refused is not None and refused.act == act else None}


@register.inclusion_tag("parts/field.html", takes_context=True)
def field(
    context: template.Context,
    name: str,
    label: str,
    kind: str = "text",
    *,
    act: str = "",
    value: Any = None,
    help: str = "",
    options: Any = None,
    required: bool = False,
    plain: bool = False,
    **attributes: Any,
) -> dict[str, Any]:
    """A labelled field with its help and its error. After a refusal it holds what was typed.

    `kind`: the type of an input, or textarea, select, checkbox, checkboxes, radios. `options` are pairs (value, words). `act`
    tells forms of one page apart that have fields of one name. `plain` leaves out the word optional, in a search. Other
    arguments become attributes (`_` is written as `-`).
    """
    refused: Refused | None = context.get("refused")
    mine = refused if refused is not None and (not act or refused.act == act) else None
    # A fault of one item of a list (skills.3) stands at its field.
    faults: dict[str, list[str]] = mine.fields if mine else {}
    errors = next((found for key, found in faults.items() if key == name or key.startswith(f"{name}.")), [])
    typed = mine.typed.get(name) if mine else None
    if mine and mine.typed and typed is None and kind in ("checkbox", "checkboxes"):
        typed = []
    chosen = (
        typed if typed is not None else value if isinstance(value, list) else [] if value in (None, False) else [value]
    )
    return {
        "name": name,
        "id": f"{act}-{name}" if act else name,
        "label": label,
        "kind": kind,
        "help": help,
        "required": required,
        "plain": plain,
        "error": errors[0] if errors else "",
        "value": chosen[0] if chosen else "",
        "chosen": chosen,
        "pairs": options or (),
        "options": kind in ("radios", "checkboxes")
        and [(str(key), said, str(key) in [str(item) for item in chosen]) for key, said in options or ()],
        "checked": bool(chosen),
        "attributes": {
            key.replace("_", "-"): item for key, item in attributes.items() if item not in (None, False, "")
        },
    }


@register.simple_tag(takes_context=True)
def here(context: template.Context, prefix: str) -> SafeString | str:
    """`aria-current` of a link to the part of the site that this page belongs to."""
    path = context["request"].path
    return SafeString(' aria-current="page"') if path == prefix or path.startswith(prefix + "/") else ""
