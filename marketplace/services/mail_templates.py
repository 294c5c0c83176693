"""Letters: mails in the product's own words. Each is one template in templates/mail/, which an operator may rewrite or
translate; text and HTML are made from the same lines.

The first line of a template is the subject. Blocks follow, with an empty line between them, and how a block begins says
what it is: `- Pay: 5.00 USD` a list of facts, `> ` somebody's own words, `GET ` or another method a call of the API with one's
credential, `@ ` an address that anybody may open, `# ` a code. Anything else is a paragraph. No line of a body begins with
a value, so that no value can begin a block.
"""

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.template import Context
from django.template.loader import get_template, render_to_string
from django.utils.safestring import mark_safe

from marketplace.models import Account
from marketplace.services import mails

WIDTH = 76
_CALL = re.compile(r"(GET|POST|PATCH|DELETE) ")
# What turns or hides text: control characters, and marks that change the direction of writing.
_HIDDEN = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Words(str):
    """What a person wrote, of several lines perhaps: it is quoted line by line."""


@dataclass(frozen=True, slots=True)
class Mail:
    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Block:
    """`kind` is text, facts, words, call, link or code; `lines` are without the marks."""

    kind: str
    lines: list[str]

    @property
    def facts(self) -> list[list[str]]:
        """(what, value) of each line, as safe as the line was."""
        return [[type(line)(part) for part in line.split(": ", 1)] for line in self.lines]


def send(account: Account, letter: str, *, about: str = "", **values: Any) -> None:
    """Write this letter to an account, in the caller's transaction; nothing when it can't be reached.

    `about` is what its owner may have switched off: applications, work or messages. Without it the letter always goes.
    """
    if reaches(account, about):
        to(str(account.email), letter, about=about, name=account.display_name, **values)


def to(address: str, letter: str, *, about: str = "", **values: Any) -> None:
    """The same for an address: whoever calls has made sure that it is right."""
    made = compose(letter, about=about, **values)
    mails.write(to=address, subject=made.subject, text=made.text, html=made.html)


def reaches(account: Account, about: str = "") -> bool:
    """A confirmed address of an active account, whose owner wants to hear of this."""
    confirmed = bool(account.email) and account.email_verified_at is not None and account.is_active
    return confirmed and (not about or getattr(account, f"mail_{about}"))


def compose(letter: str, *, about: str = "", **values: Any) -> Mail:
    """Both forms of a letter. Values are people's words and numbers: they stay on one line, and HTML shows them as text."""
    own = {"service": settings.SERVICE_NAME, "base_url": settings.BASE_URL, "about": about}
    known = {name: _clean(value) for name, value in values.items()} | own
    subject, plain = _render(letter, known, escape=False)
    _, rich = _render(letter, known, escape=True)
    text = f"{_as_text(plain)}\n\n-- \n{_as_text(_render('footer', known, escape=False)[1])}\n"
    html = render_to_string(
        "mail/letter.html",
        {"subject": subject, "blocks": rich, "footer": _render("footer", known, escape=True)[1]} | own,
    )
    return Mail(subject, text, html)


def moment(at: datetime) -> str:
    """`2026-11-21 14:00 UTC`: a form that needs no language."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _clean(value: Any) -> Any:
    if isinstance(value, Words):
        lines = (" ".join(_HIDDEN.sub("", line).split()) for line in value.splitlines())
        return "\n> ".join(line for line in lines if line)
    if isinstance(value, str):
        return " ".join(_HIDDEN.sub("", value).split())
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {name: _clean(item) for name, item in value.items()}
    return value


def _render(letter: str, values: dict[str, Any], *, escape: bool) -> tuple[str, list[Block]]:
    template: Any = get_template(f"mail/{letter}.txt")
    rendered = template.template.render(Context(values, autoescape=escape)).strip()
    subject, _, body = rendered.partition("\n")
    return subject, [_block(part.splitlines(), escaped=escape) for part in re.split(r"\n\s*\n", body) if part.strip()]


def _block(lines: list[str], *, escaped: bool) -> Block:
    first = lines[0]
    kind = "text"
    if first.startswith("- "):
        kind, lines = "facts", [line.removeprefix("- ") for line in lines]
    elif first.startswith("> "):
        # Escaped, only the template's own mark is still one: people can't open a quotation.
        kind, lines = "words", [line.removeprefix("> ").removeprefix("&gt; ") for line in lines]
    elif first.startswith(("# ", "@ ")):
        kind, lines = "code" if first[0] == "#" else "link", [line[2:] for line in lines]
    elif _CALL.match(first):
        kind = "call"
    # `escaped` lines went through the template engine's autoescape: they are HTML already.
    return Block(kind, [mark_safe(line) for line in lines] if escaped else lines)  # noqa: S308


def _as_text(blocks: Iterable[Block]) -> str:
    return "\n\n".join(_MAKE[block.kind](block.lines) for block in blocks)


def _fill(text: str, mark: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=mark, subsequent_indent=mark, break_long_words=False, break_on_hyphens=False
    )


_MAKE = {
    "text": lambda lines: _fill(" ".join(lines)),
    "words": lambda lines: "\n".join(_fill(line, "> ") for line in lines),
    "facts": lambda lines: "\n".join(f"- {line}" for line in lines),
    "code": lambda lines: "\n".join(f"    {line}" for line in lines),
    "call": "\n".join,
    "link": "\n".join,
}
