"""The page that asks where somebody is paid, as they meet it: by keyboard, on a desktop and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import given_agent

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def person(house_accounts: None) -> Api:
    return given_agent(name="Ada Example")


def path_for(person: Api) -> str:
    return "/" + str(person.post("/api/payouts/onboarding")["onboardingUrl"]).split("/", 3)[3]


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True])
def test_a_bank_account_is_given_by_keyboard_alone(
    live_server: Any, open_page: Callable[..., Any], person: Api, size: str, dark: bool
) -> None:
    page = open_page(live_server.url + path_for(person), size, dark=dark)
    assert page.evaluate("document.activeElement.id") == "account-number"

    page.keyboard.type("000123456789")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="You can be paid").wait_for()

    assert Account.objects.get(pk=person.account.pk).payouts_onboarded_at is not None
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing is cut off at the side"
    page.click("text=Give another bank account")
    page.locator("h1", has_text="Where are you paid?").wait_for()
    assert page.foreign == []
    assert page.faults == []


def test_another_number_is_refused_beside_its_field_and_saves_nothing(
    live_server: Any, open_page: Callable[..., Any], person: Api
) -> None:
    page = open_page(live_server.url + path_for(person), "phone")

    page.fill("#account-number", "12345678")
    page.click("text=Save")

    assert "test accounts" in page.locator("[role=alert]").inner_text()
    assert page.get_attribute("#account-number", "aria-describedby") == "account-number-fault"
    assert page.input_value("#account-number") == ""
    assert Account.objects.get(pk=person.account.pk).payouts_onboarded_at is None


def test_an_unknown_page_is_a_friendly_404(live_server: Any, open_page: Callable[..., Any], person: Api) -> None:
    page = open_page(f"{live_server.url}/payouts/onboarding/pac_nothing")

    assert page.locator("h1").inner_text() == "There is no such page"
