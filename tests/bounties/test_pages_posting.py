"""/owner/jobs/new: a person posts a job by hand, and sees before what it costs and whom it reaches."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty, PayMinimum, ScreeningRule
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.visitor import HTML, Seen, Visitor
from wallet import ledger
from wallet.models import Checkout

pytestmark = pytest.mark.django_db
PATH = "/owner/jobs/new"
SIMPLE: dict[str, Any] = {
    "title": "Photograph a shop front",
    "description": "One sharp photo of it.",
    "price": "10",
    "estimatedHours": "0,5",
}


@pytest.fixture
def agent() -> Api:
    return given_funded_agent(10_000)


@pytest.fixture
def person(agent: Api) -> Visitor:
    return Visitor(agent.account)


def checked(person: Visitor, **fields: Any) -> Seen:
    return person.send(person.open(PATH), "post", **SIMPLE | fields, check="true")


def posted(person: Visitor, **fields: Any) -> Seen:
    return person.send(checked(person, **fields), "post", send="true")


def balance(agent: Api) -> int:
    return ledger.balance(ledger.wallet(agent.account.pk))


def refused(seen: Seen, *texts: str) -> None:
    assert seen.status == 200
    for text in texts:
        assert text in seen.text, seen.text


# ------------------------------------------------------------------ the check, and the sum


def test_a_check_tells_the_exact_sum_and_what_is_left_and_posts_nothing(agent: Api, person: Visitor) -> None:
    with untouched():
        seen = checked(person, spotsAvailable="2")

    for text in (
        "Pay $20.00",
        "2 people, $10.00 each",
        "Your wallet $100.00",
        "fewer than 5",
        "you can cancel the job",
    ):
        assert text in seen.text, text
    total = 2000 + 2 * Bounty(seat_cents=1000, fee_bps=1800).unit.fee
    assert f"Post for ${total / 100:.2f}" in seen.text
    assert f"Left afterwards ${(10_000 - total) / 100:.2f}" in seen.text
    assert dict(seen.form("post").fields)["title"] == SIMPLE["title"]


def test_nothing_is_ticked_before_the_owner_ticks_it(agent: Api, person: Visitor) -> None:
    fresh = person.open(PATH)

    assert 'type="checkbox"' in fresh.html and " checked" not in fresh.html.replace('value="true" checked', "", 1)
    assert "Nobody asks you then" in fresh.text
    posted(person)
    made = Bounty.objects.get(owner=agent.account)
    assert (made.auto_accept, made.evidence_types, made.auto_expire_ghosts) == (False, [], False)


def test_what_is_filled_into_messages_is_said_in_words(person: Visitor) -> None:
    assert "{{bountyTitle}} what the job is, in one line" in person.open(PATH).text


def test_what_is_wrong_is_listed_by_the_labels_of_its_fields(person: Visitor) -> None:
    with untouched():
        seen = checked(person, estimatedHours="abc", spotsAvailable="1.5")

    refused(seen, "Hours that one person needs: Give a number.", "How many people: Give a whole number.")


def test_posting_takes_that_sum_and_leads_to_the_job(agent: Api, person: Visitor) -> None:
    seen = posted(person, skillsNeeded="photography, walking", evidenceTypes=["photo"])

    job = Bounty.objects.get()
    assert seen.path == f"/owner/jobs/{job.public_id}"
    assert "$11.80 left your wallet" in seen.text
    assert (job.status, job.price_cents, job.estimated_hours) == ("open", 1000, Decimal("0.5"))
    assert (job.evidence_types, job.skills_needed) == (["photo"], ["photography", "walking"])
    assert balance(agent) == 10_000 - 1180


def test_a_second_tap_posts_once(agent: Api, person: Visitor) -> None:
    seen = checked(person)

    first, second = (person.send(seen, "post", send="true") for _ in range(2))

    assert first.path == second.path
    assert (Bounty.objects.count(), balance(agent)) == (1, 10_000 - 1180)


def test_what_was_changed_after_the_check_is_not_posted_for_the_old_sum(agent: Api, person: Visitor) -> None:
    seen = checked(person)

    with untouched():
        again = person.send(seen, "post", send="true", price="20")

    refused(again, "The cost is $23.60 now", "Post for $23.60")
    assert person.send(again, "post", send="true").path.startswith("/owner/jobs/")
    assert Bounty.objects.get().price_cents == 2000


def test_without_a_check_the_sum_is_shown_first(agent: Api, person: Visitor) -> None:
    with untouched():
        seen = person.send(person.open(PATH), "post", **SIMPLE)

    refused(seen, "Post for $11.80")


def test_a_script_is_given_the_part_beside_the_form_and_never_posts(agent: Api, person: Visitor) -> None:
    form = checked(person).form("post").data | {"send": ["true"], "agreedCents": ["1180"]}

    with untouched():
        answer = person.client.post(PATH, form, headers=HTML | {"HX-Request": "true"})

    assert answer.status_code == 200
    assert b"Post for" in answer.content
    assert b"<html" not in answer.content


def test_what_is_missing_is_named_and_the_cost_is_told_already(person: Visitor) -> None:
    with untouched():
        seen = checked(person, title="", description="", estimatedHours="")

    refused(seen, "Still missing: what it is, in one line, what to do, how long it takes.", "Total $11.80")
    assert "Post for" not in seen.text


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({"price": "ten"}, "price", "Give dollars"),
        ({"estimatedHours": "0"}, "estimatedHours", "above 0"),
        ({"spotsAvailable": "1.5"}, "spotsAvailable", "whole number"),
        ({"location.isRemoteAllowed": "false"}, "location.country", "names its country"),
        ({"deadline": "2020-01-01T10:00"}, "deadline", "in the future"),
        ({"deadline": "soon"}, "deadline", ""),
        ({"details.live": "Show your face (optional)"}, "details.text", "live video"),
        ({"submissionMode": "photo_upload", "upload.max": "9"}, "upload.max", "at most 4"),
        ({"title": "x" * 201}, "title", "at most 200"),
        ({"description": "a\0b"}, "description", ""),
    ],
)
def test_a_fault_stands_at_its_field_and_what_was_typed_stays(
    person: Visitor, fields: dict[str, str], name: str, words: str
) -> None:
    with untouched():
        seen = checked(person, **fields)

    assert f'id="post-{name}-error"' in seen.html
    assert f'href="#post-{name}"' in seen.html
    assert words.lower() in seen.text.lower()
    held = dict(seen.form("post").fields)
    assert {key: held[key] for key in fields if "\0" not in fields[key]} == {
        key: value for key, value in fields.items() if "\0" not in value
    }
    assert "Post for" not in seen.text


def test_too_little_pay_for_the_place_is_refused_with_the_least_sum(person: Visitor) -> None:
    PayMinimum.objects.create(country="PT", hourly_cents=3000)
    place = {"location.isRemoteAllowed": "false", "location.country": "PT", "deadline": _in_days(9)}

    with untouched():
        seen = checked(person, **place)
    refused(seen, "At least $15.00 here")
    assert 'id="post-price-error"' in seen.html

    assert "Post for" in checked(person, **place, price="15").text


def test_a_short_wallet_says_by_how_much_and_leads_to_the_page_that_pays_the_rest() -> None:
    agent = given_funded_agent(500)
    person = Visitor(agent.account)

    with untouched():
        seen = checked(person)
    refused(seen, "Your wallet is $6.80 short", "pay $6.80 on the page that follows", "$5.00 comes from your wallet")
    assert "/owner/wallet/add" in seen.links

    page = person.send(seen, "post", send="true")
    job, checkout = Bounty.objects.get(), Checkout.objects.get(purpose="bounty")
    assert page.path == f"/checkout/{checkout.public_id}"
    assert (job.status, checkout.amount_cents) == ("pending_deposit", 680)
    assert balance(agent) == 500


def test_a_job_that_staff_must_read_says_so(person: Visitor) -> None:
    ScreeningRule.objects.create(phrase="shop front", reason="test")

    refused(checked(person), "Our staff read this job before people see it")
    assert "Our staff read the job" in posted(person).text


def test_hostile_words_are_only_words(person: Visitor) -> None:
    evil = "\"'><img src=x onerror=alert(1)><script>alert(1)</script>{{ service }}"

    seen = checked(person, title=evil, description=evil, completionQuestions=evil, agentName=evil[:60])

    assert "<script>alert(1)" not in seen.html
    assert "<img src=x" not in seen.html
    assert dict(seen.form("post").fields)["title"] == evil


# ------------------------------------------------------------------ everything that the API takes


def test_the_form_says_everything_that_the_api_takes(agent: Api, person: Visitor) -> None:
    start = clock.now() + timedelta(days=10)
    fields = {
        "completionCriteria": "Readable.",
        "evidenceTypes": ["photo", "text"],
        "category": "labor-gigs",
        "location.isRemoteAllowed": "false",
        "location.city": "Lisbon",
        "location.country": "PT",
        "priceType": "hourly",
        "estimatedHours": "2",
        "deadline": (start - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"),
        "scheduledStartAt": start.strftime("%Y-%m-%dT%H:%M"),
        "scheduledStartTimeZone": "Europe/Lisbon",
        "completionWindowHours": "24",
        "startWindowMinutes": "30",
        "responseWindowHours": "12",
        "attendanceRadiusMeters": "200",
        "autoExpireGhosts": "true",
        "autoAccept": None,
        "identityRequired": "true",
        "linkedinVerifiedRequired": "true",
        "micCheckRequired": "true",
        "autoAcceptMinMicScore": "3,5",
        "keepApplicantsOnFill": "true",
        "languageProficiencyRequirement.minimumCefr": "B2",
        "completionQuestions": "Was it open?\nAny remarks? (optional)",
        "details.text": "Why you?",
        "details.checkbox": "I own a camera",
        "details.image": "Your camera",
        "requiredLinks": ["linkedin"],
        "requiredLinks.custom": "Your best photo",
        "liveCaptureRequirement": "photo",
        "signage": "poster_provided",
        "checkIns.times": start.strftime("%Y-%m-%d %H:%M"),
        "checkIns.photoRequired": "true",
        "lifecycleMessages.onAccepted": "Welcome {{name}}",
        "agentName": "Ada's agent",
    }
    posted(person, **fields)

    shown = agent.get(f"/api/bounties/{Bounty.objects.get().public_id}")["bounty"]
    assert shown["location"] == {"city": "Lisbon", "state": "", "country": "PT", "isRemoteAllowed": False}
    assert (shown["price"], shown["priceType"], shown["estimatedHours"]) == (10, "hourly", 2)
    assert (shown["autoAccept"], shown["autoAcceptMinMicScore"], shown["autoExpireGhosts"]) == (False, 3.5, True)
    assert shown["languageProficiencyRequirement"] == {"language": "en", "minimumCefr": "B2"}
    assert [(row["prompt"], row["required"]) for row in shown["completionQuestions"]] == [
        ("Was it open?", True),
        ("Any remarks?", False),
    ]
    assert [row["type"] for row in shown["applicationDetails"]] == ["text", "checkbox", "file_upload"]
    assert [row["type"] for row in shown["requiredLinks"]] == ["linkedin", "custom"]
    assert (shown["checkIns"]["photoRequired"], len(shown["checkIns"]["times"])) == (True, 1)
    assert (shown["liveCaptureRequirement"], shown["signage"]) == ("photo", "poster_provided")
    assert shown["lifecycleMessages"] == {"onAccepted": "Welcome {{name}}"}
    offset = "+00:00" if start.month in (11, 12, 1, 2) else "+01:00"
    assert shown["scheduledStartAt"][:16] == start.strftime("%Y-%m-%dT%H:%M") or offset != "+00:00"

    again = person.open(f"{PATH}?from={shown['id']}").form("post").data
    for name, value in fields.items():
        if name in ("autoAccept", "autoAcceptMinMicScore"):
            continue
        held = again.get(name, [])
        texts = [item.replace("\r\n", "\n").strip("\n") for item in held]
        if name == "checkIns.times":
            texts = [text.replace("T", " ") for text in texts]
        assert texts == (value if isinstance(value, list) else [value]), name


def test_a_collection_of_files_is_posted_with_its_texts(agent: Api, person: Visitor) -> None:
    consent = "I took these photos, and you may use them."
    posted(
        person,
        submissionMode="photo_upload",
        **{
            "upload.max": "3",
            "upload.consentText": consent,
            "upload.confirmationMessage": "Thank you, we look at them.",
        },
    )

    job = Bounty.objects.get()
    assert job.upload_settings is not None
    assert (job.submission_mode, job.upload_settings["maxImages"]) == ("photo_upload", 3)


# ------------------------------------------------------------------ the page


def test_a_stranger_signs_in_and_finds_the_form_as_it_was(agent: Api) -> None:
    stranger = Visitor()
    assert stranger.open(PATH).path.startswith("/account/login")

    signed = Visitor(agent.account)
    form = signed.open(PATH).form("post").data | {name: [value] for name, value in SIMPLE.items()}
    signed.client.logout()
    with untouched():
        answer = signed.client.post(PATH, form, headers=HTML | {"HX-Request": "true"})
    assert answer.status_code in (200, 302, 403)


def test_whoever_has_an_account_may_post(person: Visitor) -> None:
    assert Visitor(given_worker().account).open(PATH).status == 200


def test_the_page_and_the_check_take_few_statements_whatever_there_is(agent: Api, person: Visitor) -> None:
    given_bounty(agent)
    form = checked(person).form("post").data | {"check": ["true"]}

    def statements() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as page:
            person.open(PATH)
        with CaptureQueriesContext(connection) as check:
            person.client.post(PATH, form, headers=HTML)
        return len(page), len(check)

    few = statements()
    for _ in range(4):
        given_bounty(agent)

    assert statements() == few
    assert few[0] <= 15


def _in_days(days: int) -> str:
    return (clock.now() + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


def test_countries_are_chosen_by_name_and_those_that_were_chosen_stand_first(person: Visitor) -> None:
    empty = person.open(PATH)
    assert "Portugal" in empty.text and 'name="supportedCountries" value="PT"' in empty.html
    assert "supportedCountries" not in empty.form("post").data

    seen = checked(person, supportedCountries=["PT", "ES"])

    assert seen.form("post").data["supportedCountries"] == ["PT", "ES"]
    assert "Choose countries" not in seen.text and "Portugal, Spain" in seen.text


def test_no_country_of_ours_is_a_fault_at_its_field(person: Visitor) -> None:
    with untouched():
        seen = checked(person, supportedCountries="Atlantis")

    assert 'id="post-supportedCountries-error"' in seen.html and "Post for" not in seen.text
