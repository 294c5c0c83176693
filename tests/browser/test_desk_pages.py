"""Every page of the desk as staff see it on a full day: nothing sticks out, nothing shuts out who can't see it, light and dark,
on a desk and on a phone."""

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests import sampling
from tests.browser.test_back_office import Enter, enter, fits, is_clean
from tests.factories.whole_desk import given_whole_desk

__all__ = ("enter",)  # a fixture
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("house_accounts"),
]
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
SIZES = {"desktop": (1440, 900), "phone": (360, 740)}
SHOTS = os.environ.get("SHOTS", "")  # a folder for pictures of each page, for who wants to look
# What lies beyond the right edge where nothing scrolls: a page that hides what overflows would else look as if it fitted.
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#main *")].filter((it) => {
  const box = it.getBoundingClientRect();
  return box.width > 1 && box.right > innerWidth + 1 && !it.closest(".inner-table, .case-tabs, .overflow-x-auto, .overflow-auto");
}).slice(0, 3).map((it) => it.outerHTML.slice(0, 160))"""
ONLY = os.environ.get("SHOTS_OF", "")  # of these pages alone, by a part of their name


def kept(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=True)


@pytest.mark.parametrize("who", ["sam", "olga"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_of_the_desk_can_be_used_by_everybody(
    enter: Enter, live_server: Any, size: str, dark: bool, who: str
) -> None:
    pages = given_whole_desk().pages(who)
    width, height = SIZES[size]
    page = enter(who, size=size, dark=dark)
    page.set_viewport_size({"width": width, "height": height})
    axe, wrong = Axe(), []
    for name, path in sampling.some(list(pages.items()), 12, "desk", size, dark, who):
        if ONLY and ONLY not in name:
            continue
        page.goto(f"{live_server.url}/admin/{path}", wait_until="networkidle")
        kept(page, f"{name}-{who}-{size}-{'dark' if dark else 'light'}")
        if not fits(page):
            wrong.append(f"{name}: wider than the screen")
        wrong += [f"{name}: out of sight {html}" for html in page.evaluate(OUT_OF_SIGHT)]
        found = axe.run(page, context="#main", options={"runOnly": RULES})
        for one in found.response["violations"]:
            nodes = [f"{node['html'][:160]} {node['failureSummary'][:200]}" for node in one["nodes"][:2]]
            wrong.append(f"{name}: {one['id']} {nodes}")
    assert not wrong, "\n".join(wrong)
    assert is_clean(page)
