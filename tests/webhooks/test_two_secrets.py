"""Changing an endpoint: what it gets, pausing it, and a new secret while the old one is still good for a day."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from marketplace.core import clock
from marketplace.models import Mail
from marketplace.services import keys
from tests.api import Api
from tests.digest import untouched
from tests.factories.accounts import given_agent, given_worker
from webhooks.models import Endpoint
from webhooks.rules import signature
from webhooks.services import endpoints

from .conftest import Receiver, deliver, given_endpoint

pytestmark = pytest.mark.django_db
HOOK = "http://127.0.0.1:9/hook"


def rotate(caller: Api, endpoint: str, **headers: str) -> str:
    answer = caller.post(f"/api/webhooks/endpoints/{endpoint}/rotate-secret", **headers)
    assert answer.status == 200, answer.body
    return str(answer["secret"])


def test_for_a_day_deliveries_are_signed_by_both(agent: Api, receiver: Callable[[], Receiver]) -> None:
    there = receiver()
    endpoint, old = given_endpoint(agent, there.url)
    new = rotate(agent, endpoint)

    agent.post(f"/api/webhooks/endpoints/{endpoint}/test")
    deliver()
    [got] = there.received
    header, unix = got.headers["X-Service-Signature"], int(got.headers["X-Service-Timestamp"])
    assert new != old and header.count("v1=") == 2
    assert header == signature.sign(new, got.raw, unix, old)
    for secret, fits in ((new, True), (old, True), ("whsec_another", False)):
        assert signature.verify(secret, got.raw, header, unix_now=unix) is fits

    Endpoint.objects.update(old_secret_until=clock.now() - timedelta(seconds=1))
    agent.post(f"/api/webhooks/endpoints/{endpoint}/test")
    deliver()
    last = there.received[-1]
    assert last.headers["X-Service-Signature"] == signature.sign(
        new, last.raw, int(last.headers["X-Service-Timestamp"])
    )


def test_whose_endpoint_it_is_hears_of_a_new_secret_by_mail(agent: Api) -> None:
    endpoint, old = given_endpoint(agent, HOOK)
    new = rotate(agent, endpoint)

    [mail] = Mail.objects.filter(to=agent.account.email, subject__contains="a webhook secret was changed")
    assert f"- Webhook endpoint: {HOOK}" in mail.text and "For 24 hours" in mail.text
    assert new not in mail.text and old not in mail.text
    with untouched():
        assert agent.post(f"/api/webhooks/endpoints/{endpoint}/rotate-secret").code == "secret_rotating"


def test_the_old_secret_is_forgotten_when_its_day_is_over(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    rotate(agent, endpoint)
    assert endpoints.end_old_secrets() == 0
    Endpoint.objects.update(old_secret_until=clock.now())

    assert endpoints.end_old_secrets() == 1
    assert Endpoint.objects.get().old_sealed_secret == ""
    rotate(agent, endpoint)


def test_a_second_change_within_the_day_is_refused(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    rotate(agent, endpoint, Idempotency_Key="rotate-1")
    again = agent.post(f"/api/webhooks/endpoints/{endpoint}/rotate-secret", Idempotency_Key="rotate-1")
    assert (again.status, again["secret"]) == (200, None)

    with untouched():
        refused = agent.post(f"/api/webhooks/endpoints/{endpoint}/rotate-secret")
    assert (refused.status, refused.code) == (409, "secret_rotating")

    renewed, secret = given_endpoint(agent, HOOK)
    assert renewed == endpoint
    assert endpoints.secrets_of(Endpoint.objects.get()) == [secret], "both others ended at once"


def test_an_endpoint_is_paused_changed_and_set_going(agent: Api) -> None:
    endpoint, secret = given_endpoint(agent, HOOK)
    path = f"/api/webhooks/endpoints/{endpoint}"
    agent.post(f"{path}/test")

    paused = agent.patch(path, {"enabled": False})["endpoint"]
    assert (paused["disabled"], paused["disabledReason"]) == (True, "paused")
    assert agent.post(f"{path}/test").code == "endpoint_disabled"
    [delivery] = agent.get("/api/webhooks/deliveries")["deliveries"]
    assert (delivery["status"], delivery["lastError"]) == ("failed", "endpoint_disabled")

    shown = agent.patch(path, {"enabled": True, "events": ["escrow.funded", "escrow.funded"], "description": "new"})[
        "endpoint"
    ]
    assert (shown["disabled"], shown["events"], shown["description"]) == (False, ["escrow.funded"], "new")
    assert endpoints.secret_of(Endpoint.objects.get()) == secret


def test_of_a_revoked_key_nothing_is_set_going() -> None:
    agent = given_agent()
    key, raw = keys.issue(agent.account, "second")
    mine = Api(account=agent.account, headers={"X-API-Key": raw})
    other, _ = given_endpoint(mine, HOOK)
    agent.delete(f"/api/keys/{key.public_id}")
    found = Endpoint.objects.get(key=key)
    assert (found.public_id, found.disabled_reason) == (other, "key_revoked")
    assert agent.patch(f"/api/webhooks/endpoints/{other}", {"enabled": True}).status == 404, "of another key"


def test_a_person_signed_in_has_the_endpoints_of_all_keys_and_names_the_key_of_a_new_one() -> None:
    person, stranger = given_worker(), given_agent()
    key, raw = keys.issue(person.account, "agent")
    program = Api(account=person.account, headers={"X-API-Key": raw})
    endpoint, _ = given_endpoint(program, HOOK)
    body = {"url": f"{HOOK}/2", "events": ["*"]}

    assert [row["id"] for row in person.get("/api/webhooks/endpoints")["endpoints"]] == [endpoint]
    assert "keyId" in person.post("/api/webhooks/endpoints", body).body["fields"]
    made = person.post("/api/webhooks/endpoints", body | {"keyId": key.public_id})["endpoint"]
    assert made["keyId"] == key.public_id
    assert {row["id"] for row in program.get("/api/webhooks/endpoints")["endpoints"]} == {endpoint, made["id"]}
    rotate(person, endpoint)
    with untouched():
        for caller in (person, program):
            refused = caller.post("/api/webhooks/endpoints", body | {"keyId": stranger.key.public_id})
            assert refused.status == 404, refused.body


def test_a_call_leads_to_the_deliveries_that_it_caused(agent: Api) -> None:
    endpoint, _ = given_endpoint(agent, HOOK)
    agent.post(f"/api/webhooks/endpoints/{endpoint}/test")
    second = agent.post(f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]

    line = agent.get("/api/activity?limit=1")["activity"][0]
    found = agent.get(f"/api/activity/{line['id']}")
    assert (found["call"]["objectId"], found["call"]["operation"]) == (endpoint, "testWebhookEndpoint")
    assert [row["deliveryId"] for row in found["deliveries"]] == [second]
