"""A page with several forms: when one is sent, what was typed into the others is there again."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bounties.models import Application, Bounty, Submission
from humans.models import Profile
from tests.api import Api
from tests.browser.test_what_waits import seat  # noqa: F401
from tests.browser.test_worker_site import market, phone, photo  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Phone = Callable[..., Page]


@pytest.mark.main
def test_a_profile_that_is_being_written_is_still_there_after_a_photo_was_added(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    tmp_path: Path,
) -> None:
    me = market[2].account
    page = phone(me)
    page.goto("/profile")
    page.get_by_label("In one line").fill("Photos by bicycle")
    page.get_by_label("Country").select_option("PT")
    page.get_by_label("Mail me about jobs").set_checked(False)
    page.get_by_label("Add photos").set_input_files(photo(tmp_path))
    page.get_by_role("button", name="Add", exact=True).click()

    expect(page.get_by_text("Added. Everybody can see it now.")).to_be_visible()
    expect(page.get_by_label("In one line")).to_have_value("Photos by bicycle")
    expect(page.get_by_label("Country")).to_have_value("PT")
    expect(page.get_by_label("Mail me about jobs")).not_to_be_checked()
    assert Profile.objects.get(account=me).headline != "Photos by bicycle", "it was not sent"

    page.get_by_role("button", name="Remove photo 1").click()
    expect(page.get_by_text("Removed.")).to_be_visible()
    expect(page.get_by_label("In one line")).to_have_value("Photos by bicycle")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert Profile.objects.get(account=me).headline == "Photos by bicycle"


def test_evidence_that_is_being_written_outlives_another_act_of_its_page_and_no_other_page(
    phone: Phone,  # noqa: F811
    market: tuple[Api, Bounty, Api],  # noqa: F811
    seat: Application,  # noqa: F811
) -> None:
    page = phone(market[2].account)
    page.goto(f"/work/{seat.public_id}")
    page.get_by_label("What you did, in words").fill("Four shelves, from the left.")
    page.get_by_role("button", name="I have begun").click()

    expect(page.get_by_role("button", name="I have begun")).to_have_count(0)
    expect(page.get_by_label("What you did, in words")).to_have_value("Four shelves, from the left.")
    assert not Submission.objects.exists()

    page.goto("/today")
    page.goto(f"/work/{seat.public_id}")
    expect(page.get_by_label("What you did, in words")).to_have_value("")
