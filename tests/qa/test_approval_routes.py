"""Every route by which an agent can spend: above the owner's amount it moves nothing and asks; approved, the same call goes on."""

from collections.abc import Callable
from typing import Any

import pytest

from bounties.services import picture_requests
from humans.models import Conversation, Profile
from marketplace.models import Account, Mail
from qa.models import Run, Template
from tests.api import Answer, Api
from tests.bounties.test_cakes import wish as cake
from tests.factories.accounts import given_agent, given_worker
from tests.factories.approvals import asks_above, decide, owner_of
from tests.factories.hiring import PERSONAL, RENT, personal, rental
from tests.factories.humanizations import ASKED as TEXT
from tests.factories.humanizations import PATH as TEXTS
from tests.factories.market import given_bounty, given_funded_agent, given_money, given_released, untouched
from tests.factories.qa import COST, TEMPLATE, TEMPLATES, turn
from tests.factories.services import given_service
from tests.factories.services import wish as service
from tests.factories.taste import RUN
from tests.visitor import Visitor
from wallet import ledger as books
from wallet.models import Approval
from wallet.web import approvals as asking
from wallet.web import asked_words
from wallet.web.asked import lines
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ASKED = (Approval, Event, Mail)
KEY = {"Idempotency_Key": "the-same-key-1"}
TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}
PICTURE = {"location": "Ferry Building, Embarcadero", "subject": "The clock tower", "tier": "standard"}
Call = Callable[[], Answer]


def poster(path: str, body: Callable[[], dict[str, Any]]) -> Callable[[], tuple[Api, Call]]:
    def given() -> tuple[Api, Call]:
        agent, sent = given_funded_agent(100_000), body()
        return agent, lambda: agent.post(path, sent, **KEY)

    return given


def raise_of_the_pay() -> tuple[Api, Call]:
    agent = given_funded_agent(100_000)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    confirmed = {"price": 7, "walletImpactAcknowledged": True, "walletImpactCents": 236}
    return agent, lambda: agent.patch(path, confirmed, **KEY)


def more_places() -> tuple[Api, Call]:
    agent = given_funded_agent(100_000)
    path = f"/api/bounties/{given_bounty(agent).public_id}"
    confirmed = {"spotsAvailable": 2, "walletImpactAcknowledged": True, "walletImpactCents": 590}
    return agent, lambda: agent.patch(path, confirmed, **KEY)


def unpaid(path: str) -> Callable[[], tuple[Api, Call]]:
    """A bounty that was posted with an empty wallet, and money since."""

    def given() -> tuple[Api, Call]:
        agent = given_agent()
        bounty = agent.post("/api/bounties", TASK)["bounty"]["id"]
        given_money(agent, 10_000)
        return agent, lambda: agent.post(path.format(bounty), {"bountyId": bounty} if "{}" not in path else {}, **KEY)

    return given


def unpaid_hire() -> tuple[Api, Call]:
    agent = given_agent()
    made = agent.post(RENT, rental(given_worker()))
    given_money(agent, 10_000)
    return agent, lambda: agent.post(
        "/api/escrow/checkout", {"applicationId": made["applicationId"], "bountyId": made["bountyId"]}, **KEY
    )


def hire_by_offer() -> tuple[Api, Call]:
    """Of somebody with whom a conversation is about no application: their latest offer is taken up."""
    worker, agent = given_worker(), given_funded_agent(10_000)
    talk = Conversation.objects.create(kind="feedback", subject="Again?", agent=agent.account, human=worker.account)
    said = {"content": "The back, too.", "messageType": "payment_offer", "metadata": {"amount": 5}}
    assert worker.post(f"/api/conversations/{talk.public_id}/messages", said).status == 200
    return agent, lambda: agent.post("/api/escrow/checkout", {"conversationId": talk.public_id}, **KEY)


def tip(bulk: bool) -> Callable[[], tuple[Api, Call]]:
    def given() -> tuple[Api, Call]:
        seat = given_released(agent=given_funded_agent(100_000))
        one = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 1}
        path = "/api/transfers/bulk-send" if bulk else "/api/transfers/send"
        body = {"recipients": [one], "description": "Thanks."} if bulk else one
        return seat.agent, lambda: seat.agent.post(path, body, **KEY)

    return given


def cake_order() -> tuple[Api, Call]:
    agent = given_funded_agent(100_000)
    quote = agent.post("/api/cake-orders/quote", cake())["quoteId"]
    return agent, lambda: agent.post("/api/cake-orders", {"quoteId": quote}, **KEY)


def dearer_template() -> tuple[Api, Call]:
    agent = given_funded_agent(100_000)
    path = f"{TEMPLATES}/{agent.post(TEMPLATES, TEMPLATE)['data']['id']}"
    dearer = {"testerCount": 3, "budgetPerRunCents": 2 * COST, "periodCapCents": 62 * COST}
    return agent, lambda: agent.patch(path, dearer, **KEY)


