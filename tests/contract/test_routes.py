"""Each route exists once in the table, and each of the seven callers gets the answer that the table promises."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from allauth.headless.internal import sessionkit
from django.contrib.sessions.models import Session
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from drf_spectacular.generators import SchemaGenerator

from bounties.models import Bounty
from marketplace.core import clock, ids
from tests.api import Answer, Api
from tests.contract.cells import OWN_BODIES, Route, answers_json
from tests.contract.routes import ROUTES
from tests.contract.scenario import CALLERS, World, revoked_key
from tests.contract.test_errors import from_peer
from tests.factories.accounts import given_worker, oauth_token, session_token

SIGN_IN = "/api/auth/"
PLAIN = {  # views without a class
    "api/openapi.json": {"GET"},
    "api/asyncapi.json": {"GET"},
    "api/docs": {"GET"},
    "api/mcp": {"GET", "POST"},
}
CELLS = [(route, *cell) for route in ROUTES for cell in route.expected()]
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
    document = SchemaGenerator().get_schema(request=None, public=True)
    described = {
        (method.upper(), operation["operationId"])
        for methods in document["paths"].values()
        for method, operation in methods.items()
        if operation["tags"] not in OWN_BODIES and answers_json(operation)
    }

    assert {(route.method, route.operation) for route in ROUTES if route.operation != "-"} == described


@pytest.mark.parametrize(
    ("route", "caller", "status", "code"), CELLS, ids=[f"{route.name} by {caller}" for route, caller, _, _ in CELLS]
)
def test_each_caller_gets_the_answer_of_the_table(
    world: World, unchanged: Any, route: Route, caller: str, status: int, code: str | None
) -> None:
    if status == 200 or route.path.startswith(SIGN_IN):
        answer = call(world, world[caller], route)
    else:
        with unchanged():
            answer = call(world, world[caller], route)

    assert answer.status == status, answer.body
    if status != 200 and not route.path.startswith(SIGN_IN):
        assert answer.code == code, answer.body
    if answer.status == 200 and route.operation != "-":
        assert answer["success"] is True


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


@pytest.mark.parametrize("kind", BAD)
def test_bad_credentials_are_refused_on_every_route_also_on_public_ones(
    world: World, unchanged: Any, kind: str
) -> None:
    caller = Api(headers=BAD[kind](world))
    caller.address = "127.0.0.1"

    with unchanged():
        for route in OURS:
            answer = call(world, caller, route)
            assert (answer.status, answer.code) == (401, "invalid_credentials"), route.name


@pytest.mark.parametrize("kind", ["header", "bearer"])
def test_credentials_of_two_accounts_are_refused_on_every_route(world: World, unchanged: Any, kind: str) -> None:
    token = world["worker"].headers["X-Session-Token"]
    second = {"X-Session-Token": token} if kind == "header" else {"Authorization": f"Bearer {token}"}
    caller = Api(headers=world["owner"].headers | second)
    caller.address = "127.0.0.1"

    with unchanged():
        for route in OURS:
            answer = call(world, caller, route)
            assert (answer.status, answer.code) == (401, "mixed_credentials"), route.name


def test_a_key_and_a_session_of_one_account_are_taken_together_and_count_as_the_key(world: World) -> None:
    token = session_token(world["owner"].account)
    both = Api(headers=world["owner"].headers | {"X-Session-Token": token})

    answer = both.get("/api/account")

    assert answer.status == 200
    assert answer["account"]["authenticatedBy"] == "key"


def test_cookies_are_never_credentials_under_api(world: World, unchanged: Any) -> None:
    caller = Api()
    caller.client.force_login(world["owner"].account)
    caller.client.cookies["sessionid"] = session_token(world["owner"].account)
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
