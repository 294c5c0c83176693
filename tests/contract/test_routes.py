"""Each route exists once in the table, and each of the seven callers gets the answer that the table promises."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from allauth.headless.internal import sessionkit
from django.contrib.sessions.models import Session
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from bounties.models import Bounty
from marketplace.core import clock, ids
from tests.api import Answer, Api
from tests.contract.cells import Route
from tests.contract.document import check_described, operations
from tests.contract.routes import ROUTES
from tests.contract.scenario import CALLERS, World, revoked_key
from tests.contract.test_errors import from_peer, named
from tests.factories.accounts import given_worker, oauth_token, session_token

SIGN_IN = "/api/auth/"
PLAIN = {  # views without a class
    "api/openapi.json": {"GET"},
    "api/asyncapi.json": {"GET"},
    "api/docs": {"GET"},
    "api/changelog": {"GET"},
    "api/mcp/server-card": {"GET"},
    "api/mcp": {"GET", "POST"},
}
OURS = [route for route in ROUTES if not route.path.startswith(SIGN_IN) and not route.note]
GUARDED = [route for route in OURS if next(route.expected())[1] == 401]


def call(world: World, caller: Api, route: Route, **headers: str) -> Answer:
    body: Any = orjson.loads(world.fill(orjson.dumps(route.body).decode())) if route.body is not None else None
    return from_peer(caller, route).call(route.method, world.path(route.path), body, **headers)


def mounted(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, str]]:
    """(method, url pattern) of everything under /api."""
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from mounted(entry, path)
        elif path.startswith("api"):
            yield from ((method, path) for method in methods(entry, path))


def methods(entry: URLPattern, path: str) -> set[str]:
    if path in PLAIN:
        return PLAIN[path]
    view: Any = entry.callback
    if hasattr(view, "actions"):
        return {name.upper() for name in view.actions if name != "head"}
    offered = {name for name in ("get", "post", "put", "patch", "delete") if hasattr(view.view_class, name)}
    # allauth's base class defines handlers that only some views fill in.
    return {name.upper() for name in offered}


def test_every_mounted_route_has_a_row(world: World) -> None:
    in_table = {(route.method, resolve(world.path(route.path).partition("?")[0]).route) for route in ROUTES}

    assert sorted(set(mounted(get_resolver())) - in_table) == [], "mounted under /api and not in routes.py"
    assert sorted(in_table - set(mounted(get_resolver()))) == [], "in routes.py and not mounted"


def test_every_row_names_an_answer_for_each_of_the_seven_callers() -> None:
    for route in ROUTES:
        assert [caller for caller, _, _ in route.expected()] == list(CALLERS), route.name


def test_no_row_stands_twice() -> None:
    names = [route.name for route in ROUTES]

    assert len(names) == len(set(names))


def test_the_table_and_the_document_name_the_same_operations() -> None:
    described = {(operation["method"], name) for name, operation in operations().items()}

    assert {(route.method, route.operation) for route in ROUTES if route.operation != "-"} == described


@named(ROUTES)
def test_each_caller_gets_the_answer_of_the_table(world: World, unchanged: Any, route: Route) -> None:
    is_signin = route.path.startswith(SIGN_IN)  # its bodies are allauth's, and a failed one is written down

    def ask(caller: str, status: int, code: str | None) -> None:
        answer = call(world, world[caller], route)
        assert answer.status == status, (caller, answer.body)
        assert is_signin or status == 200 or answer.code == code, (caller, answer.body)
        assert status != 200 or route.operation == "-" or answer["success"] is True
        check_described(route, answer)

    cells = list(route.expected())
    with unchanged():
        for cell in cells:
            if cell[1] != 200 and not is_signin:
                ask(*cell)
    for cell in cells:
        if cell[1] == 200 or is_signin:
            with transaction.atomic():
                ask(*cell)
                transaction.set_rollback(True)


BAD = {
    "a revoked key": lambda world: {"X-API-Key": revoked_key(world["owner"])},
    "garbage for a key": lambda world: {"X-API-Key": "ahm_test_" + "x" * 49},
    "an empty key": lambda world: {"X-API-Key": ""},
    "garbage for a session": lambda world: {"X-Session-Token": "no-such-session"},
    "an expired session": lambda world: {"X-Session-Token": expired_session(world)},
    "garbage for a bearer token": lambda world: {"Authorization": "Bearer nothing-we-know"},
    "a token of OAuth": lambda world: {"Authorization": f"Bearer {oauth_token(world['owner'].account)}"},
    "a session token for a key": lambda world: {"X-API-Key": world["worker"].headers["X-Session-Token"]},
    "a key for a session token": lambda world: {"X-Session-Token": world["owner"].headers["X-API-Key"]},
    "a session of a closed account": lambda world: {"X-Session-Token": closed_session()},
}


def expired_session(world: World) -> str:
    token = session_token(world["worker"].account)
    Session.objects.filter(pk=token).update(expire_date=clock.wall())
    return token


def closed_session() -> str:
    worker = given_worker(is_active=False)
    return worker.headers["X-Session-Token"]


# The middleware reads credentials before it is known which view will answer.
SOME = ("GET /api/bounties", "GET /api/keys", "POST /api/bounties", "DELETE /api/bounties/{open_bounty}", "GET /api/docs",
        "POST /api/agents/signup", "POST /api/mpp/wallet/deposit", "GET /api/sandbox/clock")  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_bad_credentials_are_refused_also_on_public_routes(world: World, unchanged: Any, kind: str) -> None:
    caller = Api(headers=BAD[kind](world))
    caller.address = "127.0.0.1"

    with unchanged():
        for route in (route for route in OURS if route.name in SOME):
            answer = call(world, caller, route)
            assert (answer.status, answer.code) == (401, "invalid_credentials"), route.name


@pytest.mark.parametrize("kind", ["garbage for a key", "a token of OAuth", "two accounts"])
def test_no_route_goes_past_the_front_door(world: World, unchanged: Any, kind: str) -> None:
    """A connector's token is good for tools only: what it may do there is in test_tool_calls.py."""
    session = {"X-Session-Token": world["worker"].headers["X-Session-Token"]}
    caller = Api(headers=BAD[kind](world) if kind in BAD else world["owner"].headers | session)
    caller.address = "127.0.0.1"
    expected = "invalid_credentials" if kind in BAD else "mixed_credentials"

    with unchanged():
        for route in OURS:
            answer = call(world, caller, route)
            assert (answer.status, answer.code) == (401, expected), route.name