ROUTES: dict[str, Callable[[], tuple[Api, Call]]] = {
    "post": poster("/api/bounties", lambda: TASK),
    "raise the pay": raise_of_the_pay,
    "more places": more_places,
    "deposit": unpaid("/api/bounties/deposit"),
    "enterprise payment": unpaid("/api/bounties/{}/enterprise-payment"),
    "rent a person": poster(RENT, lambda: rental(given_worker())),
    "personal bounty": poster(PERSONAL, lambda: personal(given_worker())),
    "pay for a hire": unpaid_hire,
    "hire by an offer": hire_by_offer,
    "tip": tip(bulk=False),
    "tips": tip(bulk=True),
    "picture": poster("/api/picture-of-sf", lambda: PICTURE),
    "cake": cake_order,
    "text": poster(TEXTS, lambda: TEXT),
    "panel": poster("/api/v1/taste/runs", lambda: RUN),
    "tests that repeat": poster(TEMPLATES, lambda: TEMPLATE | {"requiredCredentials": ["login", "password"]}),
    "dearer tests": dearer_template,
    "service": poster("/api/services/subscribe", lambda: service(given_service())),
}


@pytest.mark.parametrize("given", ROUTES.values(), ids=ROUTES)
def test_each_route_asks_and_goes_on_once_it_is_approved(given: Callable[[], tuple[Api, Call]]) -> None:
    agent, call = given()
    asks_above(agent, 0)

    with untouched(besides=ASKED):
        asked = call()
    assert (asked.status, asked.body.get("status")) == (202, "pending"), asked.body
    assert asked["cents"] == sum(move["cents"] for move in asked["plan"]["moves"])
    row = Approval.objects.get()
    assert row.operation_id and row.operation_words
    words = {*asked_words.LABELS.values(), *asked_words.LABELS_OF.get(row.operation_id, {}).values()}
    assert [line.label for line in lines(row.sent, row.operation_id) if line.label not in words] == []
    assert not asking.title(row).startswith(row.operation_id)
    assert Visitor(agent.account).open(f"/owner/approvals/{row.public_id}").status == 200
    assert owner_of(agent).get(f"/api/approvals/{row.public_id}").status == 200

    decide(agent, asked)
    [proposed] = agent.get(f"/api/approvals/{row.public_id}")["nextActions"]
    assert (proposed["operation"], proposed["path"]) == (row.operation_id, row.path)
    done = call() if proposed["needs"] else getattr(agent, proposed["method"].lower())(row.path, proposed["body"])

    row.refresh_from_db()
    assert (row.status, "approvalId" in (done.body or {})) == ("used", False), done.body
    assert done.status in (200, 202), done.body
    assert call().status == done.status, "and is repeated as ever"


def test_a_picture_that_waits_for_money_is_asked_about_when_it_is_ordered() -> None:
    agent = given_agent()
    asks_above(agent, 1000)

    with untouched(besides=ASKED):
        asked = agent.post("/api/picture-of-sf", PICTURE, **KEY)
    assert (asked.status, asked["plan"]["type"], asked["cents"]) == (202, "when_funded", 2000)
    decide(agent, asked)
    assert agent.post("/api/picture-of-sf", PICTURE, **KEY).status == 402

    given_money(agent, 5000)
    assert picture_requests.fund_payable() == 1
    assert books.balance(books.wallet(agent.account.pk)) == 3000


def test_a_panel_that_waits_for_money_is_asked_about_once(at: Any) -> None:
    agent = given_agent()
    asks_above(agent, 0)

    with untouched(besides=ASKED):
        asked = agent.post("/api/v1/taste/runs", RUN, **KEY)
    assert (asked.status, asked["plan"]["type"]) == (202, "when_funded")
    decide(agent, asked)
    assert agent.post("/api/v1/taste/runs", RUN, **KEY).status == 402

    given_money(agent, 5000)
    assert agent.post("/api/v1/taste/runs", RUN, **KEY)["run"]["status"] != "pending_funding"
    assert Approval.objects.count() == 1


def test_runs_of_an_approved_template_pay_for_themselves() -> None:
    agent = given_funded_agent(100_000)
    asks_above(agent, COST - 1)

    with untouched(besides=ASKED):
        asked = agent.post(TEMPLATES, TEMPLATE, **KEY)
    assert (asked["plan"]["type"], asked["cents"], asked["plan"]["repeats"]) == ("runs", COST, "1 days")
    turn()
    assert not Template.objects.exists()
    decide(agent, asked)
    agent.post(TEMPLATES, TEMPLATE, **KEY)
    turn()

    assert Run.objects.get().status == "open"


NAMED = ("rent a person", "personal bounty", "pay for a hire", "hire by an offer", "tip")


@pytest.mark.parametrize("given", [ROUTES[name] for name in NAMED], ids=NAMED)
def test_an_owner_who_is_asked_about_one_person_reads_who_it_is(given: Callable[[], tuple[Api, Call]]) -> None:
    agent, call = given()
    asks_above(agent, 0)

    asked = call()

    [name] = {move["person"] for move in asked["plan"]["moves"]}
    assert name and name == Account.objects.get(pk=Profile.objects.get().pk).display_name
    mail = Mail.objects.get(to=agent.account.email, subject__startswith="May your agent spend")
    assert f"- Person: {name}" in mail.text
