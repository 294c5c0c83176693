"""One failure body for everything that goes wrong under /api: ours, the framework's, the database's, the program's."""

import copy
import re
from typing import Any

import pytest
from django.db import OperationalError
from django.test import RequestFactory
from pytest_django import Settings

from marketplace.api.middleware import body_limit, check_body_length
from marketplace.api.routes import intake
from marketplace.core import ids, near
from marketplace.models import Account
from tests.api import Answer, Api
from tests.contract.cells import SIGNUP, Route
from tests.contract.document import check_described
from tests.contract.malformed import of_another_kind
from tests.contract.routes import ROUTES
from tests.contract.scenario import CALLERS, World, check_failure

OURS = [route for route in ROUTES if not route.path.startswith("/api/auth/") and not route.note]
WRITES = [route for route in OURS if route.method != "GET"]
TAKING = [route for route in WRITES if route.body is not None]
AUTH = "/api/auth/app/v1/auth"
SLOT = re.compile(r"\{([a-z_]+)\}")
MAY_BE_EMPTY = ("cancelBounty",)  # its reason may stand in the query; an empty body is no body
# A plain one, one with ids, those that look at the body before its shape does, one for forms too, a public and a strict one.
SOME = [
    route
    for route in TAKING
    if route.operation
    in ("createKey", "payForSeat", "editBounty", "cancelBounty", "submitEvidence", "agentSignup", "mppDeposit")
]
BROKEN = {
    "cut off": b'{"name": "a"',
    "no JSON at all": b"name=a",
    "single quotes": b"{'name': 'a'}",
    "NaN": b'{"name": NaN}',
    "infinity": b'{"price": 1e400}',
    "two documents": b"{}{}",
    "a trailing comma": b'{"name": "a",}',
    "a NUL character": b'{"name": "a\\u0000b"}',
    "a raw control character": b'{"name": "a\x00b"}',
    "a lone surrogate": b'{"name": "\\ud800"}',
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "a"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name": "a"}',
    "300 levels deep": b'{"name": "a", "extra": ' + b"[" * 300 + b"]" * 300 + b"}",
    "3,000 levels deep": b'{"extra": ' + b'{"a":' * 3000 + b"1" + b"}" * 3001,
    "100,000 levels deep": b"[" * 100_000,
}


def may_call(world: World, route: Route) -> Api:
    """Somebody whom this route answers 200, or else asks for a payment, or knows; or whatever it says to everybody."""
    asked = [row for row in route.expected() if row[2] not in ("session_required", "api_key_required")]
    first = {status: caller for caller, status, _ in reversed(asked)}
    name = next((first[status] for status in (200, 402, 202, 409, 403, 404) if status in first), CALLERS[0])
    return from_peer(world[name], route)


def from_peer(caller: Api, route: Route) -> Api:
    """The same caller, from the address that the route asks for. (Its Client is shared: making one is slow.)"""
    twin = copy.copy(caller)
    twin.address = route.peer or caller.address
    return twin


def named(routes: list[Route]) -> Any:
    return pytest.mark.parametrize("route", routes, ids=[route.name for route in routes])


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/nowhere", "/api/keys/", "/api/bounties/x/nothing", "/api/auth", "/api/auth/browser/v1/config",
     "/api/auth/app/v1/nowhere", "/api/%00", "/api/..%2f..%2fetc", "/api/☃"],
)  # fmt: skip
@pytest.mark.django_db
def test_an_unknown_path_is_our_404(anonymous: Api, unchanged: Any, path: str) -> None:
    with unchanged():
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            answer = anonymous.call(method, path)
            check_failure(answer, 404, "not_found")
            assert "/api/docs" in answer["error"], "the message says what to do next"


