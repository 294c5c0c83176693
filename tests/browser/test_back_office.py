"""Staff at work in the back office: signed in, by mouse and by keyboard, on a desk and on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from playwright.sync_api import Page

from bounties.models import Bounty
from escrow.models import Dispute, DisputePolicy
from marketplace.models import ApiKey, RateTier
from tests.api import Api
from tests.escrow.test_disputes import given_disputed
from tests.factories.accounts import PASSWORD, given_agent
from tests.factories.market import given_bounty, given_funded_agent
from wallet import ledger

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("house_accounts"),
]
Enter = Callable[..., Page]
SIZES = ["desktop", "phone"]


@pytest.fixture
def enter(live_server: Any, open_page: Callable[..., Page]) -> Enter:
    """`enter("olga", "escrow/dispute/", "phone")`: signs in by keyboard alone and goes to that page."""

    def go(username: str, page: str = "", size: str = "desktop", *, dark: bool = False) -> Page:
        shown = open_page(f"{live_server.url}/admin/{page}", size, dark=dark)
        shown.locator("[name=username]").focus()
        shown.keyboard.type(username)
        shown.keyboard.press("Tab")
        shown.keyboard.type(PASSWORD)
        with shown.expect_navigation():
            shown.keyboard.press("Enter")
        shown.wait_for_load_state("networkidle")
        return shown

    return go


def staff(username: str, *, operator: bool = False) -> Api:
    return given_agent(username=username, is_staff=True, is_superuser=operator)


def address(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk]).removeprefix("/admin/")


def press(page: Page, name: str) -> None:
    """The button that has the focus after it was found by its name, pressed by keyboard."""
    page.get_by_role("button", name=name, exact=True).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def fits(page: Page) -> bool:
    page.wait_for_load_state("networkidle")  # styles and all: before them nothing has its width
    fitting: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return fitting and page.viewport_size["width"] >= page.evaluate("document.documentElement.scrollWidth")


def is_clean(page: Page) -> bool:
    return page.foreign == [] and page.faults == []


def test_an_operator_closes_countries_for_a_bounty(enter: Enter) -> None:
    staff("olga", operator=True)
    bounty = given_bounty(given_funded_agent(590), title="Count the trams")

    page = enter("olga", "bounties/bounty/")
    page.get_by_role("link", name=bounty.public_id).click()
    page.get_by_text("Close countries", exact=True).first.click()
    page.get_by_label("Countries").fill("France, de")
    page.get_by_label("Reason").fill("Not allowed there.")
    press(page, "Close countries…")
    assert "Nobody from Germany, France can apply" in page.inner_text(".outcome")
    press(page, "Yes: Close countries")

    assert "intakeClosedCountries were set" in page.inner_text("main, #main")
    assert Bounty.objects.get().intake_closed_countries == ["DE", "FR"]
    assert "Not allowed there." in LogEntry.objects.get().get_change_message()
    assert is_clean(page)


def test_an_operator_gives_a_key_another_tier(enter: Enter) -> None:
    staff("olga", operator=True)
    RateTier.objects.get_or_create(name="fivefold", defaults={"multiplier": 5})
    key = given_agent().key

    page = enter("olga", address(key))
    page.get_by_text("Give a tier, Revoke").focus()
    page.keyboard.press("Enter")  # unfolds the forms
    page.get_by_label("Tier").select_option("fivefold")
    page.get_by_label("Reason").first.fill("A client of many.")
    press(page, "Give a tier…")
    assert "fivefold" in page.inner_text(".outcome")
    press(page, "Yes: Give a tier")

    assert ApiKey.objects.get(pk=key.pk).tier_id == "fivefold"
    assert is_clean(page)


@pytest.mark.parametrize("size", SIZES)
def test_support_splits_a_dispute_and_above_the_amount_a_colleague_approves(
    enter: Enter, live_server: Any, size: str
) -> None:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": 100})
    given_disputed(agent=given_funded_agent(590))
    dispute = Dispute.objects.get()
    staff("sam")
    staff("kim")

    page = enter("sam", size=size)
    assert fits(page)
    page.goto(f"{live_server.url}/admin/{address(dispute)}", wait_until="networkidle")
    assert fits(page)
    page.locator("[name=split-worker]").fill("2.50")
    page.locator("[name=split-reason]").fill("Half of it is there.")
    press(page, "Split…")
    for words in ("2.50 USD", "0.45 USD", "2.95 USD", "Nothing moves yet"):
        assert words in page.inner_text(".outcome")
    assert fits(page)
    press(page, "Yes: Split")
    assert ledger.balance(ledger.earnings(dispute.worker_id)) == 0
    assert is_clean(page)

    page = enter("kim", address(dispute), size)
    page.locator("[name=approve-worker]").fill("2.50")
    page.locator("[name=approve-reason]").fill("I agree.")
    press(page, "Approve the proposal…")
    press(page, "Yes: Approve the proposal")

    dispute.refresh_from_db()
    assert (dispute.status, ledger.balance(ledger.earnings(dispute.worker_id))) == ("resolved", 250)
    assert is_clean(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_every_kind_of_page_fits_the_screen(enter: Enter, live_server: Any, size: str, dark: bool) -> None:
    given_disputed(agent=given_funded_agent(590))
    staff("olga", operator=True)
    bounty, key = Bounty.objects.get(), ApiKey.objects.first()

    page = enter("olga", size=size, dark=dark)
    for path in (
        *("", "bounties/bounty/", "bounties/bounty/?q=nothing", "wallet/ledgermove/", "marketplace/ratetier/add/"),
        *(address(bounty), address(key), address(bounty).replace("change", "history")),
        *(address(row) for row in (Dispute.objects.get(), bounty.pool)),
    ):
        page.goto(f"{live_server.url}/admin/{path}", wait_until="networkidle")
        assert fits(page), path
    assert is_clean(page)


def test_the_menu_finds_a_page_by_its_name_and_a_row_by_its_id(enter: Enter) -> None:
    staff("olga", operator=True)
    bounty = given_bounty(given_funded_agent(590))

    page = enter("olga")
    page.keyboard.press("t")
    page.keyboard.type(bounty.public_id)
    page.get_by_role("link", name=re.compile(bounty.public_id)).click()

    assert page.url.endswith(address(bounty))
    assert is_clean(page)
