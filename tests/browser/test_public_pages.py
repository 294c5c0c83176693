"""The docs page and the pages around it: readable on both sizes, with their own assets only."""

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_docs_page_shows_every_tag_from_our_own_host(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None, size: str
) -> None:
    page = open_page(f"{live_server.url}/api/docs", size)

    page.wait_for_selector("text=Post a bounty", state="attached", timeout=60_000)

    headings = page.locator("h2").all_inner_texts()
    for tag in ("Accounts", "Wallet", "Bounties", "Escrow", "Webhooks"):
        assert any(tag in heading for heading in headings)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.foreign == []


def test_jobs_around_where_the_browser_is_are_one_tap_away_and_the_address_says_no_more_than_the_town(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None
) -> None:
    from tests.factories.market import given_bounty, given_funded_agent

    agent = given_funded_agent()
    given_bounty(agent, title="Photograph a tram", city="Lisbon", country="PT", is_remote_allowed=False)
    given_bounty(agent, title="Photograph a bridge", city="Porto", country="PT", is_remote_allowed=False)
    page = open_page(f"{live_server.url}/jobs?city=Porto", "phone")
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": 38.71234, "longitude": -9.13987, "accuracy": 12})

    page.get_by_role("button", name="Around where I am").click()
    page.wait_for_url("**near=*")

    assert "near=38.7%2C-9.1" in page.url and "Porto" not in page.url
    assert page.get_by_role("link", name="Photograph a tram").count() == 1
    assert page.get_by_role("link", name="Photograph a bridge").count() == 0
    assert page.faults == [] and page.foreign == []


def test_a_place_whose_name_has_no_end_fits_on_a_phone(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None
) -> None:
    from tests.factories.market import given_bounty, given_funded_agent

    job = given_bounty(given_funded_agent(), title="A walk", city="Llanfairpwllgwyngyll" * 4, country="GB")
    for path in ("/jobs", f"/jobs/{job.public_id}"):
        page = open_page(live_server.url + path, "phone")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


def test_an_operator_signs_in_to_the_admin(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None
) -> None:
    from tests.factories.accounts import PASSWORD, AccountFactory

    AccountFactory(username="operator", is_staff=True, is_superuser=True)
    page = open_page(f"{live_server.url}/admin/")

    page.fill("[name=username]", "operator")
    page.fill("[name=password]", PASSWORD)
    page.click("[type=submit]")
    page.wait_for_load_state("networkidle")

    for section in ("Bounties", "Escrows", "Ledger moves", "Endpoints", "Accounts"):
        assert page.locator(f"text={section}").count() >= 1, section
