"""A receipt as a person sees it: on a desktop, on a phone, on paper."""

from collections.abc import Callable
from typing import Any

import pytest

from marketplace.models import Account
from tests.factories.market import given_bounty, given_funded_agent, given_released

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ada Lovelace", "Maximiliane Wolfeschlegelsteinhausen-Bergerdorff", "Bo")


@pytest.fixture
def receipt(house_accounts: None) -> tuple[str, dict[str, str]]:
    """The path of a receipt of three seats, and the headers of its owner."""
    agent = given_funded_agent(1_000_000)
    bounty = given_bounty(
        agent, title="Photograph the shop fronts of Rua Augusta", price_cents=123_456, spots_available=3
    )
    for name in NAMES:
        seat = given_released(agent=agent, bounty=bounty)
        Account.objects.filter(pk=seat.worker.account.pk).update(name=name)
    return f"/api/bounties/{bounty.public_id}/receipt", agent.headers


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_receipt_fits_the_screen_and_its_policy_lets_its_style_in(
    live_server: Any, open_page: Callable[..., Any], receipt: tuple[str, dict[str, str]], size: str
) -> None:
    path, headers = receipt
    page = open_page(live_server.url + "/terms", size)
    page.context.set_extra_http_headers(headers)

    page.goto(live_server.url + path, wait_until="networkidle")

    assert page.locator("h1").inner_text() == "Receipt"
    assert page.locator("tbody tr").count() == 3
    assert page.locator(".sum dd").inner_text() == "4,370.34 USD"
    assert page.evaluate("getComputedStyle(document.querySelector('.sum')).fontWeight") == "700", "styled"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing is cut off at the side"
    assert page.foreign == []
    assert page.faults == []


def test_the_receipt_is_one_page_of_paper(
    live_server: Any, open_page: Callable[..., Any], receipt: tuple[str, dict[str, str]]
) -> None:
    path, headers = receipt
    page = open_page(live_server.url + "/terms")
    page.context.set_extra_http_headers(headers)
    page.goto(live_server.url + path, wait_until="networkidle")

    paper = page.pdf(prefer_css_page_size=True)

    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") == 1
