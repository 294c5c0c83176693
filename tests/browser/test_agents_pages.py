"""The owner's pages of agents in Chromium: a key is made and used, its call is seen, an endpoint is tested, its secret changed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.api import Api
from tests.factories.accounts import given_agent
from webhooks.models import Endpoint
from webhooks.services import attempts, endpoints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1440, "height": 900}}


@pytest.fixture
def owner_page(chromium: Browser, live_server: Any, house_accounts: None) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(person: Api, size: str, *, scripts: bool = True, theme: str = "light") -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],  # type: ignore[arg-type]
            is_mobile=size == "phone",
            java_script_enabled=scripts,
            color_scheme=theme,  # type: ignore[arg-type]
            locale="en-GB",
        )
        contexts.append(context)
        client = Client()
        client.force_login(person.account, backend="django.contrib.auth.backends.ModelBackend")
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("size", "scripts"), [("phone", True), ("desktop", False)])
def test_an_owner_gives_an_agent_a_key_and_sees_what_it_does(
    owner_page: Callable[..., Page], size: str, scripts: bool
) -> None:
    owner = given_agent()
    page = owner_page(owner, size, scripts=scripts)
    page.goto("/owner/keys")
    page.get_by_label("Name", exact=True).fill("research agent")
    page.get_by_role("button", name="Make a key").click()
    raw = page.get_by_label("The key").input_value()

    agent = Api(headers={"X-API-Key": raw})
    link = {"amount": 5, "description": "Two hours of proofreading"}
    assert agent.post("/api/payment-links", link).status == 200

    page.get_by_role("link", name="Activity").click()
    expect(page.get_by_text("Make a payment link")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="research agent").first).to_be_visible()

    page.get_by_role("link", name="Webhooks").click()
    page.get_by_label("Address").fill("http://127.0.0.1:9/hook")
    page.get_by_label("Of the key").select_option(label=page.locator("#make-keyId option").nth(1).inner_text())
    page.get_by_role("button", name="Make the endpoint").click()
    first = page.get_by_label("The secret").input_value()
    page.get_by_role("link", name="send it a test").click()
    page.get_by_role("button", name="Send a test").click()
    attempts.deliver_due()
    page.reload()
    expect(page.get_by_text("Attempt 1", exact=True)).to_be_visible()
    expect(page.get_by_text("webhook.test:", exact=False).first).to_be_visible()

    page.get_by_role("link", name="http://127.0.0.1:9/hook").click()
    page.get_by_role("button", name="Change the secret").click()
    second = page.get_by_label("The secret").input_value()
    assert endpoints.secrets_of(Endpoint.objects.get()) == [second, first]
    if scripts:
        assert not [fault["id"] for fault in Axe().run(page).response["violations"]]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
