"""What every answer carries: the request id and the state of the tightest rate limit."""

import re
import time
from typing import Any

import pytest
from django.conf import settings as project
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from marketplace.services import keys, limits
from tests.api import Answer, Api

pytestmark = pytest.mark.django_db
FIELDS = re.compile(r'"(?P<name>[a-z0-9._]+)";(?P<a>[qr])=(?P<n>\d+);(?P<b>[wt])=(?P<s>\d+)')
LIMIT_HEADERS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")


def left(answer: Answer) -> tuple[int, int]:
    return int(answer.headers["X-RateLimit-Limit"]), int(answer.headers["X-RateLimit-Remaining"])


ANSWERS: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "a success": ("GET", "/api/humans", 200, {}),
    "a refused field": ("GET", "/api/humans?limit=0", 400, {}),
    "a public route with bad credentials": ("GET", "/api/humans", 401, {"X-API-Key": "nonsense"}),
    "no credentials": ("GET", "/api/keys", 401, {}),
    "an unknown id": ("GET", "/api/bounties/bty_0", 404, {}),
    "an unknown path": ("GET", "/api/nowhere", 404, {}),
    "an unknown path elsewhere": ("GET", "/nowhere", 404, {}),
    "another method": ("DELETE", "/api/humans", 405, {}),
    "broken JSON": ("POST", "/api/agents/signup", 400, {"raw": b"{"}),
    "another content type": ("POST", "/api/agents/signup", 415, {"raw": b"a=b", "Content-Type": "text/plain"}),
    "sign-in": ("POST", "/api/auth/app/v1/auth/login", 400, {"raw": b"{}"}),
    "the session of nobody": ("GET", "/api/auth/app/v1/auth/session", 401, {}),
    "an unknown path of sign-in": ("GET", "/api/auth/app/v1/nowhere", 404, {}),
    "the front page": ("GET", "/", 200, {}),
    "the terms": ("GET", "/terms", 200, {}),
    "the docs page": ("GET", "/api/docs", 200, {}),
    "the document": ("GET", "/api/openapi.json", 200, {}),
    "a checkout page that is not there": ("GET", "/checkout/dep_0", 404, {}),
    "a file that is not there": ("GET", "/files/fil_0", 404, {}),
    "the admin's sign-in": ("GET", "/admin/login/", 200, {}),
    "a static file": ("GET", "/static/admin/css/base.css", 200, {}),
    "a static file that is not there": ("GET", "/static/nothing.css", 404, {}),
    "a route of the sandbox": ("GET", "/api/sandbox/clock", 404, {}),
    "what a browser asks first": ("OPTIONS", "/api/humans", 405, {}),
    "the head of a page": ("HEAD", "/api/openapi.json", 200, {}),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_carries_a_request_id_and_the_state_of_a_limit(kind: str) -> None:
    method, path, status, how = ANSWERS[kind]

    before = time.time()
    answer = Api().call(method, path, **how)

    assert answer.status == status, answer.body
    assert re.fullmatch(r"req_[0-9a-f]{24}", answer.headers["X-Request-Id"])
    limit, remaining = left(answer)
    assert 0 <= remaining < limit
    assert 0 < int(answer.headers["X-RateLimit-Reset"]) - before <= 3601
    policy, state = (FIELDS.fullmatch(answer.headers[name]) for name in ("RateLimit-Policy", "RateLimit"))
    assert policy and state and policy["name"] == state["name"]
    assert (policy["a"], int(policy["n"]), policy["b"]) == ("q", limit, "w")
    assert (state["a"], int(state["n"]), state["b"]) == ("r", remaining, "t")
    assert 0 <= int(state["s"]) <= int(policy["s"])
    if isinstance(answer.body, dict) and "requestId" in answer.body:
        assert answer["requestId"] == answer.headers["X-Request-Id"]


def test_a_304_carries_them_too() -> None:
    caller = Api()
    etag = caller.get("/api/openapi.json").headers["ETag"]

    answer = caller.get("/api/openapi.json", **{"If-None-Match": etag})

    assert answer.status == 304
    assert {"X-Request-Id", *LIMIT_HEADERS} <= set(answer.headers)


