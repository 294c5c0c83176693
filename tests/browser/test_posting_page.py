"""A job posted by hand with the script: the dry run beside the form follows each change, and errors stand at their fields."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from bounties.models import Bounty
from marketplace.models import Account
from tests.factories.market import given_bounty, given_funded_agent

# Fields that, when they have the focus, lie beneath the header, the sum or the bar.
COVERED = """() => [...document.querySelectorAll("#job :is(input, select, textarea):not([type=hidden])")].filter((field) => {
  if (!field.checkVisibility()) return false;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest", behavior: "instant" });
  const at = field.getBoundingClientRect(), above = document.querySelector(".top").getBoundingClientRect().bottom;
  const floating = [...document.querySelectorAll(".running, .bar")].filter((part) =>
    part.checkVisibility() && ["sticky", "fixed"].includes(getComputedStyle(part).position));
  const below = Math.min(innerHeight, ...floating.map((part) => part.getBoundingClientRect().top));
  return at.height < 200 && (at.bottom > below + 1 || at.top < above - 1);
}).map((field) => field.id || field.name)"""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def posting(site: str, open_page: Callable[..., Any], account: Account, size: str) -> Any:
    """The form of a new job, opened by this owner."""
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    page = open_page(f"{site}/support", size)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
    page.goto(f"{site}/owner/jobs/new", wait_until="networkidle")
    return page


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_cost_follows_each_change_and_the_sum_that_is_shown_is_paid(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None, size: str
) -> None:
    agent = given_funded_agent(10_000)
    given_bounty(agent, title="An earlier job")
    page = posting(live_server.url, open_page, agent.account, size)
    plan = page.locator("#plan")

    page.fill("#post-price", "10")
    page.fill("#post-estimatedHours", "0.5")
    plan.get_by_text("$11.80").first.wait_for()
    assert "Still missing" in plan.inner_text()
    assert plan.get_by_role("button", name="Post for").count() == 0

    page.fill("#post-title", "Photograph a shop front")
    page.fill("#post-description", "One sharp photo of it.")
    plan.get_by_role("button", name="Post for $11.80").wait_for()
    assert page.locator(".error").count() == 0

    page.fill("#post-spotsAvailable", "0")
    page.locator("#post-price").focus()
    page.locator("#post-spotsAvailable-error").wait_for()
    assert plan.get_by_role("button", name="Post for").count() == 0

    page.fill("#post-spotsAvailable", "2")
    page.locator("#post-price").focus()
    plan.get_by_role("button", name="Post for $23.60").wait_for()
    assert page.evaluate(COVERED) == [], "no field that has the focus lies beneath what floats"
    assert page.locator(".error").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert Bounty.objects.count() == 1

    plan.get_by_role("button", name="Post for $23.60").click()
    page.wait_for_url(lambda url: not url.endswith("/new"))
    assert Bounty.objects.filter(title="Photograph a shop front", spots_available=2).count() == 1
    assert page.foreign == []
    assert page.faults == []


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_menu_of_who_is_signed_in_is_closed_by_escape_and_by_a_press_beside_it(
    live_server: Any, open_page: Callable[..., Any], house_accounts: None, size: str
) -> None:
    agent = given_funded_agent(10_000)
    page = posting(live_server.url, open_page, agent.account, size)
    menu, way_out = page.locator("details.who"), page.get_by_role("link", name="Sign out")

    menu.locator("summary").click()
    way_out.wait_for()
    page.keyboard.press("Escape")
    way_out.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"

    menu.locator("summary").click()
    way_out.wait_for()
    page.mouse.click(20, 400)  # on a phone it covers most of what is there
    way_out.wait_for(state="hidden")
