"""/owner/jobs/new?from=…: an earlier job posted again, with its cost at once."""

from datetime import timedelta

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from tests.api import Api
from tests.bounties.test_pages_posting import PATH
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_funded_agent, given_hired
from tests.visitor import Visitor

EXCLUDED = "excludedParticipantSourceBountyIds"

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Api:
    return given_funded_agent(10_000)


@pytest.fixture
def person(agent: Api) -> Visitor:
    return Visitor(agent.account)


def test_an_earlier_job_fills_the_form_without_dates_that_are_over(agent: Api, person: Visitor) -> None:
    job = given_bounty(agent, title="Weekly count", skills_needed=["counting"], completion_window_hours=5)
    Bounty.objects.filter(pk=job.pk).update(deadline=clock.now() - timedelta(days=1))

    listed = person.open(PATH)
    assert "Weekly count" in listed.text
    held = person.open(f"{PATH}?from={job.public_id}").form("post").data

    assert (held["title"], held["skillsNeeded"], held["deadline"]) == (["Weekly count"], ["counting"], [""])
    assert (held["price"], held["completionWindowHours"], held["spotsAvailable"]) == (["5"], ["5"], ["1"])


def test_posting_again_opens_with_the_cost_of_what_is_filled_in_and_posts_it_at_once(
    agent: Api, person: Visitor
) -> None:
    job = given_bounty(agent, title="Weekly count", spots_available=2)
    Bounty.objects.filter(pk=job.pk).update(deadline=clock.now() - timedelta(days=1))

    page = person.open(f"{PATH}?from={job.public_id}")

    assert "Pay $10.00 2 people, $5.00 each" in page.text and "Total $11.80" in page.text
    assert "Whom it reaches" in page.text and "Say what it pays" not in page.text
    assert '<details class="card" open>' not in page.html, "what is not asked about stays folded"
    person.send(page, "post")
    assert Bounty.objects.filter(title="Weekly count", status="open").count() == 2


def test_posting_again_says_what_a_rule_of_today_would_refuse(agent: Api, person: Visitor) -> None:
    job = given_bounty(agent, title="Weekly count")
    Bounty.objects.filter(pk=job.pk).update(start_window_minutes=2)
    page = person.open(f"{PATH}?from={job.public_id}")
    assert page.status == 200 and "This needs another value:" in page.text and "Post for" not in page.text


def test_only_own_ordinary_jobs_are_taken_over(agent: Api, person: Visitor) -> None:
    theirs = given_bounty(given_funded_agent())
    hidden = given_bounty(given_agent())
    run = given_bounty(agent)
    Bounty.objects.filter(pk=run.pk).update(kind="qa")

    assert person.open(f"{PATH}?from={theirs.public_id}").status == 403
    assert person.open(f"{PATH}?from={hidden.public_id}").status == 404
    assert person.open(f"{PATH}?from={run.public_id}").status == 404
    assert person.open(f"{PATH}?from=nonsense").status == 404
    assert "Take it" not in person.open(PATH).text


def test_whose_workers_are_not_wanted_again_is_chosen_by_the_names_of_own_jobs(agent: Api, person: Visitor) -> None:
    assert "Nobody who worked on these jobs" not in person.open(PATH).text, "nobody has worked on one yet"
    worked = given_hired(agent, title="Count doors").bounty
    given_bounty(agent, title="Nobody came")
    given_hired()

    page = person.open(PATH)

    assert "Nobody who worked on these jobs of yours Count doors · " in page.text
    assert f'name="{EXCLUDED}" value="{worked.public_id}"' in page.html
    assert page.html.count(f'name="{EXCLUDED}"') == 1

    fields = {"title": "Count again", "description": "All.", "price": "5", "estimatedHours": "1"}
    person.send(person.send(page, "post", check="1", **fields, **{EXCLUDED: worked.public_id}), "post")
    again = Bounty.objects.get(title="Count again")
    assert again.excluded_source_ids == [worked.pk]
    held = person.open(f"{PATH}?from={again.public_id}").form("post").data
    assert held[EXCLUDED] == [worked.public_id]