def test_an_unchanged_static_file_carries_them_too() -> None:
    modified = Api().get("/static/admin/css/base.css").headers["Last-Modified"]

    answer = Api().get("/static/admin/css/base.css", **{"If-Modified-Since": modified})

    assert answer.status == 304
    assert {"X-Request-Id", *LIMIT_HEADERS} <= set(answer.headers)


def test_an_answer_without_a_database_carries_them_too(agent: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(raw: str) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(keys, "find_valid", gone)

    answer = agent.get("/api/account")

    assert (answer.status, answer.code) == (503, "unavailable")
    assert left(answer) == (600, 599), "counted by its address: whose it is, is not known"


def test_a_checkout_page_carries_them_too(agent: Api) -> None:
    page = agent.post("/api/wallet/deposit", {"amount": 5})["checkoutUrl"].removeprefix(project.BASE_URL)

    shown = Api().get(page)

    assert shown.status == 200
    assert {"X-Request-Id", *LIMIT_HEADERS} <= set(shown.headers)


def test_the_way_from_http_to_https_is_counted_and_nobodys_credentials_are_read_on_it(
    settings: Settings, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_SSL_HOST = True, "market.example.org"
    monkeypatch.setattr(keys, "find_valid", lambda raw: pytest.fail("a key was looked at"))
    agent.client = Client()  # whose middleware sees it

    led = agent.get("/api/account?a=1", Host="evil.example.com")

    assert (led.status, led.headers["Location"]) == (301, "https://market.example.org/api/account?a=1")
    assert "X-Request-Id" in led.headers
    assert left(led) == (600, 599)
    assert led.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(("path", "status"), [("/api/keys", 401), ("/api/humans", 200), ("/nowhere", 404)])
def test_every_answer_carries_the_headers_of_security(path: str, status: int) -> None:
    answer = Api().get(path)

    assert answer.status == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/startupz", "/healthz"])
def test_probes_of_health_count_in_a_wide_class_of_their_own(path: str) -> None:
    answer = Api().get(path)

    assert "X-Request-Id" in answer.headers
    assert answer.headers["X-RateLimit-Limit"] == "6000"


def test_a_body_that_is_too_large_carries_them_and_is_counted() -> None:
    caller = Api()
    answer = caller.call("POST", "/api/agents/signup", raw=b" " * (1024 * 1024 + 1))

    assert (answer.status, answer.code) == (413, "body_too_large")
    assert {"X-Request-Id", *LIMIT_HEADERS} <= set(answer.headers)
    assert left(answer) == (20, 19)


@pytest.mark.parametrize("offered", ["abcdefgh", "A" * 128, "trace:1.2-3_4567"])
def test_a_well_formed_request_id_of_the_caller_is_kept(offered: str) -> None:
    answer = Api().get("/api/nowhere", **{"X-Request-Id": offered})

    assert answer.headers["X-Request-Id"] == offered == answer["requestId"]


@pytest.mark.parametrize(
    "offered", ["", "short", "A" * 129, "has a blank", "tab\tinside", "ümlaut-here", "<script>1234"]
)
def test_any_other_request_id_is_replaced(offered: str) -> None:
    answer = Api().get("/api/nowhere", **{"X-Request-Id": offered})

    assert re.fullmatch(r"req_[0-9a-f]{24}", answer.headers["X-Request-Id"])
    assert answer["requestId"] == answer.headers["X-Request-Id"]


def test_two_requests_have_two_ids() -> None:
    caller = Api()

    assert caller.get("/api/humans").headers["X-Request-Id"] != caller.get("/api/humans").headers["X-Request-Id"]


def test_an_error_of_the_front_door_itself_is_our_failure_body_with_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError("forced")

    monkeypatch.setattr(limits, "count", broken)

    answer = Api().get("/api/humans")

    assert (answer.status, answer.code) == (500, "server_error")
    assert answer["requestId"] == answer.headers["X-Request-Id"] != ""
