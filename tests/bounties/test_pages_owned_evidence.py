"""/owner/jobs/{id}/evidence: what is shown of evidence that is not to be judged."""

import pytest

from tests.factories.market import given_bounty, given_delivered, given_funded_agent
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_evidence_in_a_dispute_is_shown_as_that_and_is_not_to_be_judged() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    disputed = given_delivered(agent=agent, bounty=bounty)
    complaint = {"category": "poor_quality", "description": "Blurred, all of them."}
    assert agent.post(f"/api/escrow/{disputed.escrow.public_id}/dispute", complaint).status == 200
    visitor = Visitor(agent.account)

    page = visitor.open(f"/owner/jobs/{bounty.public_id}/evidence")

    assert "In dispute" in page.text
    assert "Judge it" not in page.text and "Approve what you have ticked" not in page.text
    theirs = Visitor(disputed.worker.account).open(f"/work/{disputed.application.public_id}").text
    assert "In dispute" in theirs.partition("What you sent")[2][:40] and "Being looked at" not in theirs
    given_delivered(agent=agent, bounty=bounty)
    page = visitor.open(f"/owner/jobs/{bounty.public_id}/evidence")
    assert page.text.count("Judge it") == page.html.count('form="many"') == 1