def test_a_bearer_token_of_a_second_account_is_refused_too(world: World, unchanged: Any) -> None:
    second = {"Authorization": f"Bearer {world['worker'].headers['X-Session-Token']}"}
    caller = Api(headers=world["owner"].headers | second)

    with unchanged():
        assert caller.get("/api/humans").code == caller.get("/api/keys").code == "mixed_credentials"


def test_a_key_and_a_session_of_one_account_are_taken_together_and_count_as_the_key(world: World) -> None:
    token = session_token(world["owner"].account)
    both = Api(headers=world["owner"].headers | {"X-Session-Token": token})

    answer = both.get("/api/account")

    assert answer.status == 200
    assert answer["account"]["authenticatedBy"] == "key"


def test_cookies_are_never_credentials_under_api(world: World, unchanged: Any) -> None:
    caller = Api()
    caller.client.force_login(world["owner"].account)
    with unchanged():
        for route in GUARDED:
            answer = call(world, caller, route)
            assert (answer.status, answer.code) == (401, "authentication_required"), route.name


def test_a_key_and_a_session_work_as_bearer_tokens(world: World) -> None:
    by_key = Api(headers={"Authorization": f"Bearer {world['owner'].headers['X-API-Key']}"})
    by_session = Api(headers={"Authorization": f"bearer {world['worker'].headers['X-Session-Token']}"})

    assert by_key.get("/api/account")["account"]["authenticatedBy"] == "key"
    assert by_session.get("/api/account")["account"]["authenticatedBy"] == "session"


def test_another_authorization_scheme_is_none_of_ours(world: World) -> None:
    caller = Api(headers={"Authorization": "Payment abc"})

    assert caller.get("/api/humans").status == 200
    assert caller.get("/api/account").code == "authentication_required"


def test_a_session_that_holds_no_account_is_no_credential(world: World) -> None:
    session = sessionkit.new_session()
    session.save()

    answer = Api(headers={"X-Session-Token": session.session_key}).get("/api/account")

    assert (answer.status, answer.code) == (401, "invalid_credentials")


def test_a_person_sees_a_bounty_he_takes_part_in_although_it_is_private(world: World) -> None:
    seat = world.path("/api/bounties/{hired_bounty}")
    Bounty.objects.filter(pk=ids.decode("bty", world.names["hired_bounty"])).update(is_private=True)

    assert world["worker"].get(seat).status == 200
    assert world["stranger_session"].get(seat).status == 404
    assert "escrowId" not in world["worker"].get(seat)["bounty"]
