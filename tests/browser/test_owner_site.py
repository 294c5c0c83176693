"""An owner's way through their own job in Chromium, at a desk and by thumb, with scripts and without: choose, look at photos,
send back, approve, pay, review."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bounties.models import Application
from humans.models import Review
from tests.api import Api
from tests.browser.test_site import CUT_OFF, SPACED, WIDEST
from tests.browser.visits import ODD
from tests.factories.accounts import given_worker
from tests.factories.files import given_file, picture
from tests.factories.market import (
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    violations,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1440, "height": 900}}


@pytest.fixture
def at(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """`at("phone", agent, scripts=False)`: a page of that size on which this owner is signed in."""
    contexts: list[BrowserContext] = []

    def make(size: str, owner: Api, *, scripts: bool) -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],  # type: ignore[arg-type]
            is_mobile=size == "phone",
            java_script_enabled=scripts,
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        contexts.append(context)
        client = Client()
        client.force_login(owner.account, backend="django.contrib.auth.backends.ModelBackend")
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def works(worker: Api, application: Application, words: str) -> None:
    """The hired person confirms, if they have not yet, and sends a photo with these words."""
    path = f"/api/bounties/{application.bounty.public_id}"
    worker.post(f"{path}/applications/{application.public_id}/confirm")
    assert worker.post(f"{path}/submissions", {"textEvidence": words}).status == 200
    application.submissions.order_by("-pk")[0].files.add(given_file(worker.account, picture(name="door.jpg")))


@pytest.mark.parametrize(
    ("size", "scripts"),
    [pytest.param("phone", True, marks=pytest.mark.main), ("phone", False), ("desktop", True), ("desktop", False)],
)
def test_an_owner_chooses_looks_sends_back_approves_pays_and_reviews(
    at: Callable[..., Page], house_accounts: None, size: str, scripts: bool
) -> None:
    agent = given_funded_agent()
    terms = {"completion_criteria": "The sign is readable\nThe door is shut", "evidence_types": ["text"]}
    bounty = given_bounty(agent, title="Photograph the bakery", price_cents=2500, **terms)
    worker, application = given_application(bounty, given_worker(name="Inês"), words="I live next door.")
    given_application(bounty, given_worker(name="Rui"))
    page = at(size, agent, scripts=scripts)

    page.goto("/owner")
    expect(page.get_by_text("2 people want to do it")).to_be_visible()
    page.get_by_role("link", name="Choose").click()
    expect(page.get_by_text("I live next door.")).to_be_visible()
    page.get_by_role("button", name="Hire Inês").click()
    expect(page.get_by_text("$29.50 is held for them", exact=False).first).to_be_visible()

    works(worker, application, "Open 7 to 19.")
    page.goto("/owner")
    page.get_by_role("link", name="Look at it").click()
    expect(page.get_by_alt_text("door.jpg")).to_be_visible()
    page.get_by_text("Something is wrong or missing").click()
    page.get_by_label("The sign is readable").check()
    page.get_by_label("What is wrong").first.select_option("unclear")
    page.get_by_label("In your words: what should they do?").fill("Shut the door, please.")
    page.get_by_label("Send it back:").check()
    page.get_by_role("button", name="Send my answer").click()
    expect(page.get_by_text("Sent back, with your words.", exact=False)).to_be_visible()
    assert "Not met yet:\n- The door is shut" in application.submissions.get().response

    works(worker, application, "Open 7 to 19, the door is shut.")
    page.reload()
    page.get_by_role("button", name="Approve it").click()
    expect(page.get_by_text("Approved, not paid yet")).to_be_visible()
    page.get_by_role("button", name="Pay $25.00").dblclick()
    expect(page.get_by_text("Paid: $25.00 to them, $4.50 fee", exact=False)).to_be_visible()
    page.get_by_label("★★★★★").check()
    page.get_by_label("What others should know").fill("Quick and kind.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("5 of 5 stars")).to_be_visible()

    assert Review.objects.get().comment == "Quick and kind." and violations() == []


def test_nothing_of_an_owners_pages_is_cut_off_at_400_percent_with_text_spread_out(
    at: Callable[..., Page], house_accounts: None
) -> None:
    agent = given_funded_agent(200_000)
    terms = {"completion_criteria": f"- {ODD}\n- The door is shut", "evidence_types": ["photo"], "description": ODD}
    job = given_bounty(agent, title=f"Photograph a shop {ODD}", spots_available=9, **terms)
    waiting = [
        given_application(job, given_worker(name=f"Inês {ODD[:30]}"), words=ODD, proposed_price_cents=450)[1]
        for _ in range(2)
    ]
    seats = [
        make(agent=agent, bounty=job)
        for make in (given_hired, given_confirmed, given_delivered, given_completed, given_released)
    ]
    people = [waiting[0], *(seat.application for seat in seats)]
    base = f"/owner/jobs/{job.public_id}"
    addresses = [
        *("/owner", "/owner/jobs", "/owner/jobs?q=nothing-like-it", base, f"{base}/applicants", f"{base}/edit"),
        *(f"{base}/evidence", f"{base}/evidence?status=rejected", f"{base}/applicants?status=accepted&sort=stars"),
        *(f"{base}/people/{row.public_id}" for row in people),
    ]
    page, wrong = at("phone", agent, scripts=True), []
    page.set_viewport_size({"width": 320, "height": 640})
    for address in addresses:
        page.goto(address)
        page.evaluate(SPACED)
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            wrong.append(f"{address}: too wide: {page.evaluate(WIDEST)}")
        wrong += [f"{address}: cut off: {html}" for html in page.evaluate(CUT_OFF)]
    assert not wrong, "\n".join(wrong)
