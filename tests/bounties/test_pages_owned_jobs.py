"""/owner/jobs and /owner/jobs/{id}: an owner finds what they posted, how it stands, and stops or cancels it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from marketplace.core import clock
from tests.factories.accounts import given_worker
from tests.factories.market import (
    given_application,
    given_bounty,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from tests.visitor import Visitor
from wallet import ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
EVIL = "<script>alert(1)</script>"
BELOW = ("", "/applicants", "/evidence", "/edit")


def path(bounty: Bounty, below: str = "") -> str:
    return f"/owner/jobs/{bounty.public_id}{below}"


def test_strangers_sign_in_and_other_people_see_nothing_of_it() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, application = given_application(bounty)

    for below in (*BELOW, f"/people/{application.public_id}"):
        assert "/account/login" in Visitor().open(path(bounty, below)).path
        for other in (worker, given_worker()):
            assert Visitor(other.account).open(path(bounty, below)).status == 403
        assert Visitor(worker.account).open(f"/owner/jobs/bty_nothing{below}").status == 404
    assert Visitor(given_worker().account).open("/owner/jobs").status == 200


def test_the_list_has_filters_with_counts_and_finds_words() -> None:
    agent = given_funded_agent()
    sign, menu = given_bounty(agent, title="Photograph a sign"), given_bounty(agent, title="Copy a menu")
    given_application(sign)
    visitor = Visitor(agent.account)

    everything, mine = visitor.open("/owner/jobs"), visitor.open("/owner/jobs?state=mine")
    found, none = visitor.open("/owner/jobs?q=menu"), visitor.open("/owner/jobs?state=over")

    assert {path(sign), path(menu)} <= set(everything.links) and "Open 2" in everything.text
    assert "1 to decide" in everything.text and "0 of 1 hired" in everything.text and "$5.90 held" in everything.text
    assert path(sign) in mine.links and path(menu) not in mine.links
    assert path(menu) in found.links and path(sign) not in found.links
    assert "No job fits" in none.text
    assert "You have posted nothing yet" in Visitor(given_worker().account).open("/owner/jobs").text


def test_a_job_shows_its_money_people_and_moments() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3, completion_criteria="Sharp.")
    given_application(bounty)
    given_delivered(agent=agent, bounty=bounty)

    page = Visitor(agent.account).open(path(bounty))

    assert "1 of 3 hired" in page.text and "One place $5.90" in page.text and "Held now $17.70" in page.text
    assert "1 person wants to do it" in page.text and "The work of 1 person is there" in page.text
    assert "Applications end" in page.text
    assert "Look at the work" in page.text and "Without your answer it counts as accepted" in page.text
    assert f"/owner/jobs/new?from={bounty.public_id}" in page.links
    assert [form.act for form in page.forms] == ["shut", "pause"]


def test_a_job_says_how_much_of_what_was_paid_out_is_the_fee() -> None:
    seat = given_released()

    page = Visitor(seat.agent.account).open(path(seat.bounty))

    assert "Set aside $5.90 Held now $0.00 Paid out $5.90 $5.00 pay, $0.90 fee" in page.text


@pytest.mark.parametrize(
    ("named", "auto", "words"),
    [
        (True, True, "Whoever passes every check that the job names is hired automatically."),
        (False, True, "the job names no check that would hire somebody automatically."),
        (True, False, "You decide on everybody who applies."),
    ],
)
def test_a_job_says_who_chooses_for_it(named: bool, auto: bool, words: str) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, auto_accept=auto, identity_required=named)

    page = Visitor(agent.account).open(f"/owner/jobs/{bounty.public_id}")

    assert words in page.text and ("hired automatically" in page.text) is (named and auto)


def test_pausing_and_taking_applications_again() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    visitor = Visitor(agent.account)

    paused = visitor.send(visitor.open(path(bounty)), "pause")
    bounty.refresh_from_db()
    assert bounty.status == "paused" and "Paused: nobody can apply" in paused.text
    again = visitor.send(paused, "resume")
    bounty.refresh_from_db()
    assert bounty.status == "open" and "Open again." in again.text


def test_cancelling_names_the_refund_beforehand_and_gives_it_once() -> None:
    agent = given_funded_agent(1_000)
    bounty = given_bounty(agent)
    visitor = Visitor(agent.account)
    page = visitor.open(path(bounty))
    assert "$5.90 goes back into your wallet at once" in page.text

    with untouched():
        refused = visitor.send(page, "cancel", reason="other", details="")
        assert refused.status == 400 and "Say what the reason is." in refused.text
    for _ in range(2):
        done = visitor.send(page, "cancel", reason="applicants_not_fit")

    bounty.refresh_from_db()
    assert (bounty.status, bounty.close_reason) == ("cancelled", "applicants_not_fit")
    assert "$5.90 goes back into your wallet" in done.text and "Nobody who applied fits" in done.text
    assert "Applications end" not in done.text, "nobody applies any more"
    assert ledger.balance(ledger.wallet(agent.account.pk)) == 1_000


def test_a_job_with_hired_people_is_not_cancelled_and_says_what_is_possible() -> None:
    seat = given_hired()
    visitor = Visitor(seat.agent.account)

    page = visitor.open(path(seat.bounty))

    assert "cancel" not in [form.act for form in page.forms] and "can't be cancelled" in page.text


def test_a_job_that_waits_for_its_money_is_paid_from_the_wallet_once() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    assert bounty.status == "pending_deposit"
    visitor = Visitor(agent.account)
    short = visitor.open(path(bounty))
    assert "Total $5.90" in short.text and "Your wallet is $4.90 short" in short.text

    asked = visitor.send(short, "fund")
    assert "Pay the rest on the page below" in asked.text and any("/checkout" in link for link in asked.links)
    from tests.factories.market import given_money

    given_money(agent, 1_000)
    for _ in range(2):
        paid = visitor.send(asked, "fund")
    bounty.refresh_from_db()
    assert bounty.status == "open" and "Held now $5.90" in paid.text


def test_free_places_after_the_deadline_say_until_when_people_can_be_hired() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    given_application(bounty)
    Bounty.objects.filter(pk=bounty.pk).update(deadline=clock.now() - timedelta(hours=1))

    page = Visitor(agent.account).open(path(bounty))

    assert "The deadline has passed, and places are free" in page.text and path(bounty, "/applicants") in page.links


def test_every_kind_of_job_opens() -> None:
    from tests.factories.humanizations import given_assigned
    from tests.factories.qa import given_run, given_tester
    from tests.factories.taste import given_panel

    agent = given_funded_agent(1_000_000)
    _, run = given_run(agent)
    given_tester(run)
    panel = given_panel(agent=agent)
    panel.respondent()
    _, _, text = given_assigned(agent)
    visitor = Visitor(agent.account)
    for bounty in (run.bounty, panel.row.bounty, text.bounty):
        for below in BELOW:
            page = visitor.open(path(bounty, below))
            assert page.status == 200, (bounty.kind, below)
        person = bounty.applications.first()
        assert visitor.open(path(bounty, f"/people/{person.public_id}")).status == 200
    assert f"/owner/runs/{run.public_id}/report" in visitor.open(path(run.bounty)).links
    assert visitor.open("/owner").status == visitor.open("/owner/jobs").status == 200


def test_hostile_words_are_only_text_and_queries_do_not_grow() -> None:
    agent = given_funded_agent(1_000_000)
    bounty = given_bounty(agent, title=EVIL, description=EVIL, completion_criteria=EVIL, spots_available=20)
    visitor = Visitor(agent.account)
    for make in (given_delivered, given_completed, given_released):
        make(agent=agent, bounty=bounty, worker=given_worker(name=EVIL))
    asked = []
    for _ in range(2):
        visitor.open("/owner/jobs")
        for below in (path(bounty), "/owner/jobs"):
            with CaptureQueriesContext(connection) as found:
                page = visitor.open(below)
            asked.append(len(found))
            assert EVIL not in page.html and "&lt;script&gt;" in page.html
        for _more in range(5):
            given_delivered(agent=agent, bounty=bounty)
        given_bounty(agent)
    assert asked[:2] == asked[2:] and max(asked) <= 15


def test_when_all_places_are_taken_nobody_is_told_to_choose() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    hired = given_application(bounty)[1]
    given_application(bounty)
    owner, path = Visitor(agent.account), f"/owner/jobs/{bounty.public_id}"
    assert "2 people want to do it" in owner.open(path).text

    owner.send(owner.open(f"{path}/people/{hired.public_id}"), "accept")

    page = owner.open(path)
    assert "All places are taken. 1 person more waits for an answer." in page.text and "to do it" not in page.text
    assert f"{path}/applicants" in page.links
