"""Every route is made of the same parts, so that what is proven of a part on one route is true of all.

Credentials, limits and body sizes are the middleware's (test_headers.py, test_limits.py, test_routes.py), the rest is in the
class of every view: permissions, bodies, ids, idempotency, pages, failures.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.urls import get_resolver, resolve
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from marketplace.api import handler, permissions, uploads, wire
from marketplace.api.authentication import ActorAuthentication
from marketplace.api.permissions import LoopbackInSandbox
from marketplace.api.viewsets import ApiViewSet
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem, Unauthorized
from marketplace.errors import ApiKeyRequired, NotByConnector, OperatorRequired, SessionRequired
from marketplace.models import Account, ApiKey
from tests.contract.scenario import World
from tests.contract.test_errors import OURS
from tests.contract.test_routes import PLAIN, SIGN_IN, mounted

OTHERWISE = {
    *PLAIN,
    "api/providers/stripe/webhook",
}  # bytes, documents, tools and signed notices have tests of their own
KINDS = {
    *(permissions.Public, permissions.KeyOrSession, permissions.Key, permissions.OwnKey, permissions.NoConnector),
    *(permissions.KeyOrOwner, permissions.Session, permissions.Operator, permissions.PublicOrOwn, LoopbackInSandbox),
    permissions.AccountInSandbox,
}
# What a view inherits and never replaces.
INHERITED = {
    *("dispatch", "initialize_request", "initial", "check_permissions", "permission_denied", "handle_exception"),
    *("finalize_response", "get_authenticators", "authentication_classes", "renderer_classes", "throttle_classes"),
    *("get_exception_handler", "content_negotiation_class", "http_method_not_allowed", "http_method_names"),
    *("read", "once", "once_with_files", "idempotency_key", "required_key", "paged", "listed", "actor", "caller"),
}


def views() -> Iterator[tuple[str, type[Any], dict[str, str]]]:
    """(pattern, class, actions) of each route of ours."""

    def walk(resolver: Any, prefix: str) -> Iterator[tuple[str, Any]]:
        for entry in resolver.url_patterns:
            path = prefix + str(entry.pattern)
            if hasattr(entry, "url_patterns"):
                yield from walk(entry, path)
            elif path.startswith("api") and not f"/{path}".startswith(SIGN_IN) and path not in OTHERWISE:
                yield path, entry.callback

    for path, callback in walk(get_resolver(), ""):
        yield path, callback.cls, callback.actions


def permission(view: type[Any], action: str | None) -> type[Any]:
    made = view()
    made.action, made.request = action, Request(APIRequestFactory().get("/"))
    [found] = made.get_permissions()
    return type(found)


def test_every_view_is_made_of_the_same_parts() -> None:
    found = list(views())
    assert len({(method, path) for path, _, actions in found for method in actions}) > 150
    for path, view, _ in found:
        assert issubclass(view, ApiViewSet), path
        for kind in view.__mro__[: view.__mro__.index(ApiViewSet)]:
            assert not INHERITED & vars(kind).keys(), f"{kind} replaces {INHERITED & vars(kind).keys()}"
        assert set(view.parser_classes) <= {wire.JsonParser, uploads.FormParser, uploads.RecordingParser}, path
        assert view.renderer_classes == [wire.JsonRenderer]
        assert view.authentication_classes == [ActorAuthentication]
    assert view().get_exception_handler() is handler.handle
    assert settings.REST_FRAMEWORK["DEFAULT_PERMISSION_CLASSES"] == ["marketplace.api.permissions.KeyOrSession"]


def test_no_route_is_beside_them() -> None:
    mine = {path for path, _, _ in views()}

    beside = {path for _, path in mounted(get_resolver())} - mine
    assert {path for path in beside if not f"/{path}".startswith(SIGN_IN)} == OTHERWISE


def test_who_may_call_a_route_is_one_of_a_few_kinds() -> None:
    for path, view, actions in views():
        for action in (*actions.values(), None):
            assert permission(view, action) in KINDS, (path, action)


REFUSED: dict[tuple[type[Any], str], type[Problem]] = {
    **{
        (kind, "nobody"): Unauthorized
        for kind in KINDS - {permissions.Public, permissions.PublicOrOwn, LoopbackInSandbox}
    },
    (permissions.Key, "session"): ApiKeyRequired,
    (permissions.OwnKey, "session"): ApiKeyRequired,
    (permissions.OwnKey, "oauth"): NotByConnector,
    (permissions.KeyOrOwner, "oauth"): NotByConnector,
    (permissions.NoConnector, "oauth"): NotByConnector,
    (permissions.Session, "key"): SessionRequired,
    (permissions.Session, "oauth"): SessionRequired,
    **{(permissions.Operator, via): OperatorRequired for via in ("key", "session", "oauth")},
}


@pytest.mark.parametrize("kind", sorted(KINDS - {LoopbackInSandbox}, key=str), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("via", ["nobody", "key", "session", "oauth", "operator's key"])
def test_each_kind_takes_its_credentials_and_no_others(kind: type[Any], via: str) -> None:
    operator = via.startswith("operator")
    request = Request(APIRequestFactory().get("/"))
    request.auth = None
    if via != "nobody":
        account, how = Account(is_staff=operator, is_superuser=operator), "key" if operator else via
        request.auth = Actor(account=account, via=how, key=ApiKey() if how == "key" else None)
    expected = REFUSED.get((kind, via)) or (SessionRequired if operator and kind is permissions.Session else None)

    if expected is None:
        assert kind().has_permission(request, ApiViewSet()) is True
        return
    with pytest.raises(expected) as refusal:
        kind().has_permission(request, ApiViewSet())
    assert type(refusal.value) is expected


# What would outlive a connector's token, widen what it may spend, or belongs to a key.
NOT_BY_CONNECTOR = {
    *("createKey", "setKeyWebhook", "revokeKey", "setWalletControls", "registerIdentity"),
    *("listWebhookEndpoints", "createWebhookEndpoint", "deleteWebhookEndpoint", "testWebhookEndpoint"),
    *("changeWebhookEndpoint", "rotateWebhookSecret"),
    *("replayWebhookEvents", "listWebhookDeliveries", "getWebhookDelivery", "redeliverWebhook"),
}


def test_the_table_of_routes_says_of_each_caller_what_the_kind_of_the_route_says(world: World) -> None:
    not_by_connector = set()
    for route in OURS:
        found: Any = resolve(world.path(route.path).partition("?")[0])
        if found.route in OTHERWISE:
            continue
        kind = permission(found.func.cls, found.func.actions[route.method.lower()])
        told = {caller: code for caller, _, code in route.expected()}
        assert (told["nobody"] == "authentication_required") is ((kind, "nobody") in REFUSED), route.name
        for caller in ("stranger_key", "owner", "support", "operator"):
            assert (told[caller] == "session_required") is (kind is permissions.Session), (route.name, caller)
        for caller in ("stranger_session", "worker"):
            only_keys = kind in (permissions.Key, permissions.OwnKey)
            assert not only_keys or told[caller] in ("api_key_required", "not_found"), (route.name, caller)
            assert only_keys or told[caller] != "api_key_required", (route.name, caller)
        if REFUSED.get((kind, "oauth")) is NotByConnector:
            not_by_connector.add(route.operation)
    assert not_by_connector == NOT_BY_CONNECTOR
