"""The guides of `docs/` that those who use the service read: as Markdown, as HTML, and all in one for a model."""

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

from marketplace.core.errors import NotFound

FOLDER: Path = settings.SHIPPED / "docs"
_WRITTEN_FOR = "http://127.0.0.1:8000"  # the address in the files; a reader gets the one of this installation
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
_NO_WORD = re.compile(r"[^\w\- ]")


class Guide(NamedTuple):
    """A file of `docs/` or a folder of it, without its ending, and what it is for."""

    name: str
    about: str


# In the order in which one meets them. What concerns operators, staff and those who change the program is read in the repository.
GUIDES = (
    Guide("api", "Conventions: credentials, errors, retries, lists, limits, versions"),
    Guide("tools", "Tools for models, by MCP"),
    Guide("frameworks", "A program for each agents' framework, and how to try it alone"),
    Guide("frameworks/openai-agents", "A program of OpenAI's Agents SDK that hires"),
    Guide("frameworks/langchain", "A LangChain agent that hires"),
    Guide("frameworks/crewai", "A crew of CrewAI that hires"),
    Guide("frameworks/claude", "Claude hires: as a client of tools, and by Anthropic's SDK"),
    Guide("frameworks/curl", "A hire by REST, with curl alone"),
    Guide("webhooks", "Events to a receiver of yours, signed and retried"),
    Guide("disputes", "When both sides disagree"),
    Guide("services", "What people offer, once or again and again"),
    Guide("qa", "People who test your product, as often as you like"),
    Guide("taste", "A panel that says which one people prefer"),
    Guide("humanizations", "A text that a person writes anew"),
    Guide("pictures-and-cakes", "A fresh photo, and a cake"),
    Guide("oauth", "Connected programs: how an owner lets one in"),
    Guide("speech", "Recordings that show how somebody speaks"),
    Guide("glossary", "The words, each in a sentence"),
)
_NAMES = {guide.name for guide in GUIDES}


def markdown(name: str) -> str:
    """The guide with this name, with the addresses of this installation. Links to files that are not served are words.
    Raises NotFound (404)."""
    if name not in _NAMES:
        raise NotFound(f"There is no such guide. Those that there are: {', '.join(guide.name for guide in GUIDES)}.")
    return _markdown(name, settings.BASE_URL)


def title(name: str) -> str:
    """The first heading of the guide. Raises NotFound (404)."""
    return markdown(name).partition("\n")[0].removeprefix("# ")


def html(name: str) -> str:
    """The guide for a browser, its headings with the names that links use. Raises NotFound (404)."""
    return _html(markdown(name))


@cache
def _markdown(name: str, base: str) -> str:
    text = (FOLDER / f"{name}.md").read_text("utf-8").replace(_WRITTEN_FOR, base)
    return _LINK.sub(lambda link: _served(name, link), text)


@cache
def _html(text: str) -> str:
    # Without raw HTML: what looks like a tag in a guide is text.
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", anchor(tokens[at + 1].content))
        for part in token.children or []:
            _lead_to_pages(part)
    rendered: str = reader.renderer.render(tokens, reader.options, {})
    for wide in ("<table>", "<pre>"):  # they scroll by themselves, with the keyboard, too
        rendered = rendered.replace(wide, f'{wide[:-1]} tabindex="0">')
    return rendered.replace("<th></th>", "<td></td>")  # the corner of a table is no heading


def everything() -> str:
    """All guides, one after the other, each below its address."""
    parts = (f"<!-- {settings.BASE_URL}/docs/{guide.name}.md -->\n\n{markdown(guide.name)}" for guide in GUIDES)
    return "\n\n".join(parts)


def anchor(heading: str) -> str:
    """What a link calls this heading: as code hosts do, so that the same links work there."""
    return _NO_WORD.sub("", heading.lower()).replace(" ", "-")


def _served(name: str, link: re.Match[str]) -> str:
    words, target = link.groups()
    file = target.partition("#")[0]
    if not file or "://" in target or resolved(name, file) in _NAMES:
        return link.group()
    return words


def resolved(name: str, file: str) -> str:
    """The guide that a link of this guide leads to: addresses have the folders that the files have."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), file)).removesuffix(".md")


def _lead_to_pages(part: Token) -> None:
    target = part.attrGet("href") if part.type == "link_open" else None
    if isinstance(target, str) and "://" not in target:
        part.attrSet("href", target.replace(".md", "", 1))
