"""What an owner reads of events and refused calls: words, with the names that programs use beside them where a programmer looks."""

import pytest

from escrow.models import Dispute
from tests.factories.approvals import owner_of, posting
from tests.factories.humanizations import given_humanization
from tests.factories.market import given_completed, given_delivered, given_funded_agent
from tests.visitor import Visitor
from webhooks.rules import event_words
from webhooks.rules.catalog import EVENT_TYPES

from .conftest import deliver

pytestmark = pytest.mark.django_db
LINK = {"amount": 5, "description": "Two hours of proofreading"}


def test_every_type_of_event_has_words_and_only_programmers_read_its_name() -> None:
    assert {name for name in EVENT_TYPES if event_words.of(name) == name} == set()
    agent = given_funded_agent()
    assert agent.post("/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/x", "events": ["*"]}).status == 200
    posting(agent)
    deliver()
    me = Visitor(agent.account)

    listed = me.open("/owner/webhooks")

    log = listed.text.partition("Deliveries")[2].partition("Make an endpoint")[0]
    assert "Money was set aside" in log and "escrow.funded" not in log
    assert "Money was set aside (escrow.funded)" in listed.text, "who subscribes to it reads both"
    [link] = [link for link in listed.links if "/deliveries/whd_" in link]
    one = me.open(link)
    assert "<h1>Money was set aside</h1>" in one.html and "Event escrow.funded" in one.text


def test_a_refusal_by_a_limit_leads_to_the_limits_of_the_key_and_of_the_account() -> None:
    agent = given_funded_agent()
    path = f"/api/keys/{agent.key.public_id}/limits"
    assert owner_of(agent).patch(path, {"spendingCapPerBountyCents": 100}).status == 200
    assert posting(agent).code == "spending_cap_exceeded"
    me = Visitor(agent.account)

    [link] = [link for link in me.open("/owner/events?outcome=refused").links if "/act_" in link]

    links = me.open(link).links
    assert f"/owner/keys/{agent.key.public_id}#limits" in links and "/owner/wallet/controls" in links


def test_what_a_program_does_with_held_money_is_told_by_its_job_and_person() -> None:
    """Not as *Held money* and *Dispute*: of these an owner has many."""
    paid = given_completed()
    released = paid.agent.post(f"/api/escrow/{paid.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert released.status == 200, released.body
    seat = given_delivered(agent=paid.agent)
    body = {"category": "other", "description": "Another shelf than agreed."}
    opened = paid.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)
    assert opened.status == 200, opened.body
    offers = f"/api/disputes/{Dispute.objects.get().public_id}/offers"
    assert paid.agent.post(offers, {"workerCents": 100}).status == 200

    told = Visitor(paid.agent.account).open("/owner/events").text

    for which in (paid, seat):
        assert f"{which.bounty.title} · {which.worker.account.display_name}" in told
    assert "Held money" not in told and "· Dispute" not in told


def test_the_timeline_says_titles_and_reasons_and_leaves_ids_and_codes_to_programmers() -> None:
    agent = given_funded_agent()
    bounty = posting(agent, title="Count the boats")["bountyId"]
    agent.call("PATCH", f"/api/bounties/{bounty}", {"price": -1})
    agent.post("/api/wallet/unfreeze", {})
    agent.post("/api/payment-links", LINK)
    other = posting(given_funded_agent(), title="Somebody else's")["bountyId"]
    agent.call("PATCH", f"/api/bounties/{other}", {"title": "Mine now"})
    me = Visitor(agent.account)

    page = me.open("/owner/events")

    assert page.text.count("Count the boats") == 2 and bounty not in page.text
    assert "Only a person who is signed in may do this" in page.text
    assert "Something in it was missing or wrong" in page.text and "Payment link" in page.text
    assert not any(code in page.text for code in ("session_required", "validation_error", "lnk_", "createPaymentLink"))
    assert "Somebody else's" not in page.html, "a name is shown to whoever may see the thing"
    details = [me.open(link) for link in page.links if link.startswith("/owner/events/act_")]
    below = [seen.text.partition("For programmers")[2] for seen in details]
    assert sum(bounty in text for text in below) == 2 and sum("validation_error, 400" in text for text in below) == 1
    only = me.open("/owner/events?operation=createBounty").text
    assert "Only: Post a job" in only and "createBounty" not in only


def test_a_line_about_something_without_a_name_of_its_own_says_its_kind_in_place_of_its_id() -> None:
    agent = given_funded_agent()
    me = Visitor(agent.account)
    _, order = given_humanization(agent)
    text = "title,description,price,estimatedHours\nCount the boats,All of them,5,1\n"
    me.send(me.open("/owner/jobs/import"), "read", pasted=text)

    page = me.open("/owner/events")

    assert "Text to rewrite" in page.text and "Jobs from a file" in page.text
    assert order.public_id not in page.text and "imp_" not in page.text
