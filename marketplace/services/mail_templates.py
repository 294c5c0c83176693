"""Mail templates: each is a file in templates/mail/, which an operator may rewrite. Text and HTML are made from the
same source.

The first line of a template is the subject. Blocks follow, separated by an empty line; how a block begins states its kind: `-
Pay: 5.00 USD` a list of name and value, `> ` a quotation of a user's text, `@ ` a link to a page, `# ` a code. Anything else is
a paragraph. No body line begins with a variable, so no value can start a block.
"""

import re
import textwrap
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.template import Context
from django.template.loader import get_template, render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe

from marketplace.core import clock, reader, written
from marketplace.core.money import Usd
from marketplace.models import Account
from marketplace.services import mails, pushes

WIDTH = 76
# Control characters, and marks that change the direction of writing: they can hide or reorder text.
_HIDDEN = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Words(str):
    """Text that a user wrote, perhaps of several lines: quoted line by line."""


@dataclass(frozen=True, slots=True)
class Mail:
    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a mail. `kind` is text, facts, words, link or code; `lines` are without their markers."""

    kind: str
    lines: list[str]

    @property
    def facts(self) -> list[list[str]]:
        """(name, value) of each line, each marked safe as the line was."""
        return [[type(line)(part) for part in line.split(": ", 1)] for line in self.lines]


def send(account: Account, template_name: str, *, about: str = "", daily: str = "", **values: Any) -> None:
    """Mail an account, from a template and in the caller's transaction; nothing when the account accepts no such mail. Mails that
    are pushed, too (`core/push_kinds.py`), are written for its devices as well, as far as it accepts that.

    template: file name in templates/mail/ without its extension. about: the preference that can switch this mail off
    (applications, work, messages or invoices); without it the mail is always sent. daily: what this mail names, of which the owner
    is told once in 24 hours at most; the caller holds a lock of it. values: the template's variables. Locks nothing.
    """
    if accepts_mail(account, about):
        with reader.written_to(account):
            mail = compose(template_name, about=about, name=account.display_name, **values)
        if daily and mails.is_written(
            to=str(account.email), subject=mail.subject, naming=daily, since=clock.now() - timedelta(hours=24)
        ):
            return
        mails.write(to=str(account.email), subject=mail.subject, text=mail.text, html=mail.html)
    if pushes.accepts(account, template_name, about):
        with reader.written_to(account):
            subject = _subject(template_name, values)
        pushes.write(account, template_name, subject=subject, values=values)


def accepts(account: Account, template_name: str, about: str = "") -> bool:
    """Would `send` write anything: a mail, or a push?"""
    return accepts_mail(account, about) or pushes.accepts(account, template_name, about)


def send_to_address(address: str, template_name: str, *, as_here: bool = False, **values: Any) -> None:
    """Mail an address, which the caller has verified. Otherwise as `send`. `as_here`: whoever acts reads it, so that it is
    written as the page on which they act; else in English and UTC.
    """
    with nullcontext() if as_here else reader.written_to(None):
        mail = compose(template_name, **values)
    mails.write(to=address, subject=mail.subject, text=mail.text, html=mail.html)


def accepts_mail(account: Account, about: str = "") -> bool:
    """Does the account have a confirmed address, is it active, and does its owner accept mail of this kind?"""
    confirmed = bool(account.email) and account.email_verified_at is not None and account.is_active
    return confirmed and (not about or getattr(account, f"mail_{about}"))


def compose(template_name: str, *, about: str = "", **values: Any) -> Mail:
    """Render a mail in the language and zone that are active. Values are user text, numbers, sums (of `format_usd`) and moments;
    the last two are written as pages write them. They are kept on one line, and HTML shows them escaped."""
    common = {"service": settings.SERVICE_NAME, "base_url": settings.BASE_URL, "about": about}
    variables = {name: _clean(value) for name, value in values.items()} | common
    subject, text_blocks = _render(template_name, variables, escape=False)
    _, html_blocks = _render(template_name, variables, escape=True)
    text = f"{_as_text(text_blocks)}\n\n-- \n{_as_text(_render('footer', variables, escape=False)[1])}\n"
    html = render_to_string(
        "mail/mail.html",
        {"subject": subject, "blocks": html_blocks, "footer": _render("footer", variables, escape=True)[1]} | common,
    )
    return Mail(subject, text, html)


def _subject(template_name: str, values: dict[str, Any]) -> str:
    """The subject alone, in the language and zone that are active."""
    variables = {name: _clean(value) for name, value in values.items()} | {"service": settings.SERVICE_NAME}
    return " ".join(_render(template_name, variables, escape=False)[0].split())


def moment(at: datetime, zone: str = "") -> str:
    """`Sat 21 November, 14:00 WET`, in the language that is active. `zone`: an IANA name; UTC without one."""
    with timezone.override(zone or UTC):
        return written.moment_words(at)


def _clean(value: Any) -> Any:
    if isinstance(value, Words):
        lines = (" ".join(_HIDDEN.sub("", line).split()) for line in value.splitlines())
        return "\n> ".join(line for line in lines if line)
    if isinstance(value, Usd):
        return written.cents_words(value.cents)
    if isinstance(value, str):
        return " ".join(_HIDDEN.sub("", value).split())
    if isinstance(value, datetime):
        return written.moment_words(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {name: _clean(item) for name, item in value.items()}
    return value


def _render(template_name: str, values: dict[str, Any], *, escape: bool) -> tuple[str, list[Block]]:
    template: Any = get_template(f"mail/{template_name}.txt")
    rendered = template.template.render(Context(values, autoescape=escape)).strip()
    subject, _, body = rendered.partition("\n")
    return subject, [_block(part.splitlines(), escaped=escape) for part in re.split(r"\n\s*\n", body) if part.strip()]


def _block(lines: list[str], *, escaped: bool) -> Block:
    first = lines[0]
    kind = "text"
    if first.startswith("- "):
        kind, lines = "facts", [line.removeprefix("- ") for line in lines]
    elif first.startswith("> "):
        # In escaped text only the template's own marker is a bare `>`: a value can't open a quotation.
        kind, lines = "words", [line.removeprefix("> ").removeprefix("&gt; ") for line in lines]
    elif first.startswith(("# ", "@ ")):
        kind, lines = "code" if first[0] == "#" else "link", [line[2:] for line in lines]
    # `escaped` lines went through the template engine's autoescape: they are HTML already.
    return Block(kind, [mark_safe(line) for line in lines] if escaped else lines)  # noqa: S308


def _as_text(blocks: Iterable[Block]) -> str:
    return "\n\n".join(_RENDERERS[block.kind](block.lines) for block in blocks)


def _fill(text: str, mark: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=mark, subsequent_indent=mark, break_long_words=False, break_on_hyphens=False
    )


_RENDERERS = {
    "text": lambda lines: _fill(" ".join(lines)),
    "words": lambda lines: "\n".join(_fill(line, "> ") for line in lines),
    "facts": lambda lines: "\n".join(f"- {line}" for line in lines),
    "code": lambda lines: "\n".join(f"    {line}" for line in lines),
    "link": "\n".join,
}
