"""The report of a taste run as a person sees it: on a desktop, on a phone, on paper."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories.accounts import given_worker
from tests.factories.taste import given_panel

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LABELS = (
    "Calm blue",
    "A cover whose name is rather long, since nobody told its maker that labels are short things",
    "Red",
)
VOTES = (
    (0, "The calm colours made me curious about the story, and the title is easy to read."),
    (0, "I would pick this up in a shop:\nit looks like a quiet evening."),
    (1, "More to discover in it. Die Farben passen gut zum Titel, finde ich."),
    (0, "Blue says sea, and the book is about the sea, <b>so it fits</b>."),
    (2, "Loud, simple, visible from the other end of the shop."),
)


@pytest.fixture
def report(house_accounts: None) -> tuple[str, dict[str, str]]:
    """The path of a report of five votes, and the headers of its owner."""
    works = [{"label": label, "url": f"https://example.com/covers/{n}/large.png"} for n, label in enumerate(LABELS)]
    panel = given_panel(
        title="Which cover for a novel about the sea?",
        question="Which of these covers would make you open the book?\nPlease look at each for at least ten seconds.",
        artifacts=works,
        respondentCount=5,
    )
    for chosen, reason in VOTES:
        panel.vote(panel.respondent(given_worker()), LABELS[chosen], reason)
    return f"{panel.path}/report", panel.agent.headers


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_report_fits_the_screen_and_its_bars_are_as_long_as_their_shares(
    live_server: Any, open_page: Callable[..., Any], report: tuple[str, dict[str, str]], size: str
) -> None:
    path, headers = report
    page = open_page(live_server.url + "/terms", size)
    page.context.set_extra_http_headers(headers)

    page.goto(live_server.url + path, wait_until="networkidle")

    assert page.locator(".chart li").count() == 3
    assert page.locator(".won .label").inner_text().startswith("Calm blue")
    assert page.locator(".figures").first.inner_text().split() == ["3", "votes", "60", "%"]
    widths = page.evaluate(
        "[...document.querySelectorAll('svg')].map(s => [s.querySelector('.part').getBoundingClientRect().width"
        " / s.getBoundingClientRect().width])"
    )
    assert [round(width, 2) for [width] in widths] == [0.6, 0.2, 0.2]
    assert page.locator("blockquote").count() == 5
    assert page.locator("blockquote b").count() == 0, "what people write is text"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing is cut off at the side"
    assert page.foreign == []
    assert page.faults == []


def test_the_report_prints_on_paper(
    live_server: Any, open_page: Callable[..., Any], report: tuple[str, dict[str, str]]
) -> None:
    path, headers = report
    page = open_page(live_server.url + "/terms")
    page.context.set_extra_http_headers(headers)
    page.goto(live_server.url + path, wait_until="networkidle")

    paper = page.pdf(prefer_css_page_size=True)

    assert 1 <= paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") <= 2
