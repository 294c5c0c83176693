"""POST /api/escrow/agent-checkout and personal-bounty, GET /api/escrow/agent-rentals."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import hiring, timers
from marketplace.core import clock, ids
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import faults, given_funded_agent, given_money, untouched
from wallet import ledger as books
from wallet.models import Checkout
from wallet.services import checkouts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
RENT, PERSONAL = "/api/escrow/agent-checkout", "/api/escrow/personal-bounty"


def rental(worker: Api, **more: Any) -> dict[str, Any]:
    asked = {
        "humanId": worker.account.public_profile_id,
        "taskTitle": "Queue",
        "taskDescription": "An hour.",
        "price": 5,
    }
    return asked | more


def personal(worker: Api, **more: Any) -> dict[str, Any]:
    deadline = (clock.now() + timedelta(days=1)).isoformat()
    return {
        "humanId": worker.account.public_profile_id,
        "title": "Translate",
        "description": "Two pages.",
        "completionCriteria": "In English.",
        "price": 5,
        "deadline": deadline,
    } | more


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def pay(answer: Any) -> None:
    checkout = Checkout.objects.get(purpose="bounty")
    checkouts.book(checkout.pk, rail="card", reference="page", cents=checkout.amount_cents)


def settle(agent: Api) -> None:
    checkouts.settle_pending()


def later(at: Callable[[str], Any], **by: float) -> None:
    at((clock.now() + timedelta(**by)).isoformat())


@pytest.mark.parametrize(("path", "body"), [(RENT, rental), (PERSONAL, personal)])
def test_a_covered_hire_opens_the_seat_at_once(path: str, body: Any, worker: Api) -> None:
    agent = given_funded_agent(1000)

    answer = agent.post(path, body(worker))

    assert (answer.status, answer["status"], answer["fundingTotal"]) == (200, "funded", 5.9)
    application = Application.objects.select_related("bounty", "escrow").get()
    assert (application.status, application.cover_letter) == ("accepted", "")
    assert (application.bounty.status, application.bounty.is_private) == ("assigned", True)
    assert answer["escrowId"] == application.escrow.public_id
    assert (wallet(agent), books.balance(books.hold(application.escrow.pk))) == (410, 590)
    assert Api().get(f"/api/bounties/{answer['bountyId']}").status == 404


def test_a_short_wallet_with_method_wallet_makes_nothing(worker: Api) -> None:
    agent = given_funded_agent(500)
    with untouched():
        answer = agent.post(RENT, rental(worker, fundingMethod="wallet"))
    assert (answer.status, answer.code) == (402, "insufficient_funds")


def test_the_page_of_a_short_wallet_hires_when_paid_and_only_once(worker: Api) -> None:
    agent = given_funded_agent(500)
    answer = agent.post(RENT, rental(worker))
    assert (answer.status, answer["status"]) == (200, "requires_payment")
    assert answer["checkoutUrl"] == answer["deposit_url"]
    assert Bounty.objects.get().status == "pending_deposit"

    for _ in range(2):
        pay(answer)
        settle(agent)

    application = Application.objects.get()
    assert (application.status, Bounty.objects.get().status) == ("accepted", "assigned")
    assert wallet(agent) == 10  # 500, the page's least 100, less 590
    assert faults() == []


def test_a_paid_page_stays_in_the_wallet_when_the_person_withdrew(worker: Api) -> None:
    agent = given_funded_agent(500)
    answer = agent.post(RENT, rental(worker))
    path = f"/api/bounties/{answer['bountyId']}/applications/{answer['applicationId']}"
    assert worker.patch(path, {"action": "withdraw"}).status == 200

    pay(answer)
    settle(agent)

    assert (Bounty.objects.get().status, wallet(agent)) == ("pending_deposit", 600)


def test_a_deposit_later_hires_too(worker: Api) -> None:
    agent = given_funded_agent(100)
    answer = agent.post(RENT, rental(worker))
    given_money(agent, 1000)
    assert agent.post("/api/bounties/deposit", {"bountyId": answer["bountyId"]})["status"] == "funded"
    assert Application.objects.get().status == "accepted"


@pytest.mark.parametrize("path", [RENT, PERSONAL])
def test_refusals_change_nothing(path: str, worker: Api) -> None:
    agent, body = given_funded_agent(1000), rental if path == RENT else personal
    away = given_worker()
    away.account.profile.is_available = False
    away.account.profile.save()
    unknown = ids.encode("prf", ids.new())
    me = agent.account.public_profile_id
    agent.get("/api/humans/me")
    with untouched():
        found = [
            agent.post(path, body(worker, humanId=unknown)),
            agent.post(path, body(worker, humanId=me)),
            agent.post(path, body(away)),
            agent.post(path, body(worker, price=0.99)),
            agent.post(path, body(worker, price=10_000.01)),
            worker.post(path, body(worker)),
        ]
    assert [(answer.status, answer.code) for answer in found] == [
        (404, "not_found"),
        (400, "own_hire"),
        (409, "human_not_available"),
        (400, "validation_error"),
        (400, "validation_error"),
        (403, "api_key_required"),
    ]


def test_a_personal_bounty_wants_a_future_deadline_and_an_own_conversation(worker: Api, other_worker: Api) -> None:
    agent = given_funded_agent(5000)
    talk = agent.post(RENT, rental(other_worker))["conversationId"]
    with untouched():
        past = agent.post(PERSONAL, personal(worker, deadline=(clock.now() - timedelta(hours=1)).isoformat()))
        other = agent.post(PERSONAL, personal(worker, conversationId=talk))
    assert [past.code, other.code] == ["validation_error", "not_found"]
    assert agent.post(PERSONAL, personal(other_worker, conversationId=talk)).status == 200


def test_the_same_key_hires_once(worker: Api) -> None:
    agent = given_funded_agent(5000)
    first, second = (agent.post(RENT, rental(worker, idempotencyKey="rent-once-1")) for _ in range(2))
    assert first["bountyId"] == second["bountyId"]
    assert (Bounty.objects.count(), wallet(agent)) == (1, 4410)


def test_an_unconfirmed_hire_is_refunded_to_the_wallet_and_closed(worker: Api, at: Any) -> None:
    agent = given_funded_agent(1000)
    agent.post(RENT, rental(worker))
    later(at, hours=2, minutes=1)
    timers.release_unconfirmed()
    assert (Bounty.objects.get().status, Application.objects.get().status, wallet(agent)) == ("closed", "expired", 1000)


@pytest.mark.parametrize("delivered", [True, False])
def test_a_personal_bounty_settles_two_days_after_its_deadline(delivered: bool, worker: Api, at: Any) -> None:
    agent = given_funded_agent(1000)
    made = agent.post(PERSONAL, personal(worker))
    path = f"/api/bounties/{made['bountyId']}"
    assert worker.post(f"{path}/applications/{made['applicationId']}/confirm").status == 200
    later(at, days=2, hours=23)
    if delivered:
        assert worker.post(f"{path}/submissions", {"textEvidence": "Done."}).status == 200
    assert hiring.settle_personal() == 0
    later(at, hours=2)

    assert (hiring.settle_personal(), hiring.settle_personal()) == (1, 0)

    assert Bounty.objects.get().status == ("paid" if delivered else "closed")
    earned = books.balance(books.earnings(worker.account.pk))
    assert (earned, wallet(agent)) == ((500, 410) if delivered else (0, 1000))


def test_rentals_name_the_next_action(worker: Api) -> None:
    agent = given_funded_agent(1000)
    made = agent.post(RENT, rental(worker))
    path = f"/api/bounties/{made['bountyId']}"

    def seen() -> tuple[str, str]:
        row = agent.get("/api/escrow/agent-rentals")["rentals"][0]
        return row["state"], row["nextAction"]["kind"]

    assert seen() == ("awaiting_confirmation", "confirm")
    worker.post(f"{path}/applications/{made['applicationId']}/confirm")
    assert seen() == ("in_progress", "deliver")
    worker.post(f"{path}/submissions", {"textEvidence": "Done."})
    assert seen() == ("evidence_in_review", "review_evidence")
    agent.post(f"/api/escrow/{made['escrowId']}/release", {"acknowledgeRelease": True})
    assert seen() == ("released", "none")
    assert given_funded_agent().get("/api/escrow/agent-rentals")["rentals"] == []
