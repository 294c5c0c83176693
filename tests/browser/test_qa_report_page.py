"""The report of a QA run as a person sees it: on a desktop, on a phone, on paper."""

from collections.abc import Callable
from typing import Any

import pytest

from qa.models import Run
from tests.factories.market import given_funded_agent
from tests.factories.qa import BUG, RUNS, given_run, given_tester, send, turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = BUG | {
    "title": "Menu covers the search field " + "x" * 120,
    "steps": "Open the menu in portrait orientation.\nTap the search field.",
    "actual": "The menu lies over everything and can't be closed.",
    "severity": "low",
}


@pytest.fixture
def report(house_accounts: None) -> tuple[str, dict[str, str]]:
    """The path of a report with two findings, and the headers of its owner."""
    owner, run = given_run(given_funded_agent(), testerCount=1)
    tester, _ = given_tester(run)
    assert send(tester, run, BUG, LONG).status == 200
    turn()
    assert Run.objects.get().status == "closed"
    return f"{RUNS}/{run.public_id}/report", owner.headers


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_report_fits_the_screen_and_its_chart_shows_the_counts(
    live_server: Any, open_page: Callable[..., Any], report: tuple[str, dict[str, str]], size: str
) -> None:
    path, headers = report
    page = open_page(live_server.url + "/terms", size)
    page.context.set_extra_http_headers(headers)

    page.goto(live_server.url + path, wait_until="networkidle")

    assert page.locator("h1").inner_text() == "Checkout smoke test"
    assert page.locator(".chart .count").all_inner_texts() == ["0", "1", "0", "1"]
    widths = [bar.bounding_box()["width"] for bar in page.locator(".chart .track").all()]
    assert page.locator(".high .value").first.bounding_box()["width"] == pytest.approx(widths[1], abs=2)
    assert page.locator("article").count() == 2
    assert page.evaluate("getComputedStyle(document.querySelector('.count')).fontWeight") == "650", "styled"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing is cut off at the side"
    assert page.foreign == []
    assert page.faults == []


def test_the_report_is_one_page_of_paper(
    live_server: Any, open_page: Callable[..., Any], report: tuple[str, dict[str, str]]
) -> None:
    path, headers = report
    page = open_page(live_server.url + "/terms")
    page.context.set_extra_http_headers(headers)
    page.goto(live_server.url + path, wait_until="networkidle")

    paper = page.pdf(prefer_css_page_size=True)

    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") == 1
