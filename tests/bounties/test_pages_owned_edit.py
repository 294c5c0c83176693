"""/owner/jobs/{id}/edit: only what was changed is sent, and money moves after its exact sum was agreed to."""

import json

import pytest

from bounties.models import Bounty
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_released,
    untouched,
)
from tests.visitor import Seen, Visitor
from wallet import ledger
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def opened(bounty: Bounty) -> tuple[Visitor, Seen]:
    visitor = Visitor(bounty.owner)
    return visitor, visitor.open(f"/owner/jobs/{bounty.public_id}/edit")


def balance(bounty: Bounty) -> int:
    return ledger.balance(ledger.wallet(bounty.owner_id))


def test_only_what_differs_from_the_page_is_changed() -> None:
    bounty = given_bounty(given_funded_agent(), city="Lisbon", country="PT")
    visitor, page = opened(bounty)
    Bounty.objects.filter(pk=bounty.pk).update(skills_needed=["added by the agent"])

    done = visitor.send(page, "edit", title="Photograph two shops", completionWindowHours="24", autoAccept=None)

    bounty.refresh_from_db()
    assert (bounty.title, bounty.completion_window_hours, bounty.auto_accept) == ("Photograph two shops", 24, False)
    assert bounty.skills_needed == ["added by the agent"] and (bounty.city, bounty.country) == ("Lisbon", "PT")
    assert "Saved." in done.text and done.path == f"/owner/jobs/{bounty.public_id}"


def test_who_may_apply_and_what_counts_as_there_is_changed_by_hand() -> None:
    bounty = given_bounty(given_funded_agent(), city="Lisbon", country="PT", identity_required=True)
    visitor, page = opened(bounty)
    kept = dict(page.form("edit").fields)
    assert kept["identityRequired"] and "linkedinVerifiedRequired" not in kept

    done = visitor.send(
        page, "edit", identityRequired=None, linkedinVerifiedRequired="true", micCheckRequired="true",
        attendanceRadiusMeters="150", supportedCountries=["PT", "ES"],
    )  # fmt: skip

    assert "Saved." in done.text
    bounty.refresh_from_db()
    assert (bounty.identity_required, bounty.linkedin_verified_required, bounty.mic_check_required) == (
        False,
        True,
        True,
    )
    assert (bounty.attendance_radius_meters, sorted(bounty.supported_countries)) == (150, ["ES", "PT"])


def test_a_job_that_moves_to_another_city_takes_no_state_along() -> None:
    """The state is a field of the form, so that another city of the country does not stand in the old one's."""
    bounty = given_bounty(given_funded_agent(), city="Springfield", state="IL", country="US")
    visitor, page = opened(bounty)
    assert dict(page.form("edit").fields)["location.state"] == "IL"

    done = visitor.send(page, "edit", **{"location.city": "Boston", "location.state": "MA"})

    bounty.refresh_from_db()
    assert "Saved." in done.text and (bounty.city, bounty.state, bounty.country) == ("Boston", "MA", "US")


def test_only_those_whose_work_goes_on_are_counted_as_asked() -> None:
    agent = given_funded_agent(50_000)
    bounty = given_bounty(agent, spots_available=3)
    given_released(agent=agent, bounty=bounty)
    visitor, page = opened(bounty)
    assert "at work on it" not in page.text and "each of them is asked" not in page.text

    given_confirmed(agent=agent, bounty=bounty)

    assert "1 person is at work on it." in visitor.open(page.path).text


def test_what_the_form_has_not_is_changed_by_a_program_or_by_posting_again() -> None:
    bounty = given_bounty(given_funded_agent())

    _visitor, page = opened(bounty)

    assert "A program with a key of your account can change them." in page.text
    assert f"/owner/jobs/new?from={bounty.public_id}" in page.links


def test_a_page_from_before_a_box_was_there_takes_no_check_away() -> None:
    bounty = given_bounty(given_funded_agent(), identity_required=True)
    visitor, page = opened(bounty)
    was = json.loads(dict(page.form("edit").fields)["was"])
    del was["identityRequired"]

    visitor.send(page, "edit", was=json.dumps(was), identityRequired=None, title="Another title")

    bounty.refresh_from_db()
    assert (bounty.title, bounty.identity_required) == ("Another title", True)


