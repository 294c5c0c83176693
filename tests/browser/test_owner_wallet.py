"""An owner's money in Chromium: added, seen, bounded and stopped, on a phone and on a desk, with scripts and without."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.api import Api
from tests.browser.test_site import SIZES
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, violations
from wallet.models import Controls

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOP = "/owner/wallet"


@pytest.fixture
def open_as(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(person: Api, size: str, *, scripts: bool) -> Page:
        width, height = SIZES[size]
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            is_mobile=size == "phone",
            java_script_enabled=scripts,
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        contexts.append(context)
        client = Client()
        client.force_login(person.account, backend="django.contrib.auth.backends.ModelBackend")
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_money_is_added_seen_bounded_and_stopped(
    open_as: Callable[..., Page], house_accounts: None, size: str, scripts: bool
) -> None:
    owner = given_agent()
    page = open_as(owner, size, scripts=scripts)

    page.goto(TOP)
    page.get_by_label("Add money, in dollars").fill("25.50")
    page.get_by_role("button", name="Add money").click()
    page.get_by_role("link", name="Pay $25.50").click()
    page.get_by_label("Card number").fill("4242 4242 4242 4242")
    page.get_by_label("Expiry date").fill("12/40")
    page.get_by_label("Security code").fill("123")
    page.get_by_role("button", name="Pay").dblclick(no_wait_after=True)
    expect(page.get_by_text("The money is in the wallet.")).to_be_visible()
    page.get_by_role("link", name="Your wallet").click()
    expect(page.locator(".pay").first).to_have_text("$25.50")

    given_bounty(owner)
    page.get_by_role("link", name="Statement", exact=True).click()
    expect(page.get_by_text("2 entries: $25.50 came in, $5.90 was set aside or sent.")).to_be_visible()

    page.get_by_role("link", name="Limits").click()
    page.get_by_label("In 24 hours").fill("10")
    page.get_by_role("button", name="Save the limits").click()
    expect(page.get_by_text("$5.90 used, $4.10 left")).to_be_visible()

    page.goto(TOP)
    page.get_by_label("Why").fill("A key leaked.")
    page.get_by_role("button", name="Stop all spending").dblclick(no_wait_after=True)
    expect(page.get_by_text("All spending is stopped.", exact=True)).to_be_visible()
    expect(page.get_by_text("A key leaked.")).to_be_visible()
    assert Controls.objects.get(account=owner.account).frozen_at is not None
    page.get_by_role("button", name="Allow spending again").click()
    expect(page.get_by_role("button", name="Stop all spending")).to_be_visible()
    assert violations() == []
