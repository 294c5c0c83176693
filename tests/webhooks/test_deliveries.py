"""Deliveries to a real receiver: signed, retried by the clock, counted, ended."""

from collections.abc import Callable
from typing import Any

import pytest

from marketplace.core import clock
from marketplace.core.http import policy
from marketplace.models import Mail
from tests.api import Api
from webhooks.models import Attempt, Delivery, Endpoint, Event
from webhooks.rules import signature
from webhooks.services import attempts, claims

from .conftest import Receiver, deliver, given_endpoint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
Start = Callable[[], Receiver]


@pytest.mark.main
def test_a_delivery_has_the_body_headers_and_signature_of_the_contract(agent: Api, receiver: Start) -> None:
    hook = receiver()
    endpoint_id, secret = given_endpoint(agent, hook.url)
    delivery_id = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]

    assert deliver() == 1

    (got,) = hook.received
    assert got.body["id"] == f"webhook.test:{delivery_id}"
    assert got.body["type"] == got.headers["X-Service-Event"] == "webhook.test"
    assert got.body["data"]["endpointId"] == endpoint_id
    assert got.body["created"].endswith("Z")
    assert got.headers["X-Service-Delivery"] == delivery_id
    assert got.headers["Content-Type"] == "application/json"
    assert got.headers["User-Agent"].endswith("Webhooks/2.0")
    stamp = int(got.headers["X-Service-Timestamp"])
    assert signature.verify(secret, got.raw, got.headers["X-Service-Signature"], unix_now=stamp)
    log = agent.get(f"/api/webhooks/deliveries/{delivery_id}")["delivery"]
    assert (log["status"], log["attempts"], log["responseStatus"]) == ("delivered", 1, 200)
    assert log["payload"].encode() == got.raw
    assert log["history"][0]["responseExcerpt"] == "thanks"


def test_a_receiver_that_fails_twice_is_tried_again_by_the_clock(
    agent: Api, receiver: Start, at: Callable[[str], Any]
) -> None:
    # given a receiver that answers 500 twice, then 200
    at("2026-11-21T10:00:00Z")
    hook = receiver()
    hook.statuses = [500, 500]
    endpoint_id, _ = given_endpoint(agent, hook.url)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    # when the clock moves, then each attempt comes when it is due and not before
    assert deliver() == 1
    at("2026-11-21T10:00:29Z")
    assert deliver() == 0
    at("2026-11-21T10:00:30Z")
    assert deliver() == 1
    at("2026-11-21T10:01:29Z")
    assert deliver() == 0
    at("2026-11-21T10:01:30Z")
    assert deliver() == 1

    first, second, third = hook.received
    assert first.raw == second.raw == third.raw
    assert len({got.headers["X-Service-Delivery"] for got in hook.received}) == 1
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, delivery.last_error) == ("delivered", 3, "")
    assert [row.status for row in Attempt.objects.order_by("number")] == [500, 500, 200]
    assert Endpoint.objects.get().consecutive_failures == 0


def test_after_six_attempts_a_delivery_has_failed_for_good(agent: Api, receiver: Start) -> None:
    hook = receiver()
    hook.statuses = [302] * 10
    endpoint_id, _ = given_endpoint(agent, hook.url)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    for _ in range(8):
        Delivery.objects.filter(next_attempt_at__isnull=False).update(next_attempt_at=clock.now())
        deliver()

    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, delivery.next_attempt_at) == ("failed", 6, None)
    assert len(hook.received) == 6


