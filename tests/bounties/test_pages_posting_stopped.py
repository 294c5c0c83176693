"""The form that posts a job, while a cap or a freeze keeps the wallet from paying: said before, refused after."""

import pytest

from bounties.models import Bounty
from marketplace.core import rights
from tests.api import Api
from tests.bounties.test_pages_posting import SIMPLE, checked
from tests.factories.market import given_funded_agent, untouched
from tests.factories.members import given_member
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Api:
    return given_funded_agent(10_000)


@pytest.fixture
def person(agent: Api) -> Visitor:
    return Visitor(agent.account)


def test_a_frozen_wallet_and_a_cap_are_said_beforehand_and_refuse_afterwards(agent: Api, person: Visitor) -> None:
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 1000})

    with untouched():
        seen = checked(person)
        assert (
            "Your wallet does not pay this now. This would spend $11.80. The limit of the wallet is $10.00 for"
            in seen.text
        )
        assert "/owner/wallet/controls" in seen.links
        after = person.send(seen, "post", send="true")

    assert (after.status, after.headers["X-Error-Code"]) == (403, "spending_cap_exceeded")
    assert dict(after.form("post").fields)["title"] == SIMPLE["title"]


def test_the_button_looks_ready_only_while_the_wallet_would_pay(agent: Api, person: Visitor) -> None:
    ready = '<button name="send" value="true">Post for'
    refused_now = '<button name="send" value="true" class="quiet" aria-describedby="stopped">Post for'
    seen = checked(person)
    assert ready in seen.html and 'id="stopped"' not in seen.html

    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 1000})
    seen = checked(person)
    assert refused_now in seen.html and ready not in seen.html and 'id="stopped"' in seen.html
    assert "leaves your wallet and is held" not in seen.text

    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": None})
    person.send(person.open("/owner"), "freeze", reason="A key leaked.")
    assert ready in checked(person).html, "an owner, signed in, may spend from a frozen wallet"
    manager = Visitor(given_member(agent, rights.MANAGER).account)
    manager.send(manager.open("/owner/members"), "switch", account=agent.account.public_id)
    seen = checked(manager)
    assert refused_now in seen.html
    assert "All spending is stopped. An owner of this account can allow it again. Why: A key leaked." in seen.text


def test_a_job_that_was_refused_and_then_posted_is_not_posted_again_by_going_back(agent: Api, person: Visitor) -> None:
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 1000})
    seen = checked(person)
    refused = person.send(seen, "post", send="true")
    assert refused.status == 403
    agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": None})
    after = person.send(person.send(refused, "post", send="true"), "post", send="true")
    assert "Posted: $11.80 left your wallet" in after.text

    with untouched():  # the same content: once it was refused, now it would pass
        back = person.send(seen, "post", send="true")

    assert back.path == after.path and after.path.startswith("/owner/jobs/bty_")
    assert Bounty.objects.count() == 1
