"""The hosted checkout as a person meets it: typing, tabbing, paying, on a desktop and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories.accounts import given_agent
from wallet import ledger
from wallet.models import Checkout, Payment
from wallet.services import checkouts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def checkout(house_accounts: None) -> Checkout:
    agent = given_agent()
    return checkouts.open_checkout(
        account_id=agent.account.pk, purpose="deposit", cents=2550, description="Wallet deposit"
    )


def fill(page: Any, number: str) -> None:
    page.fill("[autocomplete=cc-number]", number)
    page.fill("[autocomplete=cc-exp]", "12/40")
    page.fill("[autocomplete=cc-csc]", "123")


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True])
def test_paying_by_keyboard_alone_ends_with_a_receipt(
    live_server: Any, open_page: Callable[..., Any], checkout: Checkout, size: str, dark: bool
) -> None:
    # given a payer on the page, whose focus is where typing starts
    page = open_page(f"{live_server.url}/checkout/{checkout.public_id}", size, dark=dark)
    assert page.evaluate("document.activeElement.id") == "cc-number"

    # when the card is typed and Enter pressed, without a mouse
    for text in ("4242424242424242", "12/40", "123", "A. Payer"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")

    # then there is a receipt, and the wallet has the money
    assert page.locator("h1").inner_text().endswith("$25.50")
    assert "Paid" in page.locator(".paid").inner_text()
    assert ledger.balance(ledger.wallet(checkout.account_id)) == 2550
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing is cut off at the side"
    assert page.foreign == []
    assert page.faults == []


def test_a_declined_card_says_so_and_charges_nothing(
    live_server: Any, open_page: Callable[..., Any], checkout: Checkout
) -> None:
    page = open_page(f"{live_server.url}/checkout/{checkout.public_id}", "phone")

    fill(page, "4000 0000 0000 0002")
    page.click("text=Pay $25.50")

    assert "declined" in page.locator("[role=alert]").inner_text()
    assert page.input_value("[autocomplete=cc-number]") == "", "the number never comes back from the server"
    assert not Payment.objects.exists()
    assert ledger.balance(ledger.wallet(checkout.account_id)) == 0


def test_a_mistyped_card_names_each_field_and_leads_to_it(
    live_server: Any, open_page: Callable[..., Any], checkout: Checkout
) -> None:
    page = open_page(f"{live_server.url}/checkout/{checkout.public_id}")

    page.fill("[autocomplete=cc-number]", "4242 4242 4242 4241")
    page.fill("[autocomplete=cc-exp]", "12/20")
    page.click("text=Pay $25.50")

    wrong = page.locator("[aria-invalid=true]").evaluate_all("fields => fields.map(field => field.id)")
    assert wrong == ["cc-number", "cc-exp", "cc-csc"]
    page.click("[role=alert] a >> nth=0")
    assert page.evaluate("document.activeElement.id") == "cc-number"


def test_cancel_charges_nothing_and_says_so(
    live_server: Any, open_page: Callable[..., Any], checkout: Checkout
) -> None:
    page = open_page(f"{live_server.url}/checkout/{checkout.public_id}")

    page.click("text=Cancel")

    assert page.locator("h1").inner_text() == "Payment cancelled"
    checkout.refresh_from_db()
    assert checkout.status == "cancelled"
    assert not Payment.objects.exists()


def test_a_long_word_in_the_description_stays_on_the_page(
    live_server: Any, open_page: Callable[..., Any], checkout: Checkout
) -> None:
    Checkout.objects.update(description="x" * 500)
    for status in ("open", "cancelled", "expired"):
        Checkout.objects.update(status=status)
        page = open_page(f"{live_server.url}/checkout/{checkout.public_id}", "phone")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), status


def test_an_unknown_page_is_a_friendly_404(live_server: Any, open_page: Callable[..., Any], checkout: Checkout) -> None:
    page = open_page(f"{live_server.url}/checkout/dep_nothing")

    assert page.locator("h1").inner_text() == "There is no such payment page"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_somebodys_customer_pays_a_link_and_leaves_an_address(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None, size: str
) -> None:
    agent = given_agent()
    asked = {"amount": 40.5, "description": "Proofreading, " * 30, "payerEmail": "payer@example.com"}
    made = agent.post("/api/payment-links", asked)
    page = open_page(f"{live_server.url}/checkout/{made['checkoutUrl'].rpartition('/')[2]}", size)
    assert agent.account.display_name in page.locator(".to").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing is cut off at the side"

    # an address with a slip: what was typed besides the card's secrets is still there
    fill(page, "4242 4242 4242 4242")
    page.fill("#email", "payer at example")
    page.click("button[value=pay]")
    page.wait_for_load_state("networkidle")
    assert page.input_value("#email") == "payer at example"
    assert page.input_value("[autocomplete=cc-exp]") == "12/40"

    fill(page, "4242 4242 4242 4242")
    page.fill("#email", "payer@example.com")
    page.click("button[value=pay]")
    page.wait_for_load_state("networkidle")

    assert "Paid" in page.locator(".paid").inner_text()
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 4050
    assert page.foreign == []