def test_fifteen_failures_in_a_row_disable_the_endpoint_and_tell_its_owner(agent: Api, receiver: Start) -> None:
    # given an endpoint one failure away, with another delivery open, and a second endpoint that listens
    hook, other = receiver(), receiver()
    hook.statuses = [500]
    endpoint_id, _ = given_endpoint(agent, hook.url)
    given_endpoint(agent, other.url, ["webhook.endpoint_disabled"])
    Endpoint.objects.filter(url=hook.url).update(consecutive_failures=14)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    deliver()
    deliver()

    broken = Endpoint.objects.get(url=hook.url)
    assert (broken.disabled, broken.disabled_reason) == (True, "too_many_failures")
    assert Delivery.objects.get(endpoint=broken).status == "failed"
    assert [got.body["data"]["endpointId"] for got in other.received] == [endpoint_id]
    letter = Mail.objects.get(to=agent.account.email, subject__contains="disabled")
    assert "15 attempts in a row" in letter.text
    assert f"/owner/webhooks/{endpoint_id}" in letter.text, "where what was missed is sent again"
    refused = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    assert (refused.status, refused.code) == (409, "endpoint_disabled")

    # when it is created again, then it is the same endpoint with a new secret, and it works
    again = agent.post("/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
    assert (again["endpoint"]["id"], again["endpoint"]["disabled"]) == (endpoint_id, False)
    assert Endpoint.objects.get(url=hook.url).consecutive_failures == 0


def test_fifteen_failures_are_counted_over_all_deliveries_of_the_endpoint(agent: Api, receiver: Start) -> None:
    # given three deliveries to a receiver that only fails
    hook = receiver()
    hook.statuses = [500] * 30
    endpoint_id, _ = given_endpoint(agent, hook.url)
    for _ in range(3):
        agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    # when each is tried until something stops it
    for _ in range(6):
        Delivery.objects.filter(next_attempt_at__isnull=False).update(next_attempt_at=clock.now())
        deliver()

    # then it was the fifteenth attempt, and the three are closed with the endpoint
    assert len(hook.received) == Attempt.objects.count() == 15
    assert Endpoint.objects.get().disabled_reason == "too_many_failures"
    assert set(Delivery.objects.values_list("status", "last_error", "attempts")) == {("failed", "endpoint_disabled", 5)}
    assert Mail.objects.filter(subject__contains="disabled").count() == 1


def test_one_success_forgives_the_failures_before_it(agent: Api, receiver: Start) -> None:
    hook = receiver()
    endpoint_id, _ = given_endpoint(agent, hook.url)
    Endpoint.objects.update(consecutive_failures=14)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    deliver()

    assert Endpoint.objects.get().consecutive_failures == 0


def test_what_arrived_after_all_is_told_as_delivered(agent: Api, receiver: Start) -> None:
    # given a call that is on its way while its endpoint is deleted
    hook = receiver()
    endpoint_id, _ = given_endpoint(agent, hook.url)
    delivery_id = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]
    (letter,) = claims.claim(1)
    agent.delete(f"/api/webhooks/endpoints/{endpoint_id}")
    assert Delivery.objects.get().status == "failed"

    # when it arrives
    attempts.record({letter.delivery_id: attempts.send(letter, policy())})

    # then the log says so
    log = agent.get(f"/api/webhooks/deliveries/{delivery_id}")["delivery"]
    assert (log["status"], log["attempts"], log["lastError"]) == ("delivered", 1, "")


def test_a_failure_after_the_end_is_logged_and_reopens_nothing(agent: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, "http://127.0.0.1:9/nobody")
    delivery_id = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]
    (letter,) = claims.claim(1)
    agent.delete(f"/api/webhooks/endpoints/{endpoint_id}")

    attempts.record({letter.delivery_id: attempts.send(letter, policy())})

    log = agent.get(f"/api/webhooks/deliveries/{delivery_id}")["delivery"]
    assert (log["status"], log["attempts"], log["lastError"]) == ("failed", 1, "endpoint_deleted")
    assert Endpoint.objects.get().consecutive_failures == 0
    assert deliver() == 0


def test_a_revoked_key_takes_its_endpoints_and_open_deliveries_along(agent: Api, receiver: Start) -> None:
    hook = receiver()
    endpoint_id, _ = given_endpoint(agent, hook.url)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    assert agent.delete(f"/api/keys/{agent.key.public_id}").status == 200

    assert deliver() == 0
    assert hook.received == []
    assert Delivery.objects.get().last_error == "endpoint_disabled"
    assert Endpoint.objects.get().disabled_reason == "key_revoked"
    assert agent.get("/api/webhooks/endpoints").status == 401


def test_a_refused_connection_is_an_attempt_with_its_reason(agent: Api, receiver: Start) -> None:
    endpoint_id, _ = given_endpoint(agent, "http://127.0.0.1:9/nobody")
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    deliver()

    tried = Attempt.objects.get()
    assert (tried.status, tried.error) == (None, "connection refused")
    assert Event.objects.filter(type="webhook.test").count() == 1
