"""Sent again on demand: one delivery, or a range of events, always as the same delivery with the same bytes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from tests.api import Answer, Api
from tests.factories.market import untouched
from webhooks import outbox
from webhooks.models import Delivery, Endpoint, Event
from webhooks.services import redeliveries

from .conftest import Receiver, deliver, given_endpoint

pytestmark = pytest.mark.django_db
Start = Callable[[], Receiver]
At = Callable[[str], Any]
TOP_UP, CAP = "wallet.auto_topup_initiated", "wallet.spending_cap_hit"
TEN = "2026-11-21T10:00:00Z"
DAY = {"from": "2026-11-21T00:00:00Z", "to": "2026-11-22T00:00:00Z"}


def publish(agent: Api, entity: str, type_: str = TOP_UP) -> Event:
    with transaction.atomic():
        return outbox.publish(type=type_, entity=entity, account_id=agent.account.pk, data={})


def given_delivery(agent: Api, hook: Receiver, events: list[str] | None = None) -> tuple[str, str]:
    """(endpoint, delivery) of one event that was sent."""
    endpoint, _ = given_endpoint(agent, hook.url, events)
    publish(agent, "txn_1")
    assert deliver() == 1
    return endpoint, Delivery.objects.get().public_id


def state(agent: Api, delivery: str) -> tuple[str, int]:
    found = agent.get(f"/api/webhooks/deliveries/{delivery}")["delivery"]
    return found["status"], found["attempts"]


def told(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.body
    return [action["operation"] for action in answer["nextActions"]]


def test_from_a_new_endpoint_each_answer_leads_to_the_next_until_it_was_sent_again(agent: Api, receiver: Start) -> None:
    hook = receiver()
    hook.statuses = [500]
    made = agent.post("/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
    endpoint = made["endpoint"]["id"]

    def follow(answer: Answer, operation: str) -> Answer:
        [action] = [action for action in answer["nextActions"] if action["operation"] == operation]
        return agent.call(action["method"], action["path"], action["body"])

    tested = follow(made, "testWebhookEndpoint")
    waiting = follow(tested, "getWebhookDelivery")
    assert told(waiting) == ["getWebhookDelivery", "redeliverWebhook"]
    assert waiting["delivery"]["nextAttemptAt"] in waiting["nextActions"][0]["why"]
    assert deliver() == 1
    again = follow(follow(tested, "getWebhookDelivery"), "redeliverWebhook")
    assert deliver() == 1
    arrived = follow(again, "getWebhookDelivery")
    assert (arrived["delivery"]["status"], told(arrived)) == ("delivered", ["redeliverWebhook"])
    assert told(agent.post(f"/api/webhooks/endpoints/{endpoint}/rotate-secret")) == ["testWebhookEndpoint"]
    assert told(agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", DAY)) == ["listWebhookDeliveries"]


def test_what_arrived_is_sent_again_with_the_same_id_and_bytes(agent: Api, receiver: Start) -> None:
    hook = receiver()
    _, delivery = given_delivery(agent, hook)

    answer = agent.post(f"/api/webhooks/deliveries/{delivery}/redeliver")

    assert answer["delivery"]["deliveryId"] == delivery
    assert (answer["delivery"]["status"], answer["delivery"]["attempts"]) == ("pending", 1)
    assert deliver() == 1
    first, second = hook.received
    assert (first.raw, first.headers["X-Service-Delivery"]) == (second.raw, second.headers["X-Service-Delivery"])
    assert state(agent, delivery) == ("delivered", 2)
    history = agent.get(f"/api/webhooks/deliveries/{delivery}")["delivery"]["history"]
    assert [tried["number"] for tried in history] == [1, 2]


def test_what_failed_for_good_gets_six_more_attempts(agent: Api, receiver: Start, at: At) -> None:
    hook = receiver()
    hook.statuses = [500] * 12
    at(TEN)
    _, delivery = given_delivery(agent, hook)
    waits = ["10:00:30", "10:01:30", "10:03:30", "10:07:30", "10:15:30"]
    for moment in waits:
        at(f"2026-11-21T{moment}Z")
        assert deliver() == 1
    assert state(agent, delivery) == ("failed", 6)

    at("2026-11-21T11:00:00Z")
    agent.post(f"/api/webhooks/deliveries/{delivery}/redeliver")
    assert deliver() == 1
    assert state(agent, delivery) == ("retrying", 7)
    for moment in waits:
        at(f"2026-11-21T11{moment[2:]}Z")
        assert deliver() == 1

    assert state(agent, delivery) == ("failed", 12)
    assert deliver() == 0


def test_what_waits_for_its_next_attempt_waits_no_longer(agent: Api, receiver: Start, at: At) -> None:
    hook = receiver()
    hook.statuses = [500]
    at(TEN)
    _, delivery = given_delivery(agent, hook)
    assert deliver() == 0

    agent.post(f"/api/webhooks/deliveries/{delivery}/redeliver")

    assert deliver() == 1
    assert state(agent, delivery) == ("delivered", 2)
    assert Delivery.objects.get().earlier_attempts == 0, "it is still the first series"


@pytest.mark.parametrize("code", ["endpoint_disabled", "endpoint_deleted"])
def test_nothing_is_sent_again_to_an_endpoint_that_ended(agent: Api, receiver: Start, code: str) -> None:
    endpoint, delivery = given_delivery(agent, receiver())
    if code == "endpoint_deleted":
        agent.delete(f"/api/webhooks/endpoints/{endpoint}")
    else:
        Endpoint.objects.update(disabled_at="2026-11-21T10:00Z", disabled_reason="too_many_failures")

    with untouched():
        answer = agent.post(f"/api/webhooks/deliveries/{delivery}/redeliver")
        replayed = agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", DAY)

    assert (answer.status, answer.code) == (409, code)
    assert answer["currentState"] == code.removeprefix("endpoint_")
    assert (replayed.status, replayed.code) in ((409, "endpoint_disabled"), (404, "not_found"))
    assert deliver() == 0


def test_deliveries_and_endpoints_of_others_are_not_found(agent: Api, other_agent: Api, receiver: Start) -> None:
    endpoint, delivery = given_delivery(agent, receiver())

    with untouched():
        assert other_agent.post(f"/api/webhooks/deliveries/{delivery}/redeliver").status == 404
        assert other_agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", DAY).status == 404


def test_a_replay_sends_what_happened_in_the_range_whether_it_arrived_or_not(
    agent: Api, receiver: Start, at: At
) -> None:
    # given events an hour apart, of which one was before the endpoint and one was delivered
    hook = receiver()
    at("2026-11-21T08:00:00Z")
    publish(agent, "txn_08")
    at("2026-11-21T09:00:00Z")
    publish(agent, "txn_09")
    at("2026-11-21T09:30:00Z")
    endpoint, _ = given_endpoint(agent, hook.url, [TOP_UP])
    at(TEN)
    publish(agent, "txn_10")
    publish(agent, "txn_cap", CAP)
    agent.post(f"/api/webhooks/endpoints/{endpoint}/test")
    at("2026-11-21T11:00:00Z")
    publish(agent, "txn_11")
    assert deliver() == 3
    hook.received.clear()

    # when the range that ends with the third is replayed, both moments included
    wanted = {"from": "2026-11-21T09:00:00Z", "to": TEN}
    answer = agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", wanted)

    # then the receiver gets those of its subscription, and no test
    assert (answer["replayed"], answer["skipped"]) == (2, 0)
    assert deliver() == 2
    assert {got.body["id"] for got in hook.received} == {f"{TOP_UP}:txn_09", f"{TOP_UP}:txn_10"}
    assert Delivery.objects.values("event").distinct().count() == Delivery.objects.count() == 4


def test_what_is_on_its_way_is_not_sent_twice_by_a_second_replay(agent: Api, receiver: Start) -> None:
    hook = receiver()
    endpoint, _ = given_delivery(agent, hook)
    path, since = f"/api/webhooks/endpoints/{endpoint}/replay", {"from": "2026-01-01T00:00:00Z"}

    first, second = agent.post(path, since), agent.post(path, since)

    assert (first["replayed"], first["skipped"]) == (1, 0)
    assert (second["replayed"], second["skipped"]) == (0, 1)
    assert deliver() == 1
    assert len(hook.received) == 2


def test_a_replay_of_an_event_that_is_not_fanned_out_yet_makes_one_delivery(agent: Api, receiver: Start) -> None:
    hook = receiver()
    endpoint, _ = given_endpoint(agent, hook.url)
    publish(agent, "txn_1")

    agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", {"from": "2026-01-01T00:00:00Z"})

    assert deliver() == 1
    assert len(hook.received) == 1


def test_a_range_with_too_many_events_is_refused_as_a_whole(
    agent: Api, receiver: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redeliveries, "MAX_EVENTS", 2)
    endpoint, _ = given_endpoint(agent, receiver().url)
    for number in range(3):
        publish(agent, f"txn_{number}")

    with untouched():
        answer = agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", {"from": "2026-01-01T00:00:00Z"})

    assert (answer.status, answer.code, answer["maximum"]) == (400, "range_too_large", 2)


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "from"), ({"from": "yesterday"}, "from"), ({"from": DAY["to"], "to": DAY["from"]}, "to")],
)
def test_a_range_that_is_none_is_refused(agent: Api, receiver: Start, body: dict[str, str], field: str) -> None:
    endpoint, _ = given_endpoint(agent, receiver().url)

    answer = agent.post(f"/api/webhooks/endpoints/{endpoint}/replay", body)

    assert (answer.status, answer.code, list(answer["fields"])) == (400, "validation_error", [field])
