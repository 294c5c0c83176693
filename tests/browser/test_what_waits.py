"""Nothing that a person sent from a bad network is lost: in Chromium, with a network that stalls, goes, and comes back."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from bounties.models import Application, Bounty, Submission
from bounties.rules.submissions import LIVE_WITHIN_SECONDS
from tests.api import Api
from tests.browser.test_worker_site import accept, market, phone, photo  # noqa: F401
from tests.factories.accounts import given_worker
from tests.factories.qa import given_run, given_tester

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Phone = Callable[..., Page]


@pytest.fixture
def seat(market: tuple[Api, Bounty, Api]) -> Application:  # noqa: F811
    """A place of the worker that is confirmed and waits for evidence."""
    agent, bounty, worker = market
    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {}).status == 200
    application = accept(agent, bounty)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}/confirm"
    assert worker.post(path).status == 200
    return application


def chosen(page: Page) -> int:
    return page.get_by_label("Photos and files").evaluate("field => field.files.length")


def fill(page: Page, tmp_path: Path, text: str = "Two photos.") -> None:
    page.get_by_label("Photos and files").set_input_files([photo(tmp_path), photo(tmp_path)])
    page.get_by_label("What you did, in words").fill(text)


@pytest.mark.main
def test_a_refused_form_comes_back_with_its_files_and_a_token_that_is_too_old_is_fetched_anew(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
    tmp_path: Path,
) -> None:
    page = phone(market[2].account)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"/work/{seat.public_id}")
    fill(page, tmp_path)
    page.locator("details", has=page.get_by_label("Links")).locator("summary").first.click()
    page.get_by_label("Links").fill("no address")
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.locator("main [role=alert]")).to_be_visible()
    assert not Submission.objects.exists()
    assert chosen(page) == 2, "the files are in their field again"
    expect(page.get_by_label("What you did, in words")).to_have_value("Two photos.")
    expect(page.get_by_text("Files have to be chosen again.")).to_have_count(0)
    page.goto("/settings")
    expect(page.get_by_text("It was not taken: Some fields need another value.")).to_be_visible()
    page.goto(f"/work/{seat.public_id}")
    expect(page.get_by_label("What you did, in words")).to_have_value("Two photos.")

    page.get_by_label("Links").fill("")
    page.context.clear_cookies(name="csrftoken")  # as after signing in anew in another tab
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("Being looked at").first).to_be_visible()
    expect(page.get_by_text("It is sent. They look at it now")).to_be_visible()
    assert Submission.objects.get().files.count() == 2
    page.goto("/today")
    expect(page.locator("#waiting > *")).to_have_count(0)
    assert faults == []


def test_evidence_without_its_photo_is_asked_about_and_sent_with_all_that_was_chosen(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
    tmp_path: Path,
) -> None:
    page = phone(market[2].account)
    page.goto(f"/work/{seat.public_id}")
    notes = tmp_path / "notes.txt"
    notes.write_text("The shop was shut.")
    page.get_by_label("Photos and files").evaluate("field => field.removeAttribute('accept')")
    page.get_by_label("Photos and files").set_input_files([notes])
    page.get_by_label("What you did, in words").fill("It was shut.")
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("Still missing: Photo. Send it anyway?").first).to_be_visible()
    assert chosen(page) == 1 and not Submission.objects.exists()
    expect(page.get_by_label("What you did, in words")).to_have_value("It was shut.")

    page.get_by_role("button", name="Send it anyway").click()

    expect(page.get_by_text("It is sent. They look at it now")).to_be_visible()
    assert [file.name for file in Submission.objects.get().files.all()] == ["notes.txt"]


@pytest.mark.main
def test_what_waits_is_shown_and_sent_from_any_page_of_its_sender_alone(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
    tmp_path: Path,
) -> None:
    page = phone(market[2].account)
    page.goto("/today")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.goto("/today?show=ended")
    page.goto(f"/work/{seat.public_id}")
    fill(page, tmp_path)
    page.context.set_offline(True)
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("No network: what you sent is kept in this browser (2 files)")).to_be_visible()

    page.goto("/today")
    expect(page.get_by_text("Waits for you")).to_be_visible()  # the page without a query
    expect(page.get_by_text("No network: this page is as of")).to_be_visible()
    expect(page.get_by_text("Waits to be sent: 2 files. Photograph the bakery")).to_be_visible()
    page.goto("/earnings")
    expect(page.get_by_text("There is no network right now")).to_be_visible()
    expect(page.get_by_text("Waits to be sent: 2 files. Photograph the bakery")).to_be_visible()

    session = page.context.cookies()
    page.context.clear_cookies(name="sessionid")  # the session ended, and the next person takes the phone
    page.context.set_offline(False)
    page.goto("/account/login")
    page.context.set_offline(True)
    page.goto("/today")
    expect(page.get_by_text("There is no network right now")).to_be_visible()  # nothing of the one before
    page.context.set_offline(False)
    other = phone(given_worker(name="Rui").account).context.cookies()
    page.context.add_cookies([cookie for cookie in other if cookie["name"] == "sessionid"])
    page.goto("/today")
    page.wait_for_timeout(300)
    expect(page.locator("#waiting")).to_have_count(0)
    assert not Submission.objects.exists()

    page.context.add_cookies([cookie for cookie in session if cookie["name"] == "sessionid"])
    page.goto("/settings")
    expect(page.get_by_text("It is sent.")).to_be_visible()
    assert Submission.objects.get().files.count() == 2


def test_what_an_ended_place_takes_no_more_does_not_wait_to_be_sent(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
    tmp_path: Path,
) -> None:
    _agent, bounty, worker = market
    page = phone(worker.account)
    page.goto(f"/work/{seat.public_id}")
    fill(page, tmp_path)
    page.context.set_offline(True)
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("Waits to be sent: 2 files.")).to_be_visible()

    path = f"/api/bounties/{bounty.public_id}/applications/{seat.public_id}"
    assert worker.patch(path, {"action": "withdraw"}).status == 200
    # As after signing in anew: the seat's page has no form that would name another.
    page.context.clear_cookies(name="csrftoken")
    page.context.set_offline(False)

    for address in ("/settings", f"/work/{seat.public_id}"):
        page.goto(address)
        expect(page.get_by_text("It was not taken:")).to_be_visible()
        expect(page.get_by_text("Not sent: 2 files. Photograph the bakery")).to_be_visible()
        expect(page.get_by_text("Waits to be sent")).to_have_count(0)
    assert not Submission.objects.exists()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Throw it away").click()
    expect(page.locator("#waiting > *")).to_have_count(0)


def test_a_network_that_stands_still_is_given_up_and_signing_out_asks_first(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
    tmp_path: Path,
) -> None:
    page = phone(market[2].account)
    page.clock.install()
    page.goto(f"/work/{seat.public_id}")
    fill(page, tmp_path)
    stalled: list[Route] = []
    page.route(
        f"**/work/{seat.public_id}",
        lambda route: stalled.append(route) if route.request.method == "POST" else route.continue_(),
    )
    with page.expect_request(lambda request: request.method == "POST"):  # only then is there something to give up
        page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("Sending. It stays in this browser")).to_be_visible()
    page.clock.fast_forward("05:00")
    expect(page.get_by_text("The network stands still.")).to_be_visible()

    page.unroute(f"**/work/{seat.public_id}")
    page.context.set_offline(True)
    page.get_by_role("button", name="Change it").click()
    assert chosen(page) == 2
    page.context.set_offline(False)
    page.goto("/settings")
    expect(page.get_by_text("Not sent: 2 files.")).to_be_visible()
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Sign out here").click()
    page.wait_for_timeout(300)
    assert "2 files" in asked[0] and page.url.endswith("/settings")
    assert Session.objects.exists()
    assert not Submission.objects.exists()
    page.goto(f"/work/{seat.public_id}")
    expect(page.get_by_label("What you did, in words")).to_have_value("Two photos.")
    assert chosen(page) == 2


def test_a_photo_that_waited_too_long_to_be_live_is_not_sent_without_asking(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
    tmp_path: Path,
) -> None:
    terms = seat.terms_snapshot | {"liveCaptureRequirement": "photo"}
    Application.objects.filter(pk=seat.pk).update(terms_snapshot=terms)
    Bounty.objects.filter(pk=seat.bounty_id).update(live_capture="photo")
    page = phone(market[2].account)
    page.clock.install()
    page.goto(f"/work/{seat.public_id}")
    assert page.locator("form[data-live-within]").get_attribute("data-live-within") == str(LIVE_WITHIN_SECONDS)
    page.get_by_label("Take the photo now").first.set_input_files(photo(tmp_path))
    page.get_by_label("What you did, in words").fill("Live.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Send my evidence").click()
    expect(page.get_by_text("counts as taken just now until")).to_be_visible()
    page.clock.fast_forward(timedelta(minutes=11).seconds * 1000)
    page.context.set_offline(False)
    expect(page.get_by_text("It has waited for more than ten minutes")).to_be_visible()
    assert not Submission.objects.exists()
    page.get_by_role("button", name="Send it as it is").click()
    expect(page.get_by_text("Being looked at").first).to_be_visible()


def test_the_place_of_the_phone_is_looked_for_with_a_reason_when_it_fails(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,
) -> None:
    terms = seat.terms_snapshot
    Application.objects.filter(pk=seat.pk).update(
        terms_snapshot=terms | {"location": terms["location"] | {"isRemoteAllowed": False}}
    )
    page = phone(market[2].account)
    page.add_init_script(
        "navigator.geolocation.getCurrentPosition = (found, failed, how) => { Object.assign(window, { how, failed }); }"
    )
    page.goto(f"/work/{seat.public_id}")
    button = page.locator("[data-place]").first
    button.click()
    expect(page.get_by_text("Looking for your place…")).to_be_visible()
    expect(button).to_be_disabled()
    assert page.evaluate("how.enableHighAccuracy && how.timeout > 0")
    page.evaluate("failed({ code: 3 })")
    expect(page.get_by_text("Finding your place took too long.")).to_be_visible()
    expect(button).to_be_enabled()


def test_one_more_finding_sends_no_report_and_going_back_from_a_refusal_brings_back_what_was_typed(
    phone: Phone,  # noqa: F811
    house_accounts: None,
) -> None:
    _, run = given_run()
    worker, seat = given_tester(run)
    page = phone(worker.account)
    page.goto(f"/work/{seat.public_id}/test")
    page.get_by_label("In one line").first.fill("The cart is empty")
    shown = page.locator("fieldset.card").count()
    page.get_by_role("button", name="One more finding").click()
    expect(page.locator("fieldset.card")).to_have_count(shown + 1)
    expect(page.get_by_label("In one line").first).to_have_value("The cart is empty")
    assert not Submission.objects.exists()
    expect(page.locator("#waiting > *")).to_have_count(0)

    page.goto(f"/work/{seat.public_id}")
    page.locator("details", has_text="Ask for more time").locator("summary").click()
    page.get_by_label("Hours more").fill("3")
    page.get_by_label("Why", exact=True).fill("The page is slow.")
    page.route(
        f"**/work/{seat.public_id}",
        lambda route: (
            route.fulfill(status=429, body="Too many") if route.request.method == "POST" else route.continue_()
        ),
    )
    page.locator("#more-time button").click()
    expect(page.get_by_text("Too many")).to_be_visible()
    page.unroute_all()
    page.go_back()
    expect(page.get_by_label("Why", exact=True)).to_have_value("The page is slow.")
