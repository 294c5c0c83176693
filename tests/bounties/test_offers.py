"""A payment offer in a conversation about no application: whoever pays it hires that person by name, once for each offer."""

from typing import Any

import pytest

from bounties.models import Application
from escrow.models import Escrow
from humans.models import Conversation
from humans.rules.conversations import LEGACY_DIRECT
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import bounty_of, given_hired_by_name, page_of, pay_page, rental, seat, wallet
from tests.factories.market import (
    given_application,
    given_bounty,
    given_funded_agent,
    given_money,
    untouched,
    violations,
)
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
CHECKOUT = "/api/escrow/checkout"


class Talk:
    """After an earlier job the two talk on, about no application."""

    def __init__(self, agent: Api, *, kind: str = "feedback", worker: Api | None = None) -> None:
        self.agent, self.worker = agent, worker or given_worker()
        self.row = Conversation.objects.create(
            kind=kind, subject="The shop front again", agent=agent.account, human=self.worker.account
        )

    def offer(self, who: Api, amount: float, words: str = "The other side of the street, too.") -> None:
        body = {"content": words, "messageType": "payment_offer", "metadata": {"amount": amount}}
        assert who.post(f"/api/conversations/{self.row.public_id}/messages", body).status == 200

    def pay(self, who: Api | None = None, **more: Any) -> Answer:
        return (who or self.agent).post(CHECKOUT, {"conversationId": self.row.public_id} | more)


@pytest.mark.parametrize("side", ["agent", "worker"])
def test_the_latest_offer_is_paid_and_its_person_hired(side: str) -> None:
    talk = Talk(given_funded_agent(1000))
    talk.offer(talk.worker, 50, "Too much.")
    talk.offer(getattr(talk, side), 5)

    paid = talk.pay(amount=5.9)

    bounty, held = bounty_of(paid), Escrow.objects.get(kind="seat")
    assert (paid.status, paid["status"], paid["escrowId"]) == (200, "funded", held.public_id)
    assert (bounty.kind, bounty.is_private, bounty.status, bounty.spots_available) == ("rental", True, "assigned", 1)
    assert (bounty.title, bounty.description) == ("The shop front again", "The other side of the street, too.")
    assert Application.objects.get().human_id == talk.worker.account.pk
    assert (wallet(talk.agent), books.balance(books.hold(held.pk)), held.human_payout_cents) == (410, 590, 500)
    assert talk.worker.post(f"{seat(paid)}/confirm").status == 200
    listed = talk.agent.get("/api/escrow/agent-rentals")["rentals"]
    assert [row["escrowId"] for row in listed] == [held.public_id]


def test_an_offer_is_paid_once_and_another_one_is_another_hire() -> None:
    talk = Talk(given_funded_agent(5000))
    talk.offer(talk.worker, 5)
    first = talk.pay()
    with untouched():
        again = talk.pay()
    assert (again.status, again["escrowId"], again["bountyId"]) == (200, first["escrowId"], first["bountyId"])

    talk.offer(talk.worker, 6)
    second = talk.pay()

    assert (second["status"], second["bountyId"] == first["bountyId"]) == ("funded", False)
    assert wallet(talk.agent) == 5000 - 590 - 708


def test_a_short_wallet_is_led_to_a_page_and_who_pays_it_hires() -> None:
    talk = Talk(given_funded_agent(100))
    talk.offer(talk.worker, 5)

    asked = talk.pay(idempotencyKey="offer-by-page-1")

    assert (asked["status"], asked["checkoutTotal"], "escrowId" in asked.body) == ("requires_payment", 4.9, True)
    assert talk.pay()["checkoutUrl"] == asked["checkoutUrl"], "one page for one offer"
    assert pay_page(asked).outcome == "funded"
    assert (bounty_of(asked).status, wallet(talk.agent)) == ("assigned", 0)
    assert talk.pay(idempotencyKey="offer-by-page-1")["status"] == "funded"


def test_an_offer_that_waits_for_its_money_is_paid_by_the_wallet_once_that_has_it() -> None:
    talk = Talk(given_funded_agent(100))
    talk.offer(talk.worker, 5)
    asked = talk.pay()
    given_money(talk.agent, 490)

    assert (talk.pay()["status"], wallet(talk.agent), page_of(asked).status) == ("funded", 0, "cancelled")


def test_an_offer_whose_hire_is_over_needs_a_new_one() -> None:
    talk = Talk(given_funded_agent(1000))
    talk.offer(talk.worker, 5)
    paid = talk.pay()
    assert talk.agent.post(f"/api/escrow/{paid['escrowId']}/cancel").status == 200

    with untouched():
        refused = talk.pay()

    assert (refused.status, refused["currentState"], wallet(talk.agent)) == (409, "expired", 1000)


def test_what_can_not_be_paid_moves_nothing() -> None:
    talk = Talk(given_funded_agent(1000))
    stranger = given_agent()
    with untouched():
        assert talk.pay().code == "conversation_not_payable"
    talk.offer(talk.worker, 5)
    bounty = given_bounty(given_funded_agent())
    _, application = given_application(bounty)
    ids = {"bountyId": bounty.public_id, "applicationId": application.public_id}

    with untouched():
        other = talk.pay(amount=5.01)
        assert (other.status, other.code, other["expectedCents"]) == (409, "amount_mismatch", 590)
        assert list(talk.pay(**ids)["fields"]) == ["conversationId"]
        assert (talk.pay(talk.worker).status, talk.pay(talk.worker).code) == (403, "not_poster")
        assert talk.pay(stranger).status == 404
    Conversation.objects.filter(pk=talk.row.pk).update(kind=LEGACY_DIRECT)
    with untouched():
        assert talk.pay().code == "conversation_not_payable", "an old direct thread is only read"
    assert wallet(talk.agent) == 1000


def test_a_person_who_can_not_be_hired_is_not_paid() -> None:
    talk = Talk(given_funded_agent(1000))
    talk.offer(talk.worker, 5)
    talk.worker.patch("/api/humans/me", {"isAvailable": False})

    with untouched():
        refused = talk.pay()

    assert (refused.status, refused.code) == (409, "human_not_available")


def test_an_offer_about_an_application_is_paid_there_as_ever(worker: Api) -> None:
    agent = given_funded_agent(1000)
    made = given_hired_by_name(agent, worker)

    with untouched():
        again = agent.post(CHECKOUT, {"conversationId": made["conversationId"]})

    assert (again["escrowId"], rental(worker)["price"], violations()) == (made["escrowId"], 5, [])
