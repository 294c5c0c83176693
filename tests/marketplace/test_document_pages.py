"""Receipts and reports look like the site: its tokens, no colours of their own, light on paper; and nothing else is let in."""

import base64
import hashlib
import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from marketplace.services import document_pages
from marketplace.web.documents import document

NAMES = ("bounties/receipt", "qa/report", "qa/taste_report")
SITE = Path(__file__).parents[2] / "marketplace/static/marketplace/site.css"


@pytest.mark.parametrize("name", NAMES)
def test_a_document_has_the_tokens_of_the_site_and_no_colour_of_its_own(name: str) -> None:
    style = document_pages.style(name)
    tokens, rest = style[: style.index("* { box-sizing")], style[style.index("* { box-sizing") :]

    assert SITE.read_text().startswith(tokens[: tokens.rindex("}")]), "what the site says, word for word"
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgb\(|hsl\(", rest) == []
    assert set(re.findall(r"var\((--[\w-]+)", rest)) <= set(re.findall(r"(--[\w-]+):", tokens))


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_dark_on_a_dark_screen_only_and_never_on_paper(name: str) -> None:
    schemes = re.findall(r"@media ([^{]*prefers-color-scheme[^{]*) \{", document_pages.style(name))

    assert schemes == ["screen and (prefers-color-scheme: dark)"]


@pytest.mark.parametrize("name", NAMES)
def test_the_policy_lets_in_the_style_of_this_document_and_nothing_else(name: str) -> None:
    page = render_to_string("document.html", {"style": document_pages.style(name)})
    [inline] = re.findall(r"<style>(.*?)</style>", page, re.S)
    digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()

    assert document(page, name)["Content-Security-Policy"] == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert "<script" not in page and not re.search(r"""(src|href)=|url\(|@import""", page)
