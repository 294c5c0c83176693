"""API keys: shown once, stored as a digest, ended at once, at most 25."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as project
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from marketplace.core import clock, crypto
from marketplace.models import ApiKey
from marketplace.services import keys
from tests.api import Api
from tests.contract.scenario import HOOK
from tests.factories.accounts import given_agent, given_worker
from webhooks.models import Endpoint

pytestmark = pytest.mark.django_db


def test_a_key_is_shown_once_and_only_its_digest_is_stored(agent: Api) -> None:
    answer = agent.post("/api/keys", {"name": "  production  "})
    raw = answer["apiKey"]

    assert answer["key"]["name"] == "production"
    assert re.fullmatch(r"ahm_test_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}", raw)
    assert raw.startswith(answer["key"]["keyPrefix"])
    assert len(raw) - len(answer["key"]["keyPrefix"]) >= 43
    row = ApiKey.objects.get(name="production")
    assert bytes(row.digest) == crypto.digest(raw)
    with connection.cursor() as cursor:
        cursor.execute("select to_jsonb(k)::text from marketplace_apikey k where id = %s", [row.pk])
        assert raw not in cursor.fetchone()[0]
    assert raw not in str(agent.get("/api/keys").body)
    assert Api(headers={"X-API-Key": raw}).get("/api/account")["account"]["keyId"] == answer["key"]["id"]


def test_live_and_sandbox_keys_tell_apart(settings: Settings) -> None:
    agent = given_agent()
    settings.SANDBOX = False
    _, live = keys.issue(agent.account, "live")
    settings.API_KEY_PREFIX = "acme"
    _, branded = keys.issue(agent.account, "branded")

    assert live.startswith("ahm_live_")
    assert branded.startswith("acme_live_")
    assert Api(headers={"Authorization": f"Bearer {branded}"}).get("/api/account").status == 200


@pytest.mark.parametrize(
    "raw",
    ["", "ahm_", "ahm_test_", "nonsense", "ahm_test_" + "a" * 49, "ahm_live_" + "a" * 49, "ahm_test_" + "é" * 49,
     "AHM_TEST_" + "a" * 49, "ahm_test_" + "a" * 4000],
)  # fmt: skip
def test_a_guess_fails_its_checksum_without_a_query(
    raw: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = Api(headers={"X-API-Key": raw}).get("/api/account")

    assert (answer.status, answer.code) == (401, "invalid_credentials")


def test_a_mistyped_key_fails_its_checksum_without_a_query(
    agent: Api, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    raw = agent.headers["X-API-Key"]
    for place in (9, 20, 40, len(raw) - 1):
        typo = raw[:place] + ("b" if raw[place] != "b" else "c") + raw[place + 1 :]
        with django_assert_num_queries(0):
            assert keys.find_valid(typo) is None


def test_a_well_formed_key_that_nobody_has_is_refused() -> None:
    text = "ahm_test_" + "a" * 43

    answer = Api(headers={"X-API-Key": text + crypto.checksum(text)}).get("/api/account")

    assert (answer.status, answer.code) == (401, "invalid_credentials")


def test_revoking_holds_from_the_next_request_and_for_good(agent: Api) -> None:
    made = agent.post("/api/keys", {"name": "short-lived"})
    second = Api(headers={"X-API-Key": made["apiKey"]})
    assert second.get("/api/account").status == 200
    second.post("/api/webhooks/endpoints", {"url": HOOK, "events": ["*"]})

    revoked = agent.delete(f"/api/keys/{made['key']['id']}")

    assert revoked["key"]["revokedAt"] is not None
    assert (second.get("/api/account").status, second.get("/api/account").code) == (401, "invalid_credentials")
    endpoint = Endpoint.objects.get()
    assert (endpoint.disabled, endpoint.disabled_reason) == (True, "key_revoked")
    again = agent.delete(f"/api/keys/{made['key']['id']}")
    assert (again.status, again["key"]["revokedAt"]) == (200, revoked["key"]["revokedAt"])


def test_a_key_may_revoke_itself(agent: Api) -> None:
    assert agent.delete(f"/api/keys/{agent.key.public_id}").status == 200
    assert agent.get("/api/account").status == 401


def test_a_closed_account_has_no_valid_key(agent: Api) -> None:
    agent.account.is_active = False
    agent.account.save()

    assert agent.get("/api/account").code == "invalid_credentials"


def test_at_most_25_keys_are_active(agent: Api, ledger: Any, new_events: Any) -> None:
    made = [agent.post("/api/keys", {"name": f"key {n}"}) for n in range(24)]
    assert {answer.status for answer in made} == {200}

    refused = agent.post("/api/keys", {"name": "one too many"}, **{"Idempotency-Key": "k"})

    assert (refused.status, refused.code) == (409, "key_limit_reached")
    assert ApiKey.objects.filter(account=agent.account).count() == 25
    assert new_events() == []
    agent.delete(f"/api/keys/{made[0]['key']['id']}")
    assert agent.post("/api/keys", {"name": "one too many"}, **{"Idempotency-Key": "k"}).status == 200
    assert given_agent().post("/api/keys", {"name": "mine"}).status == 200, "the limit is each account's own"


def test_the_last_use_is_written_at_most_once_a_minute(agent: Api, at: Callable[[str], datetime]) -> None:
    def last_used() -> Any:
        return ApiKey.objects.get(pk=agent.key.pk).last_used_at

    begun = at("2026-05-01T12:00:00Z")
    assert last_used() is None
    agent.get("/api/account")
    assert last_used() == begun

    clock.freeze(begun + timedelta(seconds=60))
    with CaptureQueriesContext(connection) as seen:
        agent.get("/api/account")
    assert last_used() == begun
    assert not [query for query in seen.captured_queries if query["sql"].startswith("UPDATE")]

    clock.freeze(begun + timedelta(seconds=61))
    agent.get("/api/account")
    assert last_used() == begun + timedelta(seconds=61)


def test_a_session_lists_and_revokes_the_keys_of_its_account() -> None:
    worker = given_worker()
    made = worker.post("/api/keys", {"name": "mine"})

    assert [key["id"] for key in worker.get("/api/keys")["keys"]] == [made["key"]["id"]]
    assert Api(headers={"X-API-Key": made["apiKey"]}).get("/api/account")["account"]["authenticatedBy"] == "key"
    assert worker.delete(f"/api/keys/{made['key']['id']}").status == 200


def test_the_prefix_is_the_configured_one() -> None:
    assert project.API_KEY_PREFIX == "ahm"
    assert keys.looks_like_key("ahm_test_x")
    assert not keys.looks_like_key("session-token")