@named(OURS)
def test_whatever_is_wrong_with_a_request_is_refused_in_our_words(world: World, unchanged: Any, route: Route) -> None:
    """One of each kind on every route; all of a kind on some of them, below."""
    caller, path = may_call(world, route), world.path(route.path)

    def refused(status: int, code: str, **how: Any) -> Answer:
        answer = caller.call(route.method, path, **how)
        check_failure(answer, status, code)
        check_described(route, answer)
        return answer

    with unchanged():
        other = from_peer(world["owner"], route).call("PUT", path, {})
        check_failure(other, 405, "method_not_allowed")
        check_described(route, other)
        assert route.method in other.headers["Allow"]
        if route in WRITES:
            known = intake(route.method, path.partition("?")[0])
            limit = body_limit(known)
            too_large = refused(413, "body_too_large", raw=b"{}", **{"Content-Length": str(limit + 1)})
            assert too_large["maxBytes"] == limit >= 1024 * 1024
            if known.files:
                form = {"Content-Type": "multipart/form-data; boundary=x", "Content-Length": ""}
                refused(411, "length_required", raw=b"--x--", **form, **{"Transfer-Encoding": "chunked"})
            refused(415, "unsupported_media_type", **{"Content-Encoding": "gzip"})
        if route in TAKING:
            refused(415, "unsupported_media_type", raw=b"name=a", **{"Content-Type": "text/plain"})
            refused(400, "invalid_json", raw=BROKEN["cut off"])
        if route in TAKING and route.operation not in MAY_BE_EMPTY:
            refused(400, "invalid_body", raw=b"[]")
        for slot in SLOT.findall(route.path):
            check_unknown(world, caller, route, slot, {"another kind": of_another_kind(world.names[slot])})


def check_unknown(world: World, caller: Api, route: Route, slot: str, texts: dict[str, str]) -> None:
    """Each of these texts is the same 404 as an unknown id."""
    prefix = "prf" if slot == "username" else world.names[slot].partition("_")[0]
    unknown = ids.encode(prefix, ids.new())

    def ask(text: str) -> Answer:
        path = SLOT.sub(lambda match: text if match[1] == slot else world.names[match[1]], route.path)
        return caller.call(route.method, path, route.body)

    def told(answer: Answer, *left_out: str) -> dict[str, Any]:
        leads = [action["operation"] for action in answer["nextActions"]]  # their paths may have the id
        body = {**answer.body, "nextActions": leads, "requestId": ""}
        return {name: value for name, value in body.items() if name not in left_out}

    expected = ask(unknown)
    check_failure(expected, 404, "not_found")
    for kind, text in texts.items():
        answer = ask(text)
        assert answer.status == 404, (kind, answer.body)
        # By its form alone a text may be known to be the id of something else, and is said to be.
        said = ("error", "nextActions") if near.other_kind(text, prefix) else ()
        assert told(answer, *said) == told(expected, *said), kind


@pytest.mark.django_db
def test_another_method_of_sign_in_is_our_405(anonymous: Api) -> None:
    check_failure(anonymous.get(f"{AUTH}/login"), 405, "method_not_allowed")


@named(SOME)
def test_another_content_type_is_our_415(world: World, unchanged: Any, route: Route) -> None:
    caller = may_call(world, route)
    with unchanged():
        for kind in ("text/plain", "application/xml", "application/x-www-form-urlencoded", "x"):
            answer = caller.call(route.method, world.path(route.path), raw=b"name=a", **{"Content-Type": kind})
            check_failure(answer, 415, "unsupported_media_type")


def test_files_may_be_larger_and_only_where_files_are_taken(world: World) -> None:
    form, size = {"Content-Type": "multipart/form-data; boundary=x"}, {"Content-Length": str(30 * 1024 * 1024)}
    path = world.path("/api/bounties/{confirmed_bounty}/submissions")

    posted = {"content_type": form["Content-Type"], "CONTENT_LENGTH": size["Content-Length"]}
    check_body_length(RequestFactory().post(path, b"--x--", **posted), intake("POST", path))  # raises nothing
    check_failure(world["worker"].call("POST", path, raw=b"{}", **size), 413, "body_too_large")
    check_failure(world["owner"].call("POST", "/api/keys", raw=b"--x--", **form, **size), 413, "body_too_large")
    whole = {"Content-Length": str(2000 * 1024 * 1024 + body_limit(intake("POST", path)) + 1)}
    check_failure(world["worker"].call("POST", path, raw=b"--x--", **form, **whole), 413, "body_too_large")


