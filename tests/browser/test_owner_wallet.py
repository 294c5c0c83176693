"""An owner's money in Chromium: added, seen, bounded and stopped, on a phone and on a desk, with scripts and without; and each of
its pages usable by everybody."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from marketplace.core import clock
from tests.api import Api
from tests.browser.conftest import note
from tests.browser.test_site import LOOKS, ODD, RULES, SIZES
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    given_bounty,
    given_charged,
    given_delivered,
    given_payouts,
    given_released,
    violations,
)
from wallet.models import Controls

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOP = "/owner/wallet"


@pytest.fixture
def open_as(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(person: Api, size: str, theme: str = "light", *, scripts: bool = True) -> Page:
        width, height = SIZES[size]
        context = chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            is_mobile=size == "phone",
            java_script_enabled=scripts,
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        contexts.append(context)
        client = Client()
        client.force_login(person.account, backend="django.contrib.auth.backends.ModelBackend")
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        page = context.new_page()
        page.foreign, page.faults = [], []  # type: ignore[attr-defined]
        host = live_server.url.split("/")[2]
        page.on("requestfinished", lambda request: note(page, host, request))
        page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()


def given_books() -> Api:
    """An owner with something of everything, in hostile and in long words."""
    agent = given_agent(name=f"Bot {ODD[:30]}")
    given_charged(agent, 50_000)
    for number, category in enumerate(("creative-gigs", "", "creative-gigs")):
        bounty = given_bounty(
            agent, title=f"Photograph {number} {ODD}", price_cents=700 * (number + 1), category=category
        )
        seat = given_released(agent=agent, bounty=bounty, worker=given_worker(name=f"Inês {number} {ODD[:40]}"))
    given_delivered(agent=agent)
    given_payouts(agent)
    who = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id}
    agent.post("/api/transfers/send", who | {"amount": 1, "description": ODD})
    agent.post("/api/payment-links", {"amount": 40, "description": ODD})
    agent.post("/api/wallet/withdraw", {"amountCents": 500})
    limits = {"spendingCapRolling24hCents": 6000, "spendingCapRolling7dCents": 5000, "spendingCapPerBountyCents": 9000}
    agent.patch("/api/wallet/controls", limits)
    return agent


def addresses(agent: Api) -> list[str]:
    link = agent.get("/api/payment-links")["paymentLinks"][0]["paymentLinkId"]
    deposit = agent.post("/api/wallet/deposit", {"amount": 25})["depositId"]
    seat = agent.get("/api/escrow?status=released")["escrows"][0]["id"]
    return [
        *(TOP, f"{TOP}/add", f"{TOP}/add/{deposit}", f"{TOP}/statement", f"{TOP}/statement?from=x", f"{TOP}/spending"),
        *(f"{TOP}/controls", f"{TOP}/receipts", f"{TOP}/receipts/{clock.now():%Y-%m}", f"{TOP}/links/{link}"),
        *(f"{TOP}/transfers", f"{TOP}/transfers/send?seat={seat}&amount=1", f"{TOP}/links", f"{TOP}/refunds"),
        *(f"{TOP}/withdraw", f"{TOP}/withdraw?amount=5"),
    ]


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_every_page_of_money_can_be_used_by_everybody(
    open_as: Callable[..., Page], house_accounts: None, size: str, theme: str
) -> None:
    full, empty = given_books(), given_agent()
    wrong: list[str] = []
    for person, paths in ((full, addresses(full)), (empty, [f"{TOP}{end}" for end in ("", "/statement", "/spending")])):
        page, axe = open_as(person, size, theme), Axe()
        for address in paths:
            page.goto(address)
            for violation in axe.run(page, options={"runOnly": RULES}).response["violations"]:
                nodes = [f"{node['html'][:120]} {node['failureSummary'][:160]}" for node in violation["nodes"][:2]]
                wrong.append(f"{address}: {violation['id']} {nodes}")
            if page.evaluate("document.documentElement.scrollWidth") > SIZES[size][0]:
                wrong.append(f"{address}: wider than the screen")
            if page.locator("h1").count() != 1:
                wrong.append(f"{address}: {page.locator('h1').count()} headings of the first level")
        assert (page.foreign, page.faults) == ([], [])  # type: ignore[attr-defined]
    assert wrong == []


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
    expect(page.get_by_text("2 entries: $25.50 came in, $5.90 went out.")).to_be_visible()

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
