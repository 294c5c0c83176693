"""The deadline: what is over is not shown, and takes no money."""

from datetime import timedelta

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, given_money, untouched
from wallet.models import Checkout

pytestmark = pytest.mark.django_db
CARD = b"cc-name=A&cc-number=4242424242424242&cc-exp=12%2F40&cc-csc=123&action=pay"


def test_a_listing_leaves_discovery_at_its_deadline(anonymous: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    Bounty.objects.update(deadline=clock.now())

    for query in ("", "?status=open", "?sort=value", "?q=shop"):
        assert anonymous.get(f"/api/bounties{query}")["bounties"] == []
    assert [row["id"] for row in agent.get("/api/bounties?mine=true")["bounties"]] == [bounty.public_id]


def test_nothing_is_funded_after_its_deadline() -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    given_money(agent, 1000)
    Bounty.objects.update(deadline=clock.now() - timedelta(seconds=1))

    with untouched():
        refused = agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id})

    assert (refused.status, refused.code) == (409, "deadline_passed")


def test_a_page_paid_after_the_deadline_leaves_the_money_in_the_wallet() -> None:
    agent = given_funded_agent(100)
    given_bounty(agent)
    page = Checkout.objects.get(purpose="bounty")
    Bounty.objects.update(deadline=clock.now() - timedelta(seconds=1))

    Api().call("POST", f"/checkout/{page.public_id}", raw=CARD, Content_Type="application/x-www-form-urlencoded")

    page.refresh_from_db()
    assert (page.outcome, Bounty.objects.get().status) == ("left_in_wallet", "pending_deposit")
    assert agent.get("/api/wallet/balance")["balanceCents"] == 590
