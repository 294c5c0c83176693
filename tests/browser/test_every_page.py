"""Every page that there is, opened by whom it is for, on a phone and on a desk, light and dark: nobody is shut out of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Browser, Page

from tests import sampling
from tests.api import Api
from tests.browser.conftest import note
from tests.browser.test_site import SIZES
from tests.browser.visits import Visit, given_others, of_the_market
from tests.house.strangers import given_market
from tests.house.test_pages import pages
from tests.house.test_strangers import uncounted  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The second half: the order of headings, one landmark each, nothing outside of them: what a screen reader goes by.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")]
DRAWN = 6  # so many pages a gate opens, in the look that it draws; `--full` opens every one in each
# What a finger aims at, and how high it is at least, in pixels: the style promises it. A tick and its label are one target;
# links within sentences are none.
LEAST = 44
TARGETS = ", ".join(
    [
        *("button", ".button", "summary", "select", "textarea"),
        "input:not([type=checkbox], [type=radio], [type=hidden])",
        "label:has(input:is([type=checkbox], [type=radio]))",
        *(".option", ".pick", ".tabs a", ".doors a", ".bar a", ".foot a", ".plain a"),
    ]
)
TOO_SMALL = """([targets, least]) => [...document.querySelectorAll(targets)].filter((it) => {
  const box = it.getBoundingClientRect();
  return it.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height < least - .5;
}).map((it) => `${Math.round(it.getBoundingClientRect().height)} ${it.outerHTML.slice(0, 120)}`)"""


@pytest.fixture
def visits(house_accounts: None, support: Api) -> list[Visit]:
    market = given_market(support)
    assert {row.route for row in market} == set(pages()), "each page has a row"
    return [*of_the_market(market), *given_others()]


@pytest.fixture
def look(chromium: Browser, live_server: Any) -> Iterator[Callable[[str, str], Page]]:
    """`look("phone", "dark")`: a page of that size in that theme, which notes what is foreign and what the browser complains of."""
    contexts = []

    def make(size: str, theme: str) -> Page:
        width, height = SIZES[size]
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            is_mobile=size == "phone",
            locale="en-GB",
            timezone_id="Europe/Lisbon",
            service_workers="block",
        )
        contexts.append(context)
        page = context.new_page()
        page.foreign, page.faults = [], []  # type: ignore[attr-defined]
        host = live_server.url.split("/")[2]
        page.on("requestfinished", lambda request: note(page, host, request))
        page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()


def wrong_with(page: Page, width: int) -> Iterator[str]:
    for violation in Axe().run(page, options={"runOnly": RULES}).response["violations"]:
        nodes = [f"{node['html'][:120]} {node['failureSummary'][:160]}" for node in violation["nodes"][:2]]
        yield f"{violation['id']} {nodes}"
    if page.evaluate("document.documentElement.scrollWidth") > width:
        yield "wider than the screen"
    if (headings := page.locator("h1").count()) != 1:
        yield f"{headings} headings of the first level"
    for target in page.evaluate(TOO_SMALL, [TARGETS, LEAST]):
        yield f"less than {LEAST} pixels: {target}"


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_no_page_shuts_anybody_out(
    visits: list[Visit],
    look: Callable[[str, str], Page],
    live_server: Any,
    uncounted: Callable[[], None],  # noqa: F811
    size: str,
    theme: str,
) -> None:
    page, wrong = look(size, theme), []
    for visit in sampling.some(visits, DRAWN, "every page", size, theme):
        uncounted()
        page.context.clear_cookies()
        if visit.session:
            cookie = {"name": settings.SESSION_COOKIE_NAME, "value": visit.session, "url": live_server.url}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(visit.path)
        wrong += [f"{visit.path}: {fault}" for fault in wrong_with(page, SIZES[size][0])]
    faults = [fault for fault in page.faults if "responded with a status of 4" not in fault]  # type: ignore[attr-defined]
    assert not wrong, "\n".join(wrong)
    assert (page.foreign, faults) == ([], [])  # type: ignore[attr-defined]
