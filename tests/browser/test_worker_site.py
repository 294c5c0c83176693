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
from tests.factories.market import given_bounty, given_funded_agent, violations
from tests.marketplace.test_sessions import mailed_code
from wallet.models import Outflow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EMAIL = "beatriz@example.com"
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


def join(page: Page) -> None:
    """From the first page to a complete profile, as somebody who was never here."""
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Join").click()
    page.get_by_label("Email").fill(EMAIL)
    page.get_by_label("Country where you live").select_option("PT")
    page.get_by_role("button", name="Mail me a code").click()
    page.get_by_label("Code").fill(mailed_code(EMAIL))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Your name").fill("Beatriz Lima")
    page.get_by_label("In one line").fill("Careful errands")
    page.get_by_label("A few sentences").fill("I know every street of Lisbon.")
    page.get_by_label("What you can do").fill("photography, delivery")
    page.get_by_label("City").fill("Lisbon")
    page.get_by_label("Dollars an hour").fill("20")
    page.get_by_label("Time zone").select_option("Europe/Lisbon")
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_text("Welcome! Your profile is complete.")).to_be_visible()


def find_near_by(page: Page, scripts: bool) -> None:
    """Jobs around where the phone is; without a script, which alone is told where that is, around a city that is typed."""
    if scripts:
        page.context.grant_permissions(["geolocation"])
        page.context.set_geolocation({"latitude": 38.71234, "longitude": -9.13987, "accuracy": 12})
        page.get_by_role("button", name="Around where I am").click()
        page.wait_for_url("**near=*")
    else:
        page.get_by_text("More filters").click()
        page.get_by_label("City").fill("Lisbon")
        page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Photograph the bridge")).to_have_count(0)


def meet_the_gates(page: Page) -> None:
    """The job wants a verified identity: the sandbox stands in for the provider who checks it."""
    expect(page.get_by_text("Missing", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Send my application")).to_have_count(0)
    page.get_by_role("link", name="Do it now").click()
    page.get_by_label("Identity, of").select_option("PT")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You have it").first).to_be_visible()


@pytest.mark.parametrize("scripts", [pytest.param(True, marks=pytest.mark.main), False])
def test_from_signing_up_to_the_money_in_the_bank(
    phone: Callable[..., Page], market: tuple[Api, Bounty, Api], tmp_path: Path, scripts: bool
) -> None:
    agent, _, _ = market
    wanted = {"evidence_types": ["photo", "text"], "completion_criteria": "The opening hours are readable."}
    bounty = given_bounty(
        *(agent,),
        title="Photograph the bakery",
        city="Lisbon",
        country="PT",
        price_cents=2500,
        is_remote_allowed=False,
        identity_required=True,
        **wanted,
    )
    given_bounty(agent, title="Photograph the bridge", city="Porto", country="PT", is_remote_allowed=False)
    page = phone(scripts=scripts)
    join(page)
    expect(page.get_by_role("link", name="Photograph the bridge")).to_be_visible()

    find_near_by(page, scripts)
    page.get_by_role("link", name="Photograph the bakery").click()
    expect(page.get_by_text("The opening hours are readable.")).to_be_visible()
    page.get_by_role("link", name="Apply", exact=True).first.click()  # before one scrolls
    meet_the_gates(page)
    page.get_by_label("Why you?").fill("I live around the corner.")
    page.get_by_role("button", name="Send my application").click()
    expect(page.get_by_role("heading", name="They decide about your application")).to_be_visible()

    application = accept(agent, bounty)
    page.goto("/today")
    page.get_by_role("button", name="Confirm your place").click()
    hand_in(page, tmp_path, "Open from 7 to 19.")
    first = Submission.objects.get(application=application)
    assert (first.files.count(), first.text_evidence) == (2, "Open from 7 to 19.")
    decide(agent, first, "request_redo", "Is it open on Sundays?")

    page.goto("/today")
    expect(page.get_by_text("Is it open on Sundays?")).to_be_visible()
    page.get_by_role("link", name="Send it again").click()
    hand_in(page, tmp_path, "Closed on Sundays.")
    decide(agent, Submission.objects.get(text_evidence="Closed on Sundays."), "approve", "Just right.")
    escrow = Application.objects.select_related("escrow").get(pk=application.pk).escrow
    assert escrow is not None
    release = f"/api/escrow/{escrow.public_id}/release"
    assert agent.post(release, {"acknowledgeRelease": True}).status == 200
    page.goto(f"/work/{application.public_id}")
    expect(page.get_by_text("Just right.")).to_be_visible()
    expect(page.get_by_text("$25.00").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth") if scripts else True

    page.get_by_role("link", name="Your earnings").first.click()
    page.get_by_role("button", name="Give a bank account").click()
    page.get_by_label("Bank account number").fill("000123456789")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Your earnings").click()
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_label("How much, in dollars").fill("25")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Withdraw $25.00").dblclick()
    expect(page.get_by_text("$25.00 is on its way to your bank account")).to_be_visible()
    assert Outflow.objects.get().amount_cents == 2500, "a double tap withdraws once"
    assert violations() == []


def hand_in(page: Page, folder: Path, words: str) -> None:
    page.locator("#evidence").get_by_label("Photos and files").set_input_files([photo(folder), photo(folder)])
    page.get_by_label("What you did, in words").fill(words)
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("Being looked at").first).to_be_visible()


def decide(agent: Api, sent: Submission, action: str, response: str) -> None:
    path = f"/api/bounties/{sent.bounty.public_id}/submissions/{sent.public_id}"
    answer = agent.patch(path, {"action": action, "response": response})
    assert answer.status == 200, answer.body


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


def test_todays_brief_is_readable_when_it_is_opened_anew_without_a_network(
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
    again = page.context.new_page()
    page.close()
    again.goto(f"/work/{application.public_id}")
    expect(again.get_by_role("heading", name="Photograph the bakery")).to_be_visible()
    expect(again.get_by_text("The opening hours are readable.")).to_be_visible()
    expect(again.get_by_text("No network: this page is as of")).to_be_visible()
    again.goto("/earnings")
    expect(again.get_by_text("There is no network right now")).to_be_visible()


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
