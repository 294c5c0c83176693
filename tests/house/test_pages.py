"""Every page for people: what holds for all of them, read from the addresses and the templates themselves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.base import Lexer, TokenType
from django.urls import URLPattern, URLResolver, get_resolver

from marketplace.web.page import Page

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
# Not pages for people, or made by libraries: mails have words of their own, the back office is the staff's.
ELSEWHERE = ("mail/", "admin/", "unfold/", "account/messages/", "mfa/messages/")
# The last one: a page that stands below /owner, too.
GROUNDS = (
    *('{% extends "base.html" %}', '{% extends "owner.html" %}'),
    '{% extends page.is_owner_side|yesno:"owner.html,base.html" %}',
)
SHOWN = ("alt", "title", "placeholder", "aria-label", "content")
GROUND = re.compile(r'"(?:base|owner)\.html"')
WORD = re.compile(r"[A-Za-z]{2,}")


def pages() -> dict[str, type[Page]]:
    """Every page by its address."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, type[Page]]]:
        for entry in patterns:
            if isinstance(entry, URLResolver):
                yield from walk(entry.url_patterns, prefix + str(entry.pattern))
            elif isinstance(view := getattr(entry.callback, "view_class", None), type) and issubclass(view, Page):
                yield prefix + str(entry.pattern), view

    return dict(walk(get_resolver().url_patterns, "/"))


def templates() -> list[Path]:
    found = sorted(TEMPLATES.rglob("*.html"))
    return [path for path in found if not str(path.relative_to(TEMPLATES)).startswith(ELSEWHERE)]


def of_the_site() -> list[Path]:
    """Templates that stand on the ground of pages."""
    return [
        path
        for path in templates()
        if (path.parent.name == "parts" and path.stem != "attributes") or GROUND.search(path.read_text()[:400])
    ]


def test_every_page_has_a_template_that_stands_on_the_common_ground() -> None:
    for address, page in pages().items():
        if not isinstance(getattr(page, "template", None), str):
            continue  # a file, or one of several
        source = (TEMPLATES / page.template).read_text()
        assert source.startswith(GROUNDS), address
        assert re.search(r"<h1[ >]", source) or "<h1" in source, f"{address} has no heading"


@pytest.mark.parametrize("path", of_the_site(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_text_of_a_page_is_without_a_mark_for_translation(path: Path) -> None:
    """Between tags, and in attributes that are read: only marked texts and variables."""
    texts, marked = [], 0
    for token in Lexer(path.read_text()).tokenize():
        if token.token_type is TokenType.BLOCK:
            name = token.contents.split()[0]
            marked += name == "blocktranslate"
            marked -= name == "endblocktranslate"
            marked += token.contents == "block width"  # names a class
            marked -= name == "endblock" and marked > 0
        elif token.token_type is TokenType.TEXT and not marked:
            texts.append(token.contents)
    html = "\x00".join(texts)
    html = re.sub(r"<(script|style|svg)\b.*?</\1>", "", html, flags=re.DOTALL)
    read = [value for _, value in re.findall(rf'\b({"|".join(SHOWN)})="([^"]*)"', html) if "width=" not in value]
    words = [text for text in [*re.split(r"<[^>]*>|\x00", html), *read] if WORD.search(re.sub(r"&\w+;", "", text))]
    known = ("website", "profile", "noindex", "#2848c7", "includeIndicatorStyles")
    assert [text.strip() for text in words if not any(part in text for part in known)] == []


@pytest.mark.parametrize("path", of_the_site(), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_page_has_a_script_or_a_style_within_itself(path: Path) -> None:
    source = path.read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", source) == []
    assert re.findall(r"""\s(?:on[a-z]+|style)=["']""", source) == []
    assert re.findall(r"<style\b", source) == []


def test_a_page_whose_form_has_files_takes_files() -> None:
    """Else its bodies would be refused as too large."""

    def has_files(name: str) -> bool:
        source = (TEMPLATES / name).read_text()
        return "multipart/" in source or any(has_files(part) for part in re.findall(r'{% include "([^"]+)"', source))

    found = {address: page for address, page in pages().items() if isinstance(getattr(page, "template", None), str)}
    assert [address for address, page in found.items() if has_files(page.template) != page.takes_files] == []


def test_every_form_that_acts_names_its_act_and_is_sent_once() -> None:
    for path in of_the_site():
        for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", path.read_text(), flags=re.DOTALL):
            others = "csrf_token" in form  # sign-in, which the library carries out
            assert "{% begin " in form or others, f"{path.name}: {form[:120]}"


def test_every_static_file_that_a_template_names_is_there() -> None:
    """In production a name without a file would fail the page."""
    for path in TEMPLATES.rglob("*.html"):
        for name in re.findall(r"{% static '([^']+)' %}", path.read_text()):
            assert finders.find(name), f"{path.name}: {name}"


# Of one act that a list offers in one of its rows only.
_ALONE = {("check_in", "bounties/work_check_ins.html")}


def test_forms_of_one_act_in_a_list_say_which_row_they_are_of() -> None:
    """Else a refused row's id, which is kept, would be that of each other row."""
    bare = set()
    for path in templates():
        loops = 0
        for token in Lexer(path.read_text()).tokenize():
            tag = token.contents.split() if token.token_type is TokenType.BLOCK else [""]
            loops += {"for": 1, "endfor": -1}.get(tag[0], 0)
            if tag[0] == "begin" and loops and len(tag) == 2:
                bare.add((tag[1].strip('"'), str(path.relative_to(TEMPLATES))))
    assert bare == _ALONE
