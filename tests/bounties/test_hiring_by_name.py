"""POST /api/escrow/agent-checkout and personal-bounty: hire one person by name, in one step."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty
from escrow.models import Escrow
from marketplace.core import clock, ids
from marketplace.models import Mail
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.hiring import (
    PERSONAL,
    RENT,
    bounty_of,
    earned,
    given_hired_by_name,
    page_of,
    pay_page,
    personal,
    rental,
    wallet,
)
from tests.factories.market import given_funded_agent, given_money, untouched
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
BOTH = pytest.mark.parametrize(("path", "body"), [(RENT, rental), (PERSONAL, personal)], ids=["rental", "personal"])


def pass_time(at: Any, **by: float) -> None:
    at((clock.now() + timedelta(**by)).isoformat())


@BOTH
def test_a_covered_hire_opens_the_seat_at_once(path: str, body: Any, worker: Api, new_events: Any) -> None:
    agent = given_funded_agent(1000)
    new_events.clear()

    answer = agent.post(path, body(worker))

    assert (answer.status, answer["status"], answer["fundingTotal"]) == (200, "funded", 5.9)
    application = Application.objects.select_related("bounty", "escrow").get()
    bounty = application.bounty
    assert (application.status, bounty.status, bounty.is_private) == ("accepted", "assigned", True)
    assert (answer["applicationId"], answer["escrowId"]) == (application.public_id, application.escrow.public_id)
    assert "checkoutUrl" not in answer.body
    assert (wallet(agent), books.balance(books.pool(bounty.pool_id))) == (410, 0)
    assert books.balance(books.hold(application.escrow.pk)) == 590
    assert new_events() == ["escrow.funded", "escrow.funded", "application.accepted"]
    assert application.confirm_by - application.decided_at == timedelta(hours=2)
    assert worker.get(f"/api/conversations/{answer['conversationId']}").status == 200
    mail = Mail.objects.get(to=worker.account.email)
    assert mail.subject.startswith("Confirm by ") and "$5.00" in mail.text


@BOTH
def test_nobody_but_the_two_sees_it(path: str, body: Any, worker: Api, other_worker: Api, other_agent: Api) -> None:
    made = given_funded_agent(1000).post(path, body(worker))
    with untouched():
        for caller in (Api(), other_worker, other_agent):
            assert caller.get(f"/api/bounties/{made['bountyId']}").status == 404
        assert other_worker.post(f"/api/bounties/{made['bountyId']}/applications", {}).status == 404
        assert Api().get("/api/bounties")["bounties"] == []
    assert worker.get(f"/api/bounties/{made['bountyId']}").status == 200


def test_a_rental_goes_from_hire_to_release(worker: Api) -> None:
    agent = given_funded_agent(590)
    made = given_hired_by_name(agent, worker, confirmed=True)

    assert worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."}).status == 200
    released = agent.post(f"/api/escrow/{made['escrowId']}/release", {"acknowledgeRelease": True})

    assert (released["escrow"]["status"], released["payoutStatus"]) == ("released", "paid")
    assert (bounty_of(made).status, wallet(agent), earned(worker)) == ("paid", 0, 500)


# ------------------------------------------------------------------ how it is paid


def test_a_wallet_that_is_short_is_402_and_nothing_is_made(worker: Api) -> None:
    agent = given_funded_agent(500)

    with untouched():
        answer = agent.post(RENT, rental(worker, fundingMethod="wallet"))

    assert (answer.status, answer.code) == (402, "insufficient_funds")
    assert (answer["requiredCents"], answer["balanceCents"], answer["shortfallCents"]) == (590, 500, 90)


@pytest.mark.parametrize(("balance", "short"), [(0, 590), (500, 90)])
def test_without_a_card_provider_a_short_wallet_is_402_too(
    balance: int, short: int, worker: Api, agent: Api, settings: Any
) -> None:
    if balance:
        given_money(agent, balance)
    settings.CARD_PROVIDER = ""

    with untouched():
        answers = [agent.post(RENT, rental(worker, **method)) for method in ({}, {"fundingMethod": "checkout"})]

    assert [(answer.code, answer["shortfallCents"]) for answer in answers] == [("insufficient_funds", short)] * 2


def test_a_page_that_is_asked_for_where_there_is_none_is_refused(worker: Api, settings: Any) -> None:
    agent = given_funded_agent(1000)
    settings.CARD_PROVIDER = ""

    with untouched():
        answer = agent.post(RENT, rental(worker, fundingMethod="checkout"))

    assert (answer.status, answer.code) == (503, "payments_unavailable")
    assert agent.post(RENT, rental(worker))["status"] == "funded"


@BOTH
def test_the_page_for_the_shortfall_hires_when_it_is_paid_and_only_once(path: str, body: Any, worker: Api) -> None:
    agent = given_funded_agent(400)
    answer = agent.post(path, body(worker))
    assert (answer.status, answer["status"], answer["checkoutTotal"]) == (200, "requires_payment", 1.9)
    assert answer["checkoutUrl"] == answer["url"] == page_of(answer).url
    assert agent.get(f"/api/escrow/{answer['escrowId']}")["escrow"]["status"] == "funding"
    assert (bounty_of(answer).status, wallet(agent), Mail.objects.count()) == ("pending_deposit", 400, 0)

    for _ in range(2):
        assert pay_page(answer).outcome == "funded"

    assert (Application.objects.get().status, bounty_of(answer).status, wallet(agent)) == ("accepted", "assigned", 0)
    assert Mail.objects.count() == 1
    seats = Escrow.objects.filter(kind="seat")
    assert [escrow.funding_source for escrow in seats] == ["checkout"]


def test_a_page_that_is_asked_for_takes_the_whole_sum_and_leaves_the_wallet_alone(worker: Api) -> None:
    agent = given_funded_agent(1000)
    answer = agent.post(RENT, rental(worker, fundingMethod="checkout"))
    assert (answer["status"], answer["checkoutTotal"], wallet(agent)) == ("requires_payment", 5.9, 1000)

    pay_page(answer)

    assert (bounty_of(answer).status, wallet(agent)) == ("assigned", 1000)


def test_a_deposit_later_hires_too_and_closes_the_page(worker: Api) -> None:
    agent = given_funded_agent(100)
    answer = agent.post(RENT, rental(worker))
    given_money(agent, 1000)

    assert agent.post("/api/bounties/deposit", {"bountyId": answer["bountyId"]})["status"] == "funded"

    assert (Application.objects.get().status, page_of(answer).status) == ("accepted", "cancelled")
    assert pay_page(answer).outcome == "left_in_wallet", "who had the page open still pays it"
    assert wallet(agent) == 100 + 1000 - 590 + page_of(answer).amount_cents


def test_the_price_that_is_paid_is_the_price_that_is_agreed(worker: Api) -> None:
    agent = given_funded_agent(100)
    made = agent.post(RENT, rental(worker))
    assert agent.patch(f"/api/bounties/{made['bountyId']}", {"price": 7}).status == 200
    given_money(agent, 1000)

    agent.post("/api/bounties/deposit", {"bountyId": made["bountyId"]})

    application = Application.objects.select_related("escrow").get()
    assert application.terms_snapshot["compensation"]["total"] == 7.0
    assert application.escrow.human_payout_cents == 700


# ------------------------------------------------------------------ what is refused


@BOTH
def test_refusals_change_nothing(path: str, body: Any, worker: Api) -> None:
    agent = given_funded_agent(1_180_000)
    given_money(agent, 118)
    unknown, me = ids.encode("prf", ids.new()), agent.account.public_profile_id
    agent.get("/api/humans/me")
    with untouched():
        found = [
            agent.post(path, body(worker, humanId=unknown)),
            agent.post(path, body(worker, humanId=me)),
            agent.post(path, body(worker, price=0.99)),
            agent.post(path, body(worker, price=10_000.01)),
            agent.post(path, body(worker, fundingMethod="cash")),
            worker.post(path, body(worker)),
        ]
    assert [(answer.status, answer.code) for answer in found] == [
        (404, "not_found"),
        (400, "own_hire"),
        (400, "validation_error"),
        (400, "validation_error"),
        (400, "validation_error"),
        (403, "api_key_required"),
    ]
    assert [agent.post(path, body(worker, price=price)).status for price in (1, 10_000)] == [200, 200]


def given_not_available(reason: str, agent: Api) -> Api:
    worker = given_worker()
    account, profile = worker.account, worker.account.profile
    if reason == "blocked":
        agent.post("/api/humans/blocks", {"humanId": account.public_profile_id})
    elif reason == "blocks":
        agent.get("/api/humans/me")
        worker.post("/api/humans/blocks", {"humanId": agent.account.public_profile_id})
    elif reason == "mail not verified":
        account.email_verified_at = None
        account.save()
    else:
        setattr(profile, {"away": "is_available", "incomplete": "is_complete"}[reason], False)
        profile.save()
    return worker


REASONS = ["blocked", "blocks", "mail not verified", "away", "incomplete"]


@pytest.mark.parametrize("reason", REASONS)
@BOTH
def test_who_cant_be_hired_is_never_said_why(path: str, body: Any, reason: str) -> None:
    agent = given_funded_agent(1000)
    worker = given_not_available(reason, agent)

    with untouched():
        answer = agent.post(path, body(worker))

    assert (answer.status, answer.code) == (409, "human_not_available")
    assert (
        answer["error"]
        == "This person can't be hired right now. Choose another one: GET /api/humans lists who is available."
    )


def test_a_block_while_the_page_is_open_leaves_the_money_in_the_wallet(worker: Api) -> None:
    agent = given_funded_agent(500)
    made = agent.post(RENT, rental(worker))
    agent.get("/api/humans/me")
    worker.post("/api/humans/blocks", {"humanId": agent.account.public_profile_id})

    assert pay_page(made).outcome == "left_in_wallet"

    assert (bounty_of(made).status, wallet(agent)) == ("pending_deposit", 600)
    with untouched():
        again = agent.post("/api/bounties/deposit", {"bountyId": made["bountyId"]})
    assert (again.status, again.code) == (409, "human_not_available")


def test_a_personal_bounty_wants_a_future_deadline_and_an_own_conversation(worker: Api, other_worker: Api) -> None:
    agent = given_funded_agent(5000)
    talk = given_hired_by_name(agent, other_worker)["conversationId"]
    foreign = given_hired_by_name(given_funded_agent(1000), worker)["conversationId"]
    with untouched():
        past = agent.post(PERSONAL, personal(worker, deadline=(clock.now() - timedelta(hours=1)).isoformat()))
        far = agent.post(PERSONAL, personal(worker, deadline=(clock.now() + timedelta(days=366)).isoformat()))
        found = [agent.post(PERSONAL, personal(worker, conversationId=which)) for which in (talk, foreign, "cnv_none")]
    assert [(answer.code, list(answer["fields"])) for answer in (past, far)] == [("validation_error", ["deadline"])] * 2
    assert all(f"it is {clock.shown(clock.now())[:10]}" in answer["fields"]["deadline"][0] for answer in (past, far))
    assert [answer.code for answer in found] == ["not_found"] * 3
    assert agent.post(PERSONAL, personal(other_worker, conversationId=talk)).status == 200


def test_one_spot_stays_one_spot(worker: Api) -> None:
    agent = given_funded_agent(5000)
    made = given_hired_by_name(agent, worker)
    with untouched():
        more = agent.patch(f"/api/bounties/{made['bountyId']}", {"spotsAvailable": 2})
    assert (more.status, more.code) == (400, "field_not_editable")


# ------------------------------------------------------------------ the same key


@BOTH
def test_the_same_key_hires_once(path: str, body: Any, worker: Api) -> None:
    agent, asked = given_funded_agent(5000), body(worker, idempotencyKey="hire-once-1")
    first, second = (agent.post(path, asked) for _ in range(2))
    assert (first.body, second.headers["Idempotency-Replayed"]) == (second.body, "true")
    assert (Bounty.objects.count(), wallet(agent)) == (1, 4410)


def test_the_same_key_answers_how_the_page_stands_now(worker: Api, agent: Api) -> None:
    asked = rental(worker, idempotencyKey="hire-once-1")
    first = agent.post(RENT, asked)
    with untouched():
        assert agent.post(RENT, asked).body == first.body
    pay_page(first)

    with untouched():
        paid = agent.post(RENT, asked)

    assert (paid["status"], paid["bountyId"]) == ("funded", first["bountyId"])
    assert paid["escrowId"] == Escrow.objects.get(kind="seat").public_id
    assert "checkoutUrl" not in paid.body


def test_a_replay_after_its_page_is_over_names_the_way_to_another(worker: Api, agent: Api, at: Any) -> None:
    asked = rental(worker, idempotencyKey="hire-once-1")
    agent.post(RENT, asked)
    pass_time(at, days=3)

    again = agent.post(RENT, asked)

    assert (again["status"], "checkoutUrl" in again.body) == ("requires_payment", False)
    assert "POST /api/bounties/deposit" in again["warnings"][0]


def test_hours_are_one_unless_they_are_given(worker: Api) -> None:
    agent = given_funded_agent(5000)
    hours = [agent.post(RENT, rental(worker, **more)) for more in ({}, {"estimatedHours": 2.5})]
    shown = [agent.get(f"/api/bounties/{made['bountyId']}")["bounty"] for made in hours]
    assert [row["estimatedHours"] for row in shown] == [1, 2.5]
    assert [row["price"] for row in shown] == [5, 5]
    deadline = datetime.fromisoformat(shown[0]["deadline"])
    assert timedelta(days=29) < deadline - clock.now() <= timedelta(days=30)


def test_a_cap_bounds_what_the_wallet_hires_for_and_not_what_a_page_pays(worker: Api) -> None:
    agent = given_funded_agent(5000)
    assert agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 589}).status == 200
    bounties_before = Bounty.objects.count()

    capped = agent.post(RENT, rental(worker))

    assert (capped.status, capped.code, capped["attemptedCents"]) == (403, "spending_cap_exceeded", 590)
    assert (Bounty.objects.count(), wallet(agent)) == (bounties_before, 5000)
    by_page = agent.post(RENT, rental(worker, fundingMethod="checkout"))
    assert agent.post(f"/api/bounties/{by_page['bountyId']}/enterprise-payment").code == "spending_cap_exceeded"
    pay_page(by_page)
    assert (bounty_of(by_page).status, wallet(agent)) == ("assigned", 5000)
