"""A worker's whole way by thumb, in Chromium of a phone's size: with scripts and without, and with a network that goes away."""

import io
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bounties.models import Application, Bounty, Submission
from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent, given_payouts, violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}
_numbers = itertools.count(1)


def photo(folder: Path) -> str:
    """The path of a picture that was never sent before."""
    number = next(_numbers)
    image = Image.new("RGB", (64, 48), (number % 250, 120, 40))
    for place in range(48):
        image.putpixel((place, number % 48), (place * 5, number % 200, 200))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    file = folder / f"photo-{number}.jpg"
    file.write_bytes(out.getvalue())
    return str(file)


@pytest.fixture
def phone(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """`phone(account)`: a page of a phone on which this person is signed in; `scripts=False` as on one that runs none."""
    contexts: list[BrowserContext] = []

    def make(account: Account | None = None, *, scripts: bool = True) -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=PHONE,  # type: ignore[arg-type]
            is_mobile=True,
            has_touch=True,
            java_script_enabled=scripts,
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        contexts.append(context)
        if account is not None:
            client = Client()
            client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
            context.add_cookies(
                [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
            )
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def market(house_accounts: None) -> tuple[Api, Bounty, Api]:
    agent = given_funded_agent()
    bounty = given_bounty(
        agent,
        title="Photograph the bakery",
        evidence_types=["photo", "text"],
        completion_criteria="The opening hours are readable.",
        price_cents=2500,
    )
    return agent, bounty, given_worker(name="Inês")


def accept(agent: Api, bounty: Bounty) -> Application:
    application = Application.objects.get(bounty_id=bounty.pk)
    answer = agent.patch(f"/api/bounties/{bounty.public_id}/applications/{application.public_id}", {"action": "accept"})
    assert answer.status == 200, answer.body
    return application


@pytest.mark.parametrize("scripts", [pytest.param(True, marks=pytest.mark.main), False])
def test_from_finding_a_job_to_the_money(
    phone: Callable[..., Page], market: tuple[Api, Bounty, Api], tmp_path: Path, scripts: bool
) -> None:
    agent, bounty, worker = market
    given_payouts(worker)
    page = phone(worker.account, scripts=scripts)

    page.goto("/jobs")
    page.get_by_label("What, or where").fill("bakery")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Photograph the bakery").click()
    expect(page.get_by_text("The opening hours are readable.")).to_be_visible()
    page.get_by_role("link", name="Apply", exact=True).click()
    page.get_by_label("Why you?").fill("I live around the corner.")
    page.get_by_role("button", name="Send my application").click()
    expect(page.get_by_role("heading", name="They decide about your application")).to_be_visible()

    application = accept(agent, bounty)
    page.goto("/today")
    expect(page.get_by_text("Photograph the bakery").first).to_be_visible()
    page.goto(f"/work/{application.public_id}")
    page.get_by_role("button", name="Confirm my place").click()
    page.get_by_label("Photos and files").set_input_files([photo(tmp_path), photo(tmp_path)])
    page.get_by_label("What you did, in words").fill("Open from 7 to 19, closed on Sundays.")
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("Being looked at").first).to_be_visible()
    sent = Submission.objects.get(application=application)
    assert (sent.files.count(), sent.text_evidence) == (2, "Open from 7 to 19, closed on Sundays.")

    escrow = Application.objects.select_related("escrow").get(pk=application.pk).escrow
    assert escrow is not None
    agent.patch(f"/api/bounties/{bounty.public_id}/submissions/{sent.public_id}", {"action": "approve"})
    release = f"/api/escrow/{escrow.public_id}/release"
    assert agent.post(release, {"acknowledgeRelease": True, "expectedHumanPayoutCents": 2500}).status == 200
    page.goto(f"/work/{application.public_id}")
    expect(page.get_by_text("$25.00").first).to_be_visible()
    page.goto("/earnings")
    expect(page.get_by_text("$25.00").first).to_be_visible()
    page.goto("/earnings/withdraw")
    page.get_by_label("How much, in dollars").fill("25")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Withdraw $25.00").click()
    expect(page.get_by_text("$25.00").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth") if scripts else True
    assert violations() == []


@pytest.mark.main
def test_evidence_waits_in_the_browser_while_there_is_no_network(
    phone: Callable[..., Page], market: tuple[Api, Bounty, Api], tmp_path: Path
) -> None:
    agent, bounty, worker = market
    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {}).status == 200
    application = accept(agent, bounty)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}/confirm"
    assert worker.post(path).status == 200
    page = phone(worker.account)
    page.goto(f"/work/{application.public_id}")
    page.get_by_label("Photos and files").set_input_files([photo(tmp_path) for _ in range(3)])
    page.get_by_label("What you did, in words").fill("Three photos.")

    page.context.set_offline(True)
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("No network: what you sent is kept in this browser (3 files)")).to_be_visible()
    assert not Submission.objects.exists()

    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("Being looked at").first).to_be_visible()
    assert Submission.objects.get().files.count() == 3, "nothing lost, nothing twice"
    page.reload()
    page.wait_for_timeout(500)
    assert Submission.objects.count() == 1


def test_todays_brief_is_readable_without_a_network(
    phone: Callable[..., Page], market: tuple[Api, Bounty, Api]
) -> None:
    agent, bounty, worker = market
    worker.post(f"/api/bounties/{bounty.public_id}/applications", {})
    application = accept(agent, bounty)
    page = phone(worker.account)
    page.goto(f"/work/{application.public_id}")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_timeout(300)

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Photograph the bakery")).to_be_visible()
    page.goto("/earnings")
    expect(page.get_by_text("There is no network right now")).to_be_visible()


def test_a_double_tap_on_a_button_acts_once(phone: Callable[..., Page], market: tuple[Api, Bounty, Api]) -> None:
    agent, bounty, worker = market
    worker.post(f"/api/bounties/{bounty.public_id}/applications", {})
    application = accept(agent, bounty)
    page = phone(worker.account)
    page.goto(f"/work/{application.public_id}")
    page.get_by_role("button", name="Confirm my place").dblclick()
    expect(page.get_by_label("What you did, in words")).to_be_visible()
    application.refresh_from_db()
    assert application.confirmed_at is not None
