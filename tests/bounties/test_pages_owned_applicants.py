"""/owner/jobs/{id}/applicants: what the table says of where people live, and of a job's own checks."""

import pytest

from bounties.models import Application, Bounty
from humans.models import Profile
from tests.factories.accounts import given_worker
from tests.factories.market import given_application, given_bounty, given_confirmed, given_funded_agent
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.mark.parametrize(
    ("theirs", "the_job_s", "close"),
    [
        ("Lisboa", "Lisbon", True),
        ("lisbon", "Lisbon", True),
        ("Porto", "Lisbon", False),
        ("Vila Nova dos Nadas", "vila nova dos nadas", True),
        ("", "Lisbon", False),
    ],
)
def test_who_lives_in_the_job_s_town_is_marked_by_the_rule_of_the_worker_s_page(
    theirs: str, the_job_s: str, close: bool
) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, city=the_job_s, country="PT")
    worker = given_worker()
    Profile.objects.filter(pk=worker.account.pk).update(city=theirs, country="PT")
    given_application(bounty, worker)
    Bounty.objects.filter(pk=bounty.pk).update(is_remote_allowed=False)

    seen = Visitor(agent.account).open(f"/owner/jobs/{bounty.public_id}/applicants").text

    assert ("In town or close by" in seen) is close
    if close and "Nadas" not in theirs:  # that one is on no map
        assert "in your town or close by" in Visitor(worker.account).open(f"/jobs/{bounty.public_id}").text


def test_why_nobody_is_hired_automatically_is_said_once_above_the_rows() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, auto_accept=True, spots_available=3)
    for _ in range(3):
        _worker, row = given_application(bounty)
        Application.objects.filter(pk=row.pk).update(
            review_state="needs_manual_review", review_reason="no_checks_declared"
        )

    seen = Visitor(agent.account).open(f"/owner/jobs/{bounty.public_id}/applicants").text

    assert seen.count("The job names no checks, so nobody is hired automatically: you decide.") == 1


def test_who_applies_is_promised_only_while_the_job_takes_applications() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    me, path = Visitor(agent.account), f"/owner/jobs/{bounty.public_id}/applicants"
    assert "Who applies appears here" in me.open(path).text

    given_confirmed(agent=agent, bounty=bounty)

    full = me.open(path)
    assert "The job takes no applications now." in full.text and "Who applies appears here" not in full.text
    assert "Nobody waits for an answer" in full.text
