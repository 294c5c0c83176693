"""POST /api/bounties/{id}/enterprise-payment: from the wallet or not at all."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.hiring import RENT, given_hired_by_name, page_of, rental, wallet
from tests.factories.market import given_application, given_bounty, given_funded_agent, given_money, untouched
from wallet import ledger as books
from wallet.models import Checkout

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def pay(caller: Api, bounty: Bounty | str, **body: Any) -> Answer:
    which = bounty if isinstance(bounty, str) else bounty.public_id
    return caller.post(f"/api/bounties/{which}/enterprise-payment", body)


def test_it_funds_a_waiting_bounty_and_closes_its_page(agent: Api, new_events: Any) -> None:
    bounty = given_bounty(agent, spots_available=2)
    given_money(agent, 1200)
    new_events.clear()

    answer = pay(agent, bounty)

    bounty.refresh_from_db()
    assert (answer.status, answer["status"], answer["fundingTotal"]) == (200, "funded", 11.8)
    assert answer["escrowId"] == bounty.pool.public_id
    assert (bounty.status, wallet(agent), books.balance(books.pool(bounty.pool_id))) == ("open", 20, 1180)
    assert new_events() == ["escrow.funded"]
    assert Checkout.objects.get(purpose="bounty").status == "cancelled"


def test_a_wallet_that_is_short_is_told_the_figures_and_never_sent_to_a_page(agent: Api) -> None:
    given_money(agent, 500)
    bounty = given_bounty(agent)

    with untouched():
        answer = pay(agent, bounty)

    assert (answer.status, answer.code) == (402, "insufficient_funds")
    assert (answer["requiredCents"], answer["balanceCents"], answer["shortfallCents"]) == (590, 500, 90)
    assert answer["waysToPay"][0]["url"] == "/api/wallet/deposit"


def test_on_a_funded_bounty_it_answers_how_that_stands() -> None:
    agent = given_funded_agent(590)
    bounty = given_bounty(agent)

    with untouched():
        answer = pay(agent, bounty)

    assert (answer.status, answer["status"], answer["escrowId"]) == (200, "funded", bounty.pool.public_id)


def test_the_same_key_pays_once(agent: Api) -> None:
    bounty = given_bounty(agent)
    given_money(agent, 2000)
    first = pay(agent, bounty, idempotencyKey="pay-once-1")
    with untouched():
        second = pay(agent, bounty, idempotencyKey="pay-once-1")
    assert (first.body, second.headers["Idempotency-Replayed"]) == (second.body, "true")


def test_a_refusal_leaves_the_key_free(agent: Api) -> None:
    bounty = given_bounty(agent)
    assert pay(agent, bounty, idempotencyKey="pay-once-1").status == 402
    given_money(agent, 590)
    assert pay(agent, bounty, idempotencyKey="pay-once-1")["status"] == "funded"


def test_the_conversation_is_an_own_one_about_this_bounty(worker: Api) -> None:
    agent = given_funded_agent(2000)
    bounty, other = given_bounty(agent), given_bounty(agent)
    _, application = given_application(bounty, worker)
    _, elsewhere = given_application(other, worker)
    foreign = given_hired_by_name(given_funded_agent(590), worker)["conversationId"]
    talk = application.conversation.public_id
    with untouched():
        found = [
            pay(agent, bounty, conversationId=which)
            for which in (elsewhere.conversation.public_id, foreign, "cnv_none", "")
        ]
    assert [(answer.status, answer.code) for answer in found] == [
        *[(404, "not_found")] * 3,
        (400, "validation_error"),
    ]
    assert [pay(agent, bounty, conversationId=which)["status"] for which in (talk, None)] == ["funded"] * 2


def test_it_is_the_owners_alone(agent: Api, other_agent: Api, worker: Api) -> None:
    hidden, shown = given_bounty(agent), given_bounty(given_funded_agent(590))
    with untouched():
        found = [pay(other_agent, hidden), pay(other_agent, shown), pay(worker, shown), pay(agent, "bty_none")]
    assert [(answer.status, answer.code) for answer in found] == [
        (404, "not_found"),
        (403, "not_owner"),
        (403, "not_owner"),
        (404, "not_found"),
    ]


def test_what_is_over_is_not_paid_for(agent: Api, at: Any) -> None:
    cancelled, late = given_bounty(agent), given_bounty(agent, deadline=clock.now() + timedelta(hours=1))
    agent.delete(f"/api/bounties/{cancelled.public_id}", {"reason": "task_no_longer_needed"})
    given_money(agent, 2000)
    at((clock.now() + timedelta(hours=2)).isoformat())
    with untouched():
        found = [pay(agent, cancelled), pay(agent, late)]
    assert [(answer.status, answer.code) for answer in found] == [(409, "invalid_state"), (409, "deadline_passed")]


def test_it_makes_a_direct_hire_too(worker: Api) -> None:
    agent = given_funded_agent(100)
    made = agent.post(RENT, rental(worker))
    given_money(agent, 490)

    assert pay(agent, made["bountyId"], conversationId=made["conversationId"])["status"] == "funded"

    assert (Application.objects.get().status, page_of(made).status, wallet(agent)) == ("accepted", "cancelled", 0)
