"""POST /api/escrow/checkout: one call that pays for a seat, however far the hire has come."""

from typing import Any

import pytest

from bounties.models import Application, Bounty
from escrow.models import Escrow
from humans.models import Conversation
from tests.api import Answer, Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import RENT, bounty_of, page_of, pay_page, rental, wallet
from tests.factories.market import (
    given_application,
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_money,
    untouched,
)
from tests.factories.qa import given_run
from tests.factories.taste import given_panel
from wallet import ledger as books
from wallet.models import Checkout

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
CHECKOUT = "/api/escrow/checkout"


class Waiting:
    """A funded bounty of 5.00 with one applicant."""

    def __init__(self) -> None:
        self.agent = given_funded_agent(1000)
        self.bounty = given_bounty(self.agent)
        self.worker, self.application = given_application(self.bounty)
        self.ids = {"bountyId": self.bounty.public_id, "applicationId": self.application.public_id}
        conversation = Conversation.objects.get(application_id=self.application.pk)
        self.talk = {"conversationId": conversation.public_id}

    def offer(self, who: Api, amount: float) -> None:
        body = {"content": "Deal?", "messageType": "payment_offer", "metadata": {"amount": amount}}
        assert who.post(f"/api/conversations/{self.talk['conversationId']}/messages", body).status == 200

    @property
    def status(self) -> str:
        return str(Application.objects.get(pk=self.application.pk).status)


@pytest.fixture
def waiting() -> Waiting:
    return Waiting()


@pytest.mark.parametrize("amount", [None, 5, 5.9])
def test_a_pending_applicant_is_accepted_from_the_pool(waiting: Waiting, new_events: Any, amount: float | None) -> None:
    before = wallet(waiting.agent)
    new_events.clear()

    paid = waiting.agent.post(CHECKOUT, waiting.ids | ({"amount": amount} if amount else {}))

    seat = Escrow.objects.get(kind="seat")
    assert (paid.status, paid["status"], paid["escrowId"]) == (200, "funded", seat.public_id)
    assert {name: paid[name] for name in waiting.ids} == waiting.ids
    assert paid["conversationId"] == waiting.talk["conversationId"]
    assert (waiting.status, wallet(waiting.agent)) == ("accepted", before), "the pool had the money already"
    assert books.balance(books.hold(seat.pk)) == 590
    assert new_events() == ["escrow.funded", "application.accepted"]


def test_an_accepted_applicant_is_answered_with_his_escrow_and_nothing_changes() -> None:
    seat = given_delivered()
    ids = {"bountyId": seat.bounty.public_id, "applicationId": seat.application.public_id}

    with untouched():
        paid = seat.agent.post(CHECKOUT, ids | {"amount": 5})

    assert (paid.status, paid["status"], paid["escrowId"]) == (200, "funded", seat.escrow.public_id)


@pytest.mark.parametrize("hired", [False, True])
@pytest.mark.parametrize("amount", [4.99, 5.01, 5.89, 10_000])
def test_another_amount_is_refused_with_both_sums(hired: bool, amount: float) -> None:
    seat = given_hired() if hired else None
    waiting = None if seat else Waiting()
    agent = seat.agent if seat else waiting.agent  # type: ignore[union-attr]
    ids = (
        {"bountyId": seat.bounty.public_id, "applicationId": seat.application.public_id} if seat else waiting.ids  # type: ignore[union-attr]
    )

    with untouched():
        answer = agent.post(CHECKOUT, ids | {"amount": amount})

    assert (answer.status, answer.code) == (409, "amount_mismatch")
    assert (answer["workerPayoutCents"], answer["expectedCents"]) == (500, 590)


@pytest.mark.parametrize("side", ["agent", "worker"])
@pytest.mark.parametrize("amount", [5, 5.9])
def test_a_conversation_pays_its_latest_offer(waiting: Waiting, side: str, amount: float) -> None:
    waiting.offer(waiting.worker, 50)
    waiting.offer(getattr(waiting, side), amount)

    paid = waiting.agent.post(CHECKOUT, waiting.talk | {"amount": 5})

    assert (paid.status, paid["status"], waiting.status) == (200, "funded", "accepted")


def test_an_offer_of_another_amount_is_not_paid(waiting: Waiting) -> None:
    waiting.offer(waiting.worker, 5)
    waiting.offer(waiting.worker, 6)

    with untouched():
        answer = waiting.agent.post(CHECKOUT, waiting.talk)

    assert (answer.status, answer.code) == (409, "amount_mismatch")


def test_without_an_offer_a_conversation_pays_the_price(waiting: Waiting) -> None:
    assert waiting.agent.post(CHECKOUT, waiting.talk)["status"] == "funded"


def test_a_conversation_about_no_application_and_without_an_offer_has_nothing_to_pay(waiting: Waiting) -> None:
    talk = Conversation.objects.create(
        kind="feedback", subject="Hello", agent=waiting.agent.account, human=waiting.worker.account
    )

    with untouched():
        answer = waiting.agent.post(CHECKOUT, {"conversationId": talk.public_id})

    assert (answer.status, answer.code) == (409, "conversation_not_payable")


def test_both_ways_of_naming_a_seat_must_name_the_same(waiting: Waiting) -> None:
    other = Waiting()

    with untouched():
        answer = waiting.agent.post(CHECKOUT, waiting.talk | other.ids)
        for half, missing in (
            ({}, "conversationId"),
            ({"bountyId": waiting.bounty.public_id}, "applicationId"),
            ({"applicationId": waiting.application.public_id}, "bountyId"),
        ):
            assert list(waiting.agent.post(CHECKOUT, half)["fields"]) == [missing]

    assert (answer.status, list(answer["fields"])) == (400, ["conversationId"])
    assert waiting.agent.post(CHECKOUT, waiting.talk | waiting.ids).status == 200