@pytest.mark.parametrize("path", [f"{AUTH}/login", f"{AUTH}/signup", "/api/nowhere"])
@pytest.mark.django_db
def test_the_body_limits_hold_for_sign_in_and_unknown_paths_too(anonymous: Api, path: str) -> None:
    big = {"Content-Length": str(1024 * 1024 + 1)}

    check_failure(anonymous.call("POST", path, raw=b"{}", **big), 413, "body_too_large")


@named(SOME)
def test_broken_json_is_refused(world: World, unchanged: Any, route: Route) -> None:
    caller = may_call(world, route)
    with unchanged():
        for kind, raw in BROKEN.items():
            answer = caller.call(route.method, world.path(route.path), raw=raw)
            assert (answer.status, answer.code) == (400, "invalid_json"), kind
            check_failure(answer)


@pytest.mark.parametrize("step", ["login", "signup", "code/request", "password/request"])
@pytest.mark.django_db
def test_a_broken_body_of_sign_in_is_refused(unchanged: Any, settings: Settings, step: str) -> None:
    settings.RATE_LIMIT_SCALE = 100.0
    with unchanged():
        for kind, raw in BROKEN.items():
            answer = Api().call("POST", f"{AUTH}/{step}", raw=raw)
            assert answer.status == 400, (kind, answer.body)
        for raw in (b"{nope", b"[1]", b'"text"', b"5", b"null"):
            check_failure(Api().call("POST", f"{AUTH}/{step}", raw=raw), 400)


@named([route for route in SOME if route.operation not in MAY_BE_EMPTY])
def test_json_that_is_no_object_is_refused(world: World, unchanged: Any, route: Route) -> None:
    caller = may_call(world, route)
    with unchanged():
        for raw in (b"[]", b'[{"name": "a"}]', b'"text"', b"5", b"1.5", b"true", b"false", b"null"):
            answer = caller.call(route.method, world.path(route.path), raw=raw)
            assert (answer.status, answer.code) == (400, "invalid_body"), raw
            check_failure(answer)


@pytest.mark.django_db
def test_a_fault_of_the_program_is_our_500_and_tells_no_details(
    agent: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("marketplace.selectors.accounts.describe", broken)
    answer = agent.get("/api/account")

    check_failure(answer, 500, "server_error")
    assert "secret" not in str(answer.body)
    assert "requestId" in answer["error"]
    assert "secret detail" in caplog.text, "the log has it"


@pytest.mark.django_db
def test_a_fault_in_sign_in_is_our_500_and_leaves_no_half_account(
    anonymous: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("marketplace.services.mails.write", broken)
    answer = anonymous.post(f"{AUTH}/code/request", {"email": "person0@example.com"})
    signup = anonymous.post("/api/agents/signup", SIGNUP)

    assert answer.status in (401, 500)
    assert signup.status in (500, 503)
    check_failure(signup)
    assert "secret" not in str(answer.body) + str(signup.body)
    assert not Account.objects.filter(email=SIGNUP["email"]).exists()


class Cause(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "code"),
    [("55P03", "busy"), ("40P01", "busy"), ("40001", "busy"), ("57P01", "unavailable"), (None, "unavailable")],
)
@pytest.mark.django_db
def test_a_database_that_is_busy_or_away_is_our_503_with_retry_after(
    agent: Api, monkeypatch: pytest.MonkeyPatch, sqlstate: str | None, code: str
) -> None:
    def broken(*_: Any) -> None:
        raise OperationalError("connection lost, password=hunter2") from Cause(sqlstate)

    monkeypatch.setattr("marketplace.selectors.accounts.describe", broken)
    answer = agent.get("/api/account")

    check_failure(answer, 503, code)
    assert int(answer.headers["Retry-After"]) >= 1
    assert "hunter2" not in str(answer.body)


@pytest.mark.django_db
def test_the_database_going_away_before_the_view_is_our_503(agent: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise OperationalError("gone") from Cause("08006")

    monkeypatch.setattr("marketplace.services.keys.find_valid", broken)
    answer = agent.get("/api/account")

    check_failure(answer, 503, "unavailable")


@pytest.mark.django_db
def test_any_accept_header_gets_json(anonymous: Api) -> None:
    for accept in ("text/html", "application/xml", "nonsense", "image/*;q=0.1"):
        answer = anonymous.get("/api/humans", Accept=accept)
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "application/json"
