"""Managing endpoints: limits, secrets, whose they are, and addresses that are never called."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Unauthorized
from marketplace.services import keys
from tests.api import Api
from webhooks.models import Delivery, Endpoint
from webhooks.services import attempts, endpoints

from .conftest import given_endpoint

pytestmark = pytest.mark.django_db
HOOK = "http://127.0.0.1:9/hook"


def test_the_secret_is_shown_once_and_kept_encrypted(agent: Api) -> None:
    made = agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"]}, Idempotency_Key="make-1")
    again = agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"]}, Idempotency_Key="make-1")

    assert made["secret"].startswith("whsec_")
    assert len(made["secret"]) == len("whsec_") + 43
    assert again["secret"] is None
    assert again["warnings"] == ["secret_shown_once"]
    assert made["secret"] not in Endpoint.objects.get().sealed_secret
    assert b"whsec_" not in str(agent.get("/api/webhooks/endpoints").body).encode()


def test_the_sixth_endpoint_is_refused_and_a_known_address_is_renewed(agent: Api) -> None:
    first = [given_endpoint(agent, f"{HOOK}/{n}") for n in range(5)]

    sixth = agent.post("/api/webhooks/endpoints", {"url": f"{HOOK}/6", "events": ["*"]})
    renewed = agent.post("/api/webhooks/endpoints", {"url": f"{HOOK}/0", "events": ["escrow.funded"]})

    assert (sixth.status, sixth.code) == (409, "endpoint_limit_reached")
    assert Endpoint.objects.count() == 5
    assert renewed["endpoint"]["id"] == first[0][0]
    assert renewed["endpoint"]["events"] == ["escrow.funded"]
    assert renewed["secret"] != first[0][1]


@pytest.mark.parametrize(
    "url",
    [
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::ffff:10.0.0.1]/",
        "http://93.184.216.34/plain",
        "ftp://example.com/",
        "https://user:pw@example.com/",
        "https://example.com/#f",
        "https:///x",
        "not an address",
        "",
        "http://127.0.0.1:9/" + "\u4e00" * 700,
    ],
)
def test_an_address_that_may_not_be_called_is_refused(agent: Api, url: str) -> None:
    refused = agent.post("/api/webhooks/endpoints", {"url": url, "events": ["*"]})

    assert refused.status == 400
    assert refused.code in ("invalid_url", "validation_error")
    assert not Endpoint.objects.exists()


def test_a_misspelt_event_is_answered_with_the_one_that_was_meant(agent: Api) -> None:
    refused = agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["application.submited"]})

    assert refused.status == 400
    assert "Unknown: application.submited. Did you mean application.submitted?" in str(refused["fields"])
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize("events", [[], ["nothing.such"], "escrow.funded", None, [1]])
def test_unknown_events_are_refused(agent: Api, events: object) -> None:
    refused = agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": events})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert not Endpoint.objects.exists()


def test_endpoints_and_deliveries_belong_to_the_key_that_made_them(agent: Api, other_agent: Api, worker: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, HOOK)
    delivery_id = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]
    _, raw = keys.issue(agent.account, "second key")
    sibling = Api(agent.account, {"X-API-Key": raw})

    for stranger in (other_agent, sibling):
        assert stranger.get("/api/webhooks/endpoints")["endpoints"] == []
        assert stranger.get("/api/webhooks/deliveries")["deliveries"] == []
        assert stranger.get(f"/api/webhooks/deliveries/{delivery_id}").status == 404
        assert stranger.post(f"/api/webhooks/endpoints/{endpoint_id}/test").status == 404
        assert stranger.delete(f"/api/webhooks/endpoints/{endpoint_id}").status == 404
    assert worker.get("/api/webhooks/endpoints")["endpoints"] == []
    assert worker.delete(f"/api/webhooks/endpoints/{endpoint_id}").status == 404
    assert Endpoint.objects.get().deleted_at is None
    assert Delivery.objects.count() == 1


def test_a_deleted_endpoint_is_gone_and_its_open_deliveries_fail(agent: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, HOOK)
    agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    assert agent.delete(f"/api/webhooks/endpoints/{endpoint_id}")["deleted"] == endpoint_id

    assert agent.get("/api/webhooks/endpoints")["endpoints"] == []
    assert Delivery.objects.get().last_error == "endpoint_deleted"
    assert agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"]})["endpoint"]["id"] != endpoint_id


def test_the_delivery_log_filters_and_pages(agent: Api) -> None:
    one, _ = given_endpoint(agent, HOOK + "/1")
    two, _ = given_endpoint(agent, HOOK + "/2")
    for endpoint_id in (one, one, two):
        agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")

    assert agent.get("/api/webhooks/deliveries")["count"] == 3
    assert agent.get(f"/api/webhooks/deliveries?endpointId={two}")["count"] == 1
    assert agent.get("/api/webhooks/deliveries?eventType=webhook.test&status=pending")["count"] == 3
    assert agent.get("/api/webhooks/deliveries?status=failed")["count"] == 0
    assert agent.get("/api/webhooks/deliveries?status=nothing").code == "validation_error"
    assert agent.get("/api/webhooks/deliveries?limit=201").code == "invalid_limit"
    page = agent.get("/api/webhooks/deliveries?limit=2")
    rest = agent.get(f"/api/webhooks/deliveries?limit=200&cursor={page['nextCursor']}")
    assert (page["hasMore"], page["count"], rest["count"], rest["hasMore"]) == (True, 2, 1, False)


def test_a_page_of_the_log_fits_its_own_key_and_filters_only(agent: Api, other_agent: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, HOOK)
    for _ in range(3):
        agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    page = agent.get("/api/webhooks/deliveries?limit=2")

    ids = [row["deliveryId"] for row in page["deliveries"]]
    assert ids == sorted(ids, reverse=True), "newest first"
    cursor = page["nextCursor"]
    assert agent.get(f"/api/webhooks/deliveries?status=pending&cursor={cursor}").code == "invalid_cursor"
    assert other_agent.get(f"/api/webhooks/deliveries?cursor={cursor}").code == "invalid_cursor"
    for limit in ("0", "-1", "201", "x"):
        assert agent.get(f"/api/webhooks/deliveries?limit={limit}").code == "invalid_limit"
    assert agent.get("/api/webhooks/deliveries?endpointId=whe_nonsense")["deliveries"] == []
    for malformed in ("whd_nonsense", endpoint_id, "x"):
        assert agent.get(f"/api/webhooks/deliveries/{malformed}").status == 404


@pytest.mark.parametrize("path", ["/api/webhooks/endpoints", "/api/webhooks/deliveries"])
def test_a_list_asks_the_database_as_often_for_five_rows_as_for_one(agent: Api, path: str) -> None:
    asked = []
    for number in range(5):
        endpoint_id, _ = given_endpoint(agent, f"{HOOK}/{number}")
        agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
        with CaptureQueriesContext(connection) as queries:
            assert agent.get(path)["count"] == number + 1
        asked.append(len(queries))

    assert asked[0] == asked[4]


def test_the_log_of_a_key_is_found_by_its_endpoints_and_not_in_everybodys(agent: Api, other_agent: Api) -> None:
    for caller in (agent, other_agent):
        endpoint_id, _ = given_endpoint(caller, HOOK)
        caller.post(f"/api/webhooks/endpoints/{endpoint_id}/test")
    with CaptureQueriesContext(connection) as asked:
        assert agent.get("/api/webhooks/deliveries")["count"] == 1
    (page,) = [query["sql"] for query in asked.captured_queries if 'FROM "webhooks_delivery"' in query["sql"]]

    assert "webhooks_endpoint" not in page, "across a join the planner can't know how few they are"


def test_one_delivery_asks_the_database_as_often_with_five_attempts_as_with_one(agent: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, HOOK)
    delivery_id = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]
    asked = []
    for number in range(1, 6):
        Delivery.objects.update(next_attempt_at=clock.now())
        attempts.deliver_due()
        with CaptureQueriesContext(connection) as queries:
            assert len(agent.get(f"/api/webhooks/deliveries/{delivery_id}")["delivery"]["history"]) == number
        asked.append(len(queries))

    assert asked[0] == asked[4]


def test_a_test_goes_to_its_endpoint_alone_whatever_that_is_subscribed_to(agent: Api) -> None:
    endpoint_id, _ = given_endpoint(agent, HOOK + "/one", ["escrow.funded"])
    given_endpoint(agent, HOOK + "/two", ["*"])

    delivery_id = agent.post(f"/api/webhooks/endpoints/{endpoint_id}/test")["deliveryId"]
    attempts.sweep()

    assert Delivery.objects.get().public_id == delivery_id
    assert Delivery.objects.get().endpoint.public_id == endpoint_id


def test_a_key_revoked_in_the_same_moment_gets_no_endpoint(agent: Api) -> None:
    actor = Actor(agent.account, "key", agent.key)
    keys.revoke(actor, agent.key.public_id)

    with pytest.raises(Unauthorized):
        endpoints.create(actor, url=HOOK, events=["*"])
    assert not Endpoint.objects.exists()


def test_a_refused_address_leaves_the_endpoint_that_is_there_alone(agent: Api, settings: Any) -> None:
    given_endpoint(agent, HOOK)
    before = Endpoint.objects.values().get()
    settings.SANDBOX = False

    refused = agent.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["escrow.funded"]})

    assert (refused.status, refused.code) == (400, "invalid_url")
    assert Endpoint.objects.values().get() == before