def test_nothing_changed_and_what_can_not_be_are_said_beside_what_was_typed() -> None:
    bounty = given_bounty(given_funded_agent())
    visitor, page = opened(bounty)

    with untouched():
        assert "Nothing is changed yet." in visitor.send(page, "edit").text
        wrong = visitor.send(page, "edit", title="", price="much", spotsAvailable="0", description="Kept as typed")
        broken = visitor.send(page, "edit", was="no")
    assert wrong.status == 400 and "Kept as typed" in wrong.html and 'value="much"' in wrong.html
    assert wrong.html.count('aria-invalid="true"') == 3
    assert broken.status == 400 and "not from our page" in broken.text


def test_a_raise_shows_its_exact_sum_first_and_is_paid_once() -> None:
    bounty = given_bounty(given_funded_agent(2_000))
    visitor, page = opened(bounty)

    with untouched():
        asked = visitor.send(page, "edit", price="6", spotsAvailable="2")
    assert asked.status == 409 and "$8.26 goes from your wallet into this job" in asked.text
    assert "Pay for each $5.00 → $6.00 Places 1 → 2" in asked.text and "In your wallet $14.10" in asked.text
    for _ in range(2):
        saved = visitor.send(asked, "edit")

    bounty.refresh_from_db()
    assert (bounty.price_cents, bounty.spots_available, balance(bounty)) == (600, 2, 2_000 - 2 * 708)
    assert "$8.26 was taken from your wallet" in saved.text


def test_what_comes_back_is_agreed_to_as_well() -> None:
    bounty = given_bounty(given_funded_agent(2_000), spots_available=2)
    visitor, page = opened(bounty)

    with untouched():
        asked = visitor.send(page, "edit", spotsAvailable="1")
        assert "$5.90 goes back into your wallet" in asked.text
    saved = visitor.send(asked, "edit")

    bounty.refresh_from_db()
    assert (bounty.spots_available, balance(bounty)) == (1, 2_000 - 590) and "$5.90 is back" in saved.text


def test_a_sum_that_is_not_the_agreed_one_moves_nothing() -> None:
    bounty = given_bounty(given_funded_agent(5_000))
    visitor, page = opened(bounty)
    asked = visitor.send(page, "edit", spotsAvailable="2")

    with untouched():
        again = visitor.send(asked, "edit", spotsAvailable="3")

    assert again.status == 409 and "$11.80 goes from your wallet" in again.text


def test_a_raise_that_the_wallet_does_not_cover_leads_to_a_payment_page() -> None:
    bounty = given_bounty(given_funded_agent(600))
    visitor, page = opened(bounty)

    saved = visitor.send(visitor.send(page, "edit", spotsAvailable="3"), "edit")

    bounty.refresh_from_db()
    assert bounty.status == "pending_funding" and "Pay the rest on the page below" in saved.text
    assert any("/checkout" in link for link in saved.links)
    given_up = visitor.send(saved, "resume")
    bounty.refresh_from_db()
    assert bounty.status == "open" and bounty.spots_available == 1 and "Open again." in given_up.text


def test_hired_people_are_asked_and_the_page_says_so_before() -> None:
    seat = given_confirmed()
    visitor, page = opened(seat.bounty)
    assert "1 person is at work on it." in page.text and "each of them is asked" in page.text

    visitor.send(page, "edit", description="Two photos now.")

    assert Event.objects.filter(type="application.terms_changed").exists()
    person = visitor.open(f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}")
    assert "You changed the job: they have not answered yet" in person.text and "Two photos now." in person.text


def test_a_start_is_in_the_readers_zone() -> None:
    bounty = given_bounty(given_funded_agent())
    bounty.owner.__class__.objects.filter(pk=bounty.owner_id).update(time_zone="Europe/Lisbon")
    visitor, page = opened(bounty)

    saved = visitor.send(page, "edit", scheduledStartAt="2027-01-10T09:30", deadline="2027-01-09T18:00")

    bounty.refresh_from_db()
    assert saved.status == 200 and bounty.scheduled_start_at is not None
    assert bounty.scheduled_start_at.isoformat() == "2027-01-10T09:30:00+00:00"
    assert bounty.scheduled_start_time_zone == "Europe/Lisbon"


def test_a_job_that_is_over_can_only_be_posted_again() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    assert agent.delete(f"/api/bounties/{bounty.public_id}").status == 200

    _, page = opened(bounty)

    assert [form.act for form in page.forms] == [] and f"/owner/jobs/new?from={bounty.public_id}" in page.links
