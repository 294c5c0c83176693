"""What templates of pages have besides Django's own: `{% begin "confirm" %}`, `{% field "coverLetter" _("Why you?") %}`, and the
filters of `formats`."""

import secrets
from decimal import Decimal
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from django import template
from django.conf import settings
from django.middleware.csrf import get_token
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from marketplace.core import countries
from marketplace.core.errors import Problem
from marketplace.services.idempotency import IdempotencyKeyReused
from marketplace.web import acting, country_ticks, formats, qr, words
from marketplace.web.drafts import ACT, FORM, FORM_ID_MOST, Refused

# How a picture stands on a page: the sides of its thumbnails, and the width at which it is shown.
_LOOKS = {
    "grid": ((320, 640, 1280), "(max-width: 30rem) 45vw, 11rem", ""),
    "large": ((640, 1280), "(max-width: 70rem) 95vw, 45rem", SafeString(' class="large"')),
    "face": ((96, 320), "3rem", SafeString(' class="face"')),
}
_USED_UP = (
    IdempotencyKeyReused.code,
    "refund_request_reused",
)  # what a form is told whose id belongs to another content
register = template.Library()
register.filter("cents", formats.cents)
register.filter("dollars", formats.dollars)
register.filter("moment", formats.moment)
register.filter("day", formats.day)
register.filter("date_words", formats.date_words)
register.filter("ago", formats.ago)
register.filter("until", formats.until)
register.filter("active", formats.active)
register.filter("used", formats.used)
register.filter("work_time", formats.work_time)
register.filter("size", formats.size)
register.filter("told_as", formats.told_as)
register.filter("linked", formats.linked)


@register.filter
def state(value: str) -> str:
    """The words for a state, such as pending_review."""
    return words.state(value)


@register.filter
def role_words(value: str) -> str:
    """The words for a role of a member."""
    return dict(words.roles()).get(value, value)


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
def small(url: str) -> str:
    """The address of a profile photo's thumbnails."""
    return f"{local(url)}/{{side}}"


@register.simple_tag
def picture(address: str, words: str = "", look: str = "grid") -> SafeString:
    """A thumbnail. `address` has {side} for its size, `words` say what it shows; `look`: one of a grid, alone and large, or a face
    beside a name."""
    sides, shown, css = _LOOKS[look]
    srcset = ", ".join(f"{address.replace('{side}', str(side))} {side}w" for side in sides)
    first = address.replace("{side}", str(sides[0]))
    return format_html(
        '<img{} src="{}" srcset="{}" sizes="{}" alt="{}" width="{}" height="{}" loading="lazy" decoding="async">',
        css, first, srcset, shown, words, sides[0], sides[0],
    )  # fmt: skip


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """A value of a dictionary by a key that is a variable."""
    return mapping.get(key) if hasattr(mapping, "get") else None


@register.inclusion_tag("parts/who.html", takes_context=True)
def signed_in(context: template.Context) -> dict[str, Any]:
    """Who is signed in, in the header of every page; where they act for another account, for which one and in which role."""
    person = context.get("user")
    if person is None or not person.is_authenticated:
        return {"person": None}
    page = context.get("page")
    acts_for = page.actor if page is not None and page.is_owner_side else acting.oneself(person)
    if acts_for.member is None:
        return {"person": person}
    return {"person": person, "account": acts_for.me, "role": dict(words.roles()).get(acts_for.rights, "")}


@register.inclusion_tag("parts/acting.html", takes_context=True)
def acting_for(context: template.Context) -> dict[str, Any]:
    """For which account this owner's page is shown, and the other ones; nothing for whoever has only their own."""
    page = context.get("page")
    if page is None or not page.caller:
        return {"others": []}
    person, actor = page.person, page.actor
    others = acting.accounts(context["request"], person)
    options = [
        (person.public_id, person.display_name),
        *((row.account.public_id, row.account.display_name) for row in others),
    ]
    return {
        "request": context["request"],
        "others": others,
        "options": options,
        "chosen": actor.me.public_id,
        "is_member": actor.member is not None,
        "role": dict(words.roles()).get(actor.rights, ""),
    }


@register.simple_tag(takes_context=True)
def begin(context: template.Context, act: str, **row: Any) -> SafeString:
    """The hidden fields that every form begins with: the token against forgery, its act, and the id that is used once; on an
    owner's page, the account that it acts for. `row`: of several forms with one act, the hidden fields that tell them apart. A form
    that was refused keeps its id: whoever goes back and sends once more what was refused, when it has been mended and carried out,
    gets that answer instead of acting twice."""
    page = context.get("page")
    is_owner_side = page is not None and getattr(page, "is_owner_side", False) and page.caller
    whose = acting.hidden(page.actor) if page is not None and is_owner_side else ""
    named = [(name, str(_unformatted(value))) for name, value in row.items()]
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="{}" value="{}">'
        '<input type="hidden" name="{}" value="{}">{}{}',
        get_token(context["request"]), ACT, act, FORM, _kept_id(context, act, named) or secrets.token_urlsafe(16), whose,
        format_html_join("", '<input type="hidden" name="{}" value="{}">', named),
    )  # fmt: skip


