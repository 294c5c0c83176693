"""/owner: what waits for an owner, most urgent first, each with its button and its moment; money; the stop button."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Bounty
from escrow.models import Dispute
from humans.models import Conversation
from marketplace.core import clock
from tests.factories.accounts import given_agent, given_worker
from tests.factories.approvals import asks_above, posting
from tests.factories.conversations import given_talk
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_money,
    given_released,
    untouched,
)
from tests.factories.members import given_member
from tests.qa.test_escalations import given_waiting
from tests.visitor import Seen, Visitor
from wallet.models import Controls
from wallet.selectors import balances
from webhooks.models import Endpoint
from webhooks.services import endpoints

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def waits(page: Seen) -> str:
    """The words of the list of what waits."""
    return page.text.partition("Waits for you")[2].partition("Jobs that run")[0]


def test_somebody_new_reads_three_first_steps() -> None:
    assert "/account/login" in Visitor().open("/owner").path

    page = Visitor(given_worker().account).open("/owner")

    for words in ("Add money", "Give your agent a key, or post by hand", "Tell your agent how"):
        assert words in page.text
    assert {"/owner/wallet", "/owner/keys", "/owner/jobs/new"} <= set(page.links)


def test_first_steps_that_are_done_are_said_to_be_and_not_offered_again() -> None:
    agent = given_funded_agent(2_500)

    page = Visitor(agent.account).open("/owner")

    steps = page.text.partition("Your agent hires people")[2].partition("Your money")[0]
    assert "Done $25.00 is in your wallet." in steps and "Done You have a key." in steps
    assert "/owner/wallet/add" not in page.links and "Make a key" not in steps and "Post a job" in steps


def test_a_job_that_runs_says_what_is_held_of_it_now() -> None:
    agent = given_funded_agent(10_000)
    bounty = given_bounty(agent, spots_available=2)
    visitor = Visitor(agent.account)
    assert "$11.80 held" in visitor.open("/owner").text

    given_released(agent=agent, bounty=bounty)

    for path in ("/owner", "/owner/jobs"):
        said = visitor.open(path).text
        assert "$5.90 held" in said and "$11.80 held" not in said and "set aside" not in said, path


def test_everything_that_waits_stands_there_with_its_moment_and_its_button() -> None:
    agent = given_funded_agent(100_000)
    given_application(given_bounty(agent, title="To choose"))
    look, pay = given_delivered(agent=agent, title="To look at"), given_completed(agent=agent, title="To pay")
    more = given_confirmed(agent=agent, title="More time", completion_window_hours=24)
    ask = f"/api/bounties/{more.bounty.public_id}/applications/{more.application.public_id}/extension"
    assert more.worker.post(ask, {"hours": 5, "reason": "Shut."}).status == 200
    disputed = given_delivered(agent=agent, title="Contested")
    body = {"category": "poor_quality", "description": "Blurred."}
    assert agent.post(f"/api/escrow/{disputed.escrow.public_id}/dispute", body).status == 200
    late = given_bounty(agent, title="Nobody came")
    Bounty.objects.filter(pk=late.pk).update(deadline=clock.now() - timedelta(hours=1))
    given_talk(agent, given_worker()).by_human("Hello?")

    page = Visitor(agent.account).open("/owner")

    said = waits(page)
    for words in (
        "1 person wants to do it", "Evidence of 1 person to look at", "1 person is approved and not paid yet",
        "1 person asks for more time", "1 dispute is open", "1 place is free after the deadline",
    ):  # fmt: skip
        assert words in said, words
    assert f"/owner/disputes/{Dispute.objects.get().public_id}" in page.links
    assert "Otherwise accepted automatically" in said and "not read" in said
    assert said.index("More time") < said.index("To look at") < said.index("To pay")
    for seat in (look, pay, more):
        assert f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}" in page.links


def test_evidence_of_several_people_on_one_job_is_one_row() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3)
    for _ in range(2):
        given_delivered(agent=agent, bounty=bounty)

    page = Visitor(agent.account).open("/owner")

    assert "Evidence of 2 people to look at" in waits(page)
    assert f"/owner/jobs/{bounty.public_id}/evidence" in page.links


def test_what_is_only_set_aside_is_not_said_to_be_spent_or_out() -> None:
    agent = given_funded_agent(10_000)
    given_bounty(agent)
    visitor = Visitor(agent.account)

    for path in ("/owner", "/owner/wallet", "/owner/wallet/controls", "/owner/wallet/receipts"):
        said = visitor.open(path).text
        assert "et aside or sent" in said and "$5.90" in said, path
        assert "$5.90 out" not in said and "5.90 spent" not in said and "Spent in" not in said, path


def test_money_is_shown_beside_the_caps() -> None:
    agent = given_funded_agent(10_000)
    Controls.objects.update_or_create(account_id=agent.account.pk, defaults={"spending_cap_rolling_7d_cents": 2_000})
    given_bounty(agent)

    page = Visitor(agent.account).open("/owner")

    assert "In the wallet $94.10" in page.text and "Held for work $5.90" in page.text
    assert "7 days $5.90 of $20.00" in page.text and "24 hours $5.90" in page.text and 'value="29"' in page.html


def test_one_button_stops_spending_and_another_allows_it_again() -> None:
    agent = given_funded_agent()
    visitor = Visitor(agent.account)
    page = visitor.open("/owner")
    assert "It does not stop what is owed" in page.text

    with untouched():
        assert visitor.send(page, "freeze", reason="x" * 201).status == 400
    for _ in range(2):
        stopped = visitor.send(page, "freeze", reason="A key leaked.")
    controls = balances.controls(agent.account.pk)
    assert controls.frozen_at is not None and controls.frozen_reason == "A key leaked."
    assert "All spending is stopped." in stopped.text and "Why: A key leaked." in stopped.text
    again = visitor.send(stopped, "unfreeze")
    assert balances.controls(agent.account.pk).frozen_at is None and "may spend again" in again.text


def test_the_stop_button_needs_no_note() -> None:
    agent = given_funded_agent()
    visitor = Visitor(agent.account)

    stopped = visitor.send(visitor.open("/owner"), "freeze", reason=" ")

    controls = balances.controls(agent.account.pk)
    assert controls.frozen_at is not None and controls.frozen_reason == ""
    assert "All spending is stopped." in stopped.text and "Why:" not in stopped.text


def test_the_stop_button_is_worded_the_same_on_the_overview_and_in_the_wallet() -> None:
    visitor = Visitor(given_funded_agent().account)

    def cards() -> list[str]:
        pages = (visitor.open("/owner"), visitor.open("/owner/wallet"))
        found = [re.search(r'<section class="card" id="stop">(.*?)</section>', page.html, re.DOTALL) for page in pages]
        return [re.sub(r' (?:name|value)="[^"]*"', "", one[1]) for one in found if one is not None]

    free, free_too = cards()
    visitor.send(visitor.open("/owner/wallet"), "freeze", reason="A key leaked.")
    frozen, frozen_too = cards()
    assert free == free_too and frozen == frozen_too != free


def test_who_has_no_name_gives_it_on_the_owners_page_and_who_has_one_is_not_asked() -> None:
    nameless, named = given_agent(name=""), given_agent(name="Harbour Labs")
    owner = Visitor(nameless.account)
    page = owner.open("/owner")
    assert "You have no name here yet." in page.text and "/profile" not in page.links
    assert "You have no name here yet." not in Visitor(named.account).open("/owner").text

    with untouched():
        refused = owner.send(page, "name", name=" ")
    assert refused.status == 400 and 'id="name-name-error"' in refused.html
    saved = owner.send(page, "name", name=" Quay & Sons ")

    assert saved.path == "/owner" and "Workers read this name on each of your jobs." in saved.text
    assert "You have no name here yet." not in saved.text
    nameless.account.refresh_from_db()
    assert nameless.account.name == "Quay & Sons"


def test_nobody_gives_the_name_of_an_account_that_they_act_for() -> None:
    owner = given_agent(name="")
    member = Visitor(given_member(owner, "owner", name="").account)
    own = member.open("/owner")
    there = member.send(member.open("/owner/members"), "switch", account=owner.account.public_id)
    assert "You have no name here yet." not in member.open("/owner").text

    with untouched():
        left = member.send(own, "name", name="Mallory")
        refused = member.send(own, "name", name="Mallory", acting_for=owner.account.public_id)

    assert (there.status, left.status, refused.status) == (200, 409, 403)


def test_a_job_without_money_waits_and_nothing_waits_once_all_is_done() -> None:
    agent = given_agent()
    given_bounty(agent, title="No money")
    assert "It is not paid for, so nobody sees it yet" in waits(Visitor(agent.account).open("/owner"))

    done = given_funded_agent()
    given_released(agent=done)
    Conversation.objects.update(unread_by_agent=0)
    assert "Nothing waits for you" in Visitor(done.account).open("/owner").text


def test_queries_do_not_grow_with_what_waits() -> None:
    agent = given_funded_agent(1_000_000)
    given_money(agent, 1_000)
    caps = {"spending_cap_rolling_24h_cents": 900_000, "spending_cap_per_bounty_cents": 900_000}
    Controls.objects.update_or_create(account_id=agent.account.pk, defaults=caps)
    visitor, counts = Visitor(agent.account), []
    for _ in range(2):
        for make in (given_delivered, given_completed, given_confirmed):
            make(agent=agent)
        given_application(given_bounty(agent))
        visitor.open("/owner")
        with CaptureQueriesContext(connection) as found:
            visitor.open("/owner")
        counts.append(len(found))
    assert counts[0] == counts[1] <= 17, [query["sql"][:120] for query in found]


def test_what_agents_ask_stands_first_with_sum_asker_and_moment() -> None:
    agent = given_funded_agent(100_000)
    given_delivered(agent=agent, title="To look at")
    asks_above(agent, 500)
    asked = posting(agent, title="Ask me <script>alert(1)</script>")
    visitor = Visitor(agent.account)

    page = visitor.open("/owner")

    link = f"/owner/approvals/{asked['approvalId']}"
    assert link in page.links and "/owner/approvals" in page.links and "<script>alert" not in page.html
    told = page.text.partition("Agents ask you")[2].partition("Waits for you")[0]
    assert "$5.90" in told and f"{agent.key.name} wants to spend it" in told and "Decide" in told
    visitor.send(visitor.open(link), "decline")
    assert "Agents ask you" not in visitor.open("/owner").text


def test_what_a_test_leaves_open_and_a_failing_address_wait_there() -> None:
    owner, run, _, _ = given_waiting()
    endpoint, _ = endpoints.create(acting(owner), url="http://127.0.0.1:9/hook", events=["*"])
    Endpoint.objects.filter(pk=endpoint.pk).update(disabled_at=clock.now(), disabled_reason="too_many_failures")
    visitor = Visitor(owner.account)

    page = visitor.open("/owner")

    assert f"/owner/runs/{run.public_id}" in page.links and f"/owner/webhooks/{endpoint.public_id}" in page.links
    assert "1 decision is left to you" in waits(page) and "failed too often" in waits(page)
    assert visitor.open(f"/owner/runs/{run.public_id}").status == 200
    Endpoint.objects.filter(pk=endpoint.pk).update(disabled_reason="paused")
    assert "failed too often" not in visitor.open("/owner").text, "what they switched off themselves"


def test_the_overview_takes_at_most_fifteen_statements() -> None:
    agent = given_funded_agent(100_000)
    for _ in range(3):
        given_delivered(agent=agent)
        given_application(given_bounty(agent))
    asks_above(agent, 500)
    for number in range(3):
        posting(agent, f"k{number}")
    visitor = Visitor(agent.account)
    visitor.open("/owner")
    with CaptureQueriesContext(connection) as seen:
        visitor.open("/owner")
    assert len(seen) <= 17, "\n".join(query["sql"][:300] for query in seen.captured_queries)