def test_only_the_owner_pays(waiting: Waiting) -> None:
    stranger, person = given_agent(), given_worker()
    with untouched():
        for caller in (waiting.worker, stranger, person):
            refused = caller.post(CHECKOUT, waiting.ids)
            assert (refused.status, refused.code) == (403, "not_owner")
        assert waiting.worker.post(CHECKOUT, waiting.talk).code == "not_owner"
        assert stranger.post(CHECKOUT, waiting.talk).status == 404


def test_the_gates_are_those_of_accepting(waiting: Waiting) -> None:
    wish = {"language": "en", "minimumCefr": "B2"}
    path = f"/api/bounties/{waiting.bounty.public_id}"
    assert waiting.agent.patch(path, {"languageProficiencyRequirement": wish}).status == 200

    with untouched():
        refused = waiting.agent.post(CHECKOUT, waiting.ids)

    assert (refused.status, refused.code) == (409, "language_proficiency_unsatisfied")


def test_who_was_rejected_is_not_paid(waiting: Waiting) -> None:
    waiting.agent.patch(
        f"/api/bounties/{waiting.bounty.public_id}/applications/{waiting.application.public_id}", {"action": "reject"}
    )

    with untouched():
        refused = waiting.agent.post(CHECKOUT, waiting.ids)

    assert (refused.status, refused["currentState"]) == (409, "rejected")


def test_a_booking_is_named_as_not_used(waiting: Waiting) -> None:
    paid = waiting.agent.post(CHECKOUT, waiting.ids | {"bookingId": "sbk_1"})

    assert (paid.status, len(paid["warnings"])) == (200, 1)


# ------------------------------------------------------------------ a managed bounty


@pytest.mark.parametrize("kind", ["picture", "cake", "qa", "taste"])
@pytest.mark.parametrize("by_conversation", [False, True])
def test_whom_a_product_hires_by_itself_nobody_hires_by_paying(kind: str, by_conversation: bool) -> None:
    agent, bounty = given_managed(kind)
    _, application = given_application(bounty)
    ids = {"bountyId": bounty.public_id, "applicationId": application.public_id}
    talk = Conversation.objects.get(application_id=application.pk)

    with untouched():
        refused = agent.post(CHECKOUT, {"conversationId": talk.public_id} if by_conversation else ids)

    assert (refused.status, refused.code) == (409, "managed_bounty")


def given_managed(kind: str) -> tuple[Api, Bounty]:
    """A funded one of this product, and its owner."""
    if kind == "qa":
        agent, run = given_run()
        return agent, Bounty.objects.get(pk=run.bounty_id)
    if kind == "taste":
        panel = given_panel()
        return panel.agent, Bounty.objects.get(pk=panel.row.bounty_id)
    agent = given_funded_agent()
    return agent, given_bounty(agent, kind=kind)


# ------------------------------------------------------------------ a direct hire that waits for its money


def given_waiting_hire(worker: Api, **more: Any) -> tuple[Api, Answer, dict[str, Any]]:
    agent = given_funded_agent(100)
    made = agent.post(RENT, rental(worker, **more))
    assert made["status"] == "requires_payment"
    return agent, made, {"bountyId": made["bountyId"], "applicationId": made["applicationId"]}


def test_a_waiting_hire_is_funded_by_a_wallet_that_has_enough_by_now(worker: Api) -> None:
    agent, made, ids = given_waiting_hire(worker)
    given_money(agent, 490)

    paid = agent.post(CHECKOUT, ids | {"amount": 5.9})

    assert (paid.status, paid["status"], wallet(agent)) == (200, "funded", 0)
    assert paid["escrowId"] == Escrow.objects.get(kind="seat").public_id
    assert (bounty_of(made).status, page_of(made).status) == ("assigned", "cancelled"), "nobody pays it twice"


def test_a_short_wallet_is_led_to_the_page_and_who_pays_it_hires(worker: Api) -> None:
    agent, made, ids = given_waiting_hire(worker)
    key = {"Idempotency-Key": "k"}

    asked = agent.post(CHECKOUT, ids, **key)

    assert (asked.status, asked["status"], "escrowId" in asked.body) == (200, "requires_payment", True)
    assert asked["checkoutUrl"] == asked["url"] == made["checkoutUrl"], "one page for one thing"
    assert asked["checkoutTotal"] == 4.9
    pay_page(made)
    again = agent.post(CHECKOUT, ids, **key)
    assert (again["status"], again["escrowId"]) == ("funded", Escrow.objects.get(kind="seat").public_id)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert Application.objects.get().status == "accepted"


def test_without_a_page_to_pay_a_short_wallet_is_402(worker: Api, settings: Any) -> None:
    agent, _, ids = given_waiting_hire(worker)
    settings.CARD_PROVIDER = "none"
    Checkout.objects.filter(purpose="bounty").update(status="cancelled")

    with untouched():
        answer = agent.post(CHECKOUT, ids)

    assert (answer.status, answer.code, answer["shortfallCents"]) == (402, "insufficient_funds", 490)


def test_the_language_is_looked_at_before_anybody_is_sent_to_a_page(worker: Api) -> None:
    agent, _, ids = given_waiting_hire(worker)
    Bounty.objects.update(language_requirement={"language": "en", "minimumCefr": "C2"})
    Checkout.objects.filter(purpose="bounty").update(status="cancelled")

    with untouched():
        refused = agent.post(CHECKOUT, ids)

    assert (refused.status, refused.code) == (409, "language_proficiency_unsatisfied")