def _kept_id(context: template.Context, act: str, row: list[tuple[str, str]]) -> str:
    """The id of this form as it was sent; empty where it was not (another one of its act was), and where that id is used up."""
    refused: Refused | None = context.get("refused")
    if refused is None or refused.act != act or refused.code in _USED_UP:
        return ""
    posted = context["request"].POST
    if any(posted.get(name) != value for name, value in row):
        return ""
    sent = posted.get(FORM, "")
    return sent if len(sent) <= FORM_ID_MOST and sent.isprintable() else ""


@register.simple_tag
def span_words() -> SafeString:
    """The words of countdowns for the script, as attributes: it says them as the server does."""
    return _span_words(get_language())


@lru_cache(maxsize=32)
def _span_words(_language: str | None) -> SafeString:
    return format_html_join(" ", 'data-{}="{}"', formats.span_words().items())


@register.simple_tag
def choices(pairs: Any, chosen: Any = "") -> SafeString:
    """The options of a list, of pairs (value, words); a tuple has texts only. A loop of the template takes ten times as long for
    all countries.
    """
    values = {str(item) for item in (chosen if isinstance(chosen, list | tuple | set) else [chosen])}
    texts = pairs if isinstance(pairs, tuple) else tuple((str(value), str(words)) for value, words in pairs)
    return _choices(texts, frozenset(values))


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
    refused: Refused | None = context.get("refused")
    if refused is None or refused.act != act:
        return {"refused": None}
    met_at = local(refused.extra.get("metAt", ""))
    return {
        "refused": refused,
        "met_at": met_at if met_at != context["request"].path else "",  # where a gate is met
    }


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
    needed: bool = False,
    plain: bool = False,
    **attributes: Any,
) -> dict[str, Any]:
    """A labelled field with its help and its error. After a refusal it holds what was typed.

    `kind`: the type of an input, or textarea, select, checkbox, checkboxes, radios, or countries, which are ticked by name.
    `options` are pairs (value, words). `act` tells forms of one page apart that have fields of one name. `plain` leaves out the
    word optional, in a search; `needed` says instead that nobody applies for a job without it. Other arguments become attributes
    (`_` is written as `-`).
    """
    refused: Refused | None = context.get("refused")
    mine = refused if refused is not None and (not act or refused.act == act) else None
    # A fault of one item of a list (skills.3) stands at its field.
    faults: dict[str, list[str]] = mine.fields if mine else {}
    errors = next((found for key, found in faults.items() if key == name or key.startswith(f"{name}.")), [])
    typed = mine.typed.get(name) if mine else None
    if mine and mine.typed and typed is None and kind in ("checkbox", "checkboxes", "countries"):
        typed = []
    if mine and isinstance(labels := getattr(context.get("page"), "labels", None), dict):
        labels[f"{act}-{name}" if act else name] = str(label)
    # A name that the context does not have comes here as an empty text.
    is_empty = value in (None, False) or (kind == "checkbox" and value == "")
    chosen = typed if typed is not None else value if isinstance(value, list) else [] if is_empty else [value]
    picked = country_ticks.codes(str(text) for text in chosen) if kind == "countries" else []
    return {
        "name": name,
        "boxes": country_ticks.boxes(name, picked) if kind == "countries" else "",
        "picked": [countries.local_name(code) for code in picked],
        "id": f"{act}-{name}" if act else name,
        "label": label,
        "kind": kind,
        "help": help,
        "required": required,
        "needed": needed,
        "plain": plain,
        "error": errors[0] if errors else "",
        "value": _unformatted(chosen[0]) if chosen else "",
        "chosen": chosen,
        "pairs": options or (),
        "options": kind in ("radios", "checkboxes")
        and [(str(key), said, str(key) in [str(item) for item in chosen]) for key, said in options or ()],
        "checked": any(str(item) not in ("", "false") for item in chosen),  # "": a variable that is not there
        "attributes": {
            key.replace("_", "-"): _unformatted(item)
            for key, item in attributes.items()
            if item not in (None, False, "")
        },
    }


@register.inclusion_tag("parts/phone.html", takes_context=True)
def hand_over(context: template.Context) -> dict[str, Any]:
    """This page for the reader's phone, on wide screens: where a camera, a place or a microphone is wanted."""
    address = qr.address(context["request"].path)
    return {"address": address, "code": qr.code(address) if address else ""}


def _unformatted(value: Any) -> Any:
    """Fields and attributes hold numbers as programs write them, whatever the reader's language."""
    return str(value) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else value


@register.inclusion_tag("parts/languages.html", takes_context=True)
def languages(context: template.Context) -> dict[str, Any]:
    """The links of the footer: every language in its own words, and back to this page."""
    request = context.get("request")
    back = request.get_full_path() if request is not None and request.method in ("GET", "HEAD") else "/"
    return {"languages": settings.LANGUAGES, "here": back[:2000]}


@register.simple_tag(takes_context=True)
def then(context: template.Context) -> str:
    """Where a stranger goes on after signing in or joining, for the links to both: what they wanted already, else this page."""
    request = context["request"]
    is_door = request.path.startswith(("/account/", "/join"))
    wanted = request.GET.get("next", "") if is_door else request.path
    return f"?next={quote(wanted[:2000])}" if wanted not in ("", "/") else ""


@register.simple_tag(takes_context=True)
def here(context: template.Context, prefix: str) -> SafeString | str:
    """`aria-current` of a link to the part of the site that this page belongs to."""
    path = context["request"].path
    return SafeString(' aria-current="page"') if path == prefix or path.startswith(prefix + "/") else ""
