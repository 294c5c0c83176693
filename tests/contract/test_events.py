"""Every event of the catalogue is really sent by something, and what is sent fits the AsyncAPI document."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import jsonschema
import pytest
from django.db import transaction

from bounties.services import timers
from escrow.models import Case
from escrow.services import disputes, requests
from marketplace.core import clock
from marketplace.core.transactions import allow_nested_commits, unit
from marketplace.models import ApiKey
from tests.api import Api
from tests.contract.walked import sent, whole_hire
from tests.factories.accounts import given_agent, session_token
from tests.factories.appeals import given_appeal, given_second_decision
from tests.factories.approvals import decide, given_asking_agent, posting
from tests.factories.decisions import given_decision
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
)
from wallet.models import ProviderAccount
from wallet.services import topups
from webhooks.models import Endpoint
from webhooks.rules.catalog import EVENT_TYPES, NOT_SENT
from webhooks.services.attempts import DISABLE_AFTER, Outcome, record
from webhooks.services.fan_out import send_test

pytestmark = pytest.mark.django_db


def decline() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    for action, who in (("reject", agent), ("withdraw", None)):
        worker, application = given_application(bounty)
        path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
        assert (who or worker).patch(path, {"action": action}).status == 200


def fill_one_of_two() -> None:
    given_hired(spots_available=2)


def fall_silent() -> None:
    given_confirmed(response_window_hours=1)
    clock.freeze(clock.now() + timedelta(hours=2))
    assert timers.flag_silent() == 1


def contest() -> None:
    seat = given_delivered()
    sent_in = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent_in.public_id}"
    assert seat.agent.patch(path, {"action": "reject", "response": "No."}).status == 200
    contested = seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is there."})
    assert contested.status == 200
    again = {"textEvidence": "Here is the second photo."}
    assert seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", again).status == 200


def dispute() -> None:
    seat, staff = given_delivered(), given_agent(is_staff=True)
    opened = unit(
        lambda: disputes.open_dispute(
            acting(seat.agent), seat.escrow.public_id, category="other", description="No.", urls=[]
        )
    )
    shown = seat.worker.post(f"/api/disputes/{opened.public_id}/evidence", {"text": "It is on the second photo."})
    assert shown.status == 200
    given_decision(acting(staff), opened.pk, worker_cents=250, reason="Half of it is there.")


def settle() -> None:
    """Staff ask, and the parties agree instead of answering."""
    seat, staff = given_delivered(), given_agent(is_staff=True)
    path = f"/api/escrow/{seat.escrow.public_id}/dispute"
    opened = seat.agent.post(path, {"category": "other", "description": "No."})["dispute"]["id"]
    case = Case.objects.get(escrow=seat.escrow)
    unit(lambda: requests.ask(acting(staff), case.pk, of="worker", items=["The receipt"]))
    offered = seat.worker.post(f"/api/disputes/{opened}/offers", {"workerCents": 300})["dispute"]["offers"][0]["id"]
    assert seat.agent.post(f"/api/disputes/{opened}/offers/{offered}/accept").status == 200


def appeal() -> None:
    _, dispute = given_appeal(250, "worker")
    given_second_decision(dispute, 500)


def spend() -> None:
    agent = given_funded_agent(2000)
    limits = {"lowBalanceThresholdCents": 1500, "spendingCapRolling24hCents": 600}
    assert agent.patch("/api/wallet/controls", limits).status == 200
    task = {"title": "Water the plants", "description": "Twice.", "price": 5, "estimatedHours": 1}
    assert [agent.post("/api/bounties", task).status for _ in range(2)] == [200, 403]


def run_low() -> None:
    agent = given_funded_agent(2000)
    assert agent.patch("/api/wallet/controls", {"lowBalanceThresholdCents": 1500}).status == 200
    given_bounty(agent, price_cents=600)


def top_up() -> None:
    for card in ("4242424242424242", "4000000000000341"):
        agent = given_funded_agent(500)
        ProviderAccount.objects.create(
            account=agent.account,
            provider="sandbox",
            customer_ref="sbx_cus",
            saved_method_ref=f"sbx_pm_{card}",
            saved_method_label=f"card •••• {card[-4:]}",
        )
        on = {"autoTopupEnabled": True, "autoTopupFloorCents": 1000}
        on |= {"autoTopupTargetCents": 2000, "autoTopupMaxPerDayCents": 5000}
        assert agent.patch("/api/wallet/controls", on).status == 200
        topups.top_up(agent.account.pk)


def break_an_endpoint() -> None:
    agent = given_agent()
    assert agent.post("/api/webhooks/endpoints", {"url": "http://127.0.0.1:9/hook", "events": ["*"]}).status == 200
    Endpoint.objects.filter(account=agent.account).update(consecutive_failures=DISABLE_AFTER - 1)
    with transaction.atomic():
        delivery = send_test(Endpoint.objects.get(account=agent.account))
    record({delivery.pk: Outcome(clock.now(), 5, 500, "HTTP 500", "")})


def change_terms() -> None:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}"
    assert seat.agent.patch(path, {"title": "Photograph two"}).status == 200


def cancel_a_tip() -> None:
    seat = given_released(agent=given_funded_agent(690))
    tip = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": 4}
    asked = seat.agent.post("/api/transfers/send", tip)
    assert seat.agent.post(f"/api/transfers/{asked['transfer']['id']}/cancel").status == 200


def stop_spending() -> None:
    agent = given_agent()
    owner = Api(agent.account, {"X-Session-Token": session_token(agent.account)})
    assert [owner.post(f"/api/wallet/{way}", {}).status for way in ("freeze", "unfreeze")] == [200, 200]


def limit_a_key() -> None:
    agent = given_agent()
    owner = Api(agent.account, {"X-Session-Token": session_token(agent.account)})
    key = ApiKey.objects.get(account=agent.account)
    assert owner.patch(f"/api/keys/{key.public_id}/limits", {"scopes": ["hire"]}).status == 200


def ask_the_owner() -> None:
    agent = given_asking_agent()
    decide(agent, posting(agent), "decline")


SCENES: list[Callable[[], None]] = [
    decline,
    fill_one_of_two,
    fall_silent,
    change_terms,
    contest,
    dispute,
    settle,
    appeal,
    run_low,
    top_up,
    break_an_endpoint,
    cancel_a_tip,
    stop_spending,
    limit_a_key,
    ask_the_owner,
]


@pytest.fixture
def document() -> dict[str, Any]:
    found: dict[str, Any] = Api().get("/api/asyncapi.json").body
    return found


AFTER_A_REFUSAL = {"wallet.spending_cap_hit"}


def check_described(document: dict[str, Any], events: list[dict[str, Any]]) -> None:
    messages = document["components"]["messages"]
    check = jsonschema.Draft202012Validator.FORMAT_CHECKER
    for (
        message
    ) in messages.values():  # a reader may meet new fields one day; what is sent today is all in the catalogue
        message["payload"]["properties"]["data"]["additionalProperties"] = False
    judges = {
        name: jsonschema.Draft202012Validator(messages[name]["payload"], format_checker=check) for name in messages
    }
    for event in events:
        judges[event["type"]].validate(event)


def test_every_event_is_sent_by_something_and_fits_the_document(document: dict[str, Any], at: Any) -> None:
    of_a_hire = whole_hire().events  # before anybody else is there
    with allow_nested_commits():
        for scene in SCENES:
            scene()
            clock.freeze(None)
    events = [*of_a_hire, *sent()]

    assert {event["type"] for event in events} == set(EVENT_TYPES) - NOT_SENT - AFTER_A_REFUSAL
    check_described(document, events)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house_accounts")
def test_an_event_about_a_refusal_is_sent_after_it_was_rolled_back(document: dict[str, Any]) -> None:
    spend()

    assert {event["type"] for event in sent()} >= AFTER_A_REFUSAL
    check_described(document, sent())


def test_the_document_is_asyncapi_and_every_reference_in_it_leads_somewhere(document: dict[str, Any]) -> None:
    assert document["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= set(document["info"])
    channel, messages = document["channels"]["endpoint"], document["components"]["messages"]
    assert set(channel["messages"]) == set(messages) == set(EVENT_TYPES)
    for name, reference in channel["messages"].items():
        assert reference == {"$ref": f"#/components/messages/{name}"}
    [operation] = document["operations"].values()
    assert (operation["action"], operation["channel"]) == ("send", {"$ref": "#/channels/endpoint"})
    for name, message in messages.items():
        jsonschema.Draft7Validator.check_schema(message["payload"])
        assert message["payload"]["properties"]["type"] == {"type": "string", "const": name}
        assert set(message["payload"]["properties"]["data"]["required"]) <= set(
            message["payload"]["properties"]["data"]["properties"]
        )


def test_the_document_is_served_with_an_etag(anonymous: Api) -> None:
    etag = anonymous.get("/api/asyncapi.json").headers["ETag"]

    unchanged = anonymous.get("/api/asyncapi.json", **{"If-None-Match": etag})

    assert (unchanged.status, unchanged.body, unchanged.headers["ETag"]) == (304, b"", etag)
    assert anonymous.post("/api/asyncapi.json").status == 405
