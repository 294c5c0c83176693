"""The single webhook address of a key: deprecated, and delivered to like every other endpoint."""

from collections.abc import Callable

import pytest

from marketplace.models import Mail
from tests.api import Api
from tests.contract import document as documents
from tests.factories.market import untouched
from webhooks.models import Endpoint
from webhooks.rules.signature import verify

from .conftest import Receiver, deliver, given_endpoint

pytestmark = pytest.mark.django_db
Start = Callable[[], Receiver]


@pytest.fixture
def key(agent: Api) -> str:
    return agent.get("/api/account")["account"]["keyId"]


def test_the_address_gets_every_event_signed_with_the_secret_of_the_answer(
    agent: Api, key: str, receiver: Start
) -> None:
    hook = receiver()

    answer = agent.patch(f"/api/keys/{key}", {"webhookUrl": hook.url})

    assert answer["key"]["id"] == key
    assert answer["webhookUrl"] == hook.url
    [listed] = agent.get("/api/webhooks/endpoints")["endpoints"]
    assert (listed["id"], listed["legacy"], listed["events"]) == (answer["webhookEndpointId"], True, ["*"])
    agent.post(f"/api/webhooks/endpoints/{listed['id']}/test")
    assert deliver() == 1
    [got] = hook.received
    signed, moment = got.headers["X-Service-Signature"], int(got.headers["X-Service-Timestamp"])
    assert verify(answer["webhookSecret"], got.raw, signed, unix_now=moment)


def test_the_secret_is_in_one_answer_only(agent: Api, key: str, receiver: Start) -> None:
    body, once = {"webhookUrl": receiver().url}, {"Idempotency-Key": "k"}

    first, again = (agent.patch(f"/api/keys/{key}", body, **once) for _ in range(2))

    assert first["webhookSecret"].startswith("whsec_")
    assert (again["webhookSecret"], again["warnings"]) == (None, ["secret_shown_once"])
    assert first.headers["Cache-Control"] == "private, no-store"


def test_the_same_address_is_renewed_and_another_takes_its_place(agent: Api, key: str, receiver: Start) -> None:
    old, new = receiver(), receiver()
    first = agent.patch(f"/api/keys/{key}", {"webhookUrl": old.url})
    Endpoint.objects.update(
        disabled_at="2026-11-21T10:00Z", disabled_reason="too_many_failures", consecutive_failures=15
    )

    renewed = agent.patch(f"/api/keys/{key}", {"webhookUrl": old.url})
    assert renewed["webhookEndpointId"] == first["webhookEndpointId"]
    assert renewed["webhookSecret"] != first["webhookSecret"]
    assert not Endpoint.objects.get().disabled
    agent.post(f"/api/webhooks/endpoints/{first['webhookEndpointId']}/test")

    moved = agent.patch(f"/api/keys/{key}", {"webhookUrl": new.url})
    assert moved["webhookEndpointId"] != first["webhookEndpointId"]
    assert [row["url"] for row in agent.get("/api/webhooks/endpoints")["endpoints"]] == [new.url]
    [ended] = agent.get("/api/webhooks/deliveries")["deliveries"]
    assert (ended["status"], ended["lastError"]) == ("failed", "endpoint_deleted")
    assert deliver() == 0


def test_its_owner_is_mailed_about_a_new_address_and_about_one_that_is_renewed(
    agent: Api, key: str, receiver: Start
) -> None:
    old, new = receiver(), receiver()
    for hook in (old, old, new):
        assert agent.patch(f"/api/keys/{key}", {"webhookUrl": hook.url}).status == 200

    mails = [mail.text for mail in Mail.objects.order_by("id") if "a webhook endpoint was made" in mail.subject]
    assert len(mails) == 2
    for hook, text in zip((old, new), mails, strict=True):
        assert f"Webhook endpoint: {hook.url}" in text and "It gets: all events" in text and "API key: " in text
    [renewed] = [mail.text for mail in Mail.objects.all() if "endpoint has a new secret" in mail.subject]
    assert f"Webhook endpoint: {old.url}" in renewed


@pytest.mark.parametrize("nothing", ["", None])
def test_nothing_clears_it(agent: Api, key: str, receiver: Start, nothing: str | None) -> None:
    agent.patch(f"/api/keys/{key}", {"webhookUrl": receiver().url})

    for _ in range(2):
        answer = agent.patch(f"/api/keys/{key}", {"webhookUrl": nothing})
        assert (answer.status, answer["webhookUrl"], answer["webhookSecret"]) == (200, None, None)
        assert "warnings" not in answer.body

    assert agent.get("/api/webhooks/endpoints")["endpoints"] == []


def test_it_is_none_of_the_five(agent: Api, key: str, receiver: Start) -> None:
    hook = receiver()
    assert agent.patch(f"/api/keys/{key}", {"webhookUrl": hook.url}).status == 200
    for number in range(4):
        given_endpoint(agent, f"{hook.url}/{number}")
    twin, _ = given_endpoint(agent, hook.url)

    assert agent.post("/api/webhooks/endpoints", {"url": f"{hook.url}/x", "events": ["*"]}).status == 409
    assert agent.patch(f"/api/keys/{key}", {"webhookUrl": hook.url}).status == 200
    assert Endpoint.objects.get(legacy=True).public_id != twin, "an address of both kinds is two endpoints"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.com/", "invalid_url"),
        ("https://10.0.0.1/", "invalid_url"),
        ("nonsense", "invalid_url"),
        (5, "validation_error"),
    ],
)
def test_an_address_that_may_not_be_called_is_refused(agent: Api, key: str, url: object, code: str) -> None:
    with untouched():
        answer = agent.patch(f"/api/keys/{key}", {"webhookUrl": url})

    assert (answer.status, answer.code) == (400, code)
    assert not Endpoint.objects.exists()


def test_the_field_must_be_there(agent: Api, key: str) -> None:
    assert list(agent.patch(f"/api/keys/{key}", {})["fields"]) == ["webhookUrl"]


def test_another_accounts_key_is_not_found_and_a_revoked_one_gets_none(
    agent: Api, other_agent: Api, key: str, receiver: Start
) -> None:
    url = receiver().url
    second = agent.post("/api/keys", {"name": "second"})["key"]["id"]
    assert agent.patch(f"/api/keys/{second}", {"webhookUrl": url}).status == 200
    agent.delete(f"/api/keys/{second}")
    assert Endpoint.objects.get().disabled_reason == "key_revoked"

    with untouched():
        assert other_agent.patch(f"/api/keys/{key}", {"webhookUrl": url}).status == 404
        revoked = agent.patch(f"/api/keys/{second}", {"webhookUrl": url})

    assert (revoked.status, revoked.code) == (409, "key_revoked")


def test_the_document_says_that_it_is_deprecated() -> None:
    document = documents.document()

    assert document["paths"]["/api/keys/{key_id}"]["patch"]["deprecated"] is True
    assert "deprecated" not in document["paths"]["/api/keys/{key_id}"]["delete"]
