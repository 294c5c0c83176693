"""The table of routes, asked by a member of each role who acts for the owner's account: they get what the owner gets, or a refusal
of their role. What each operation asks for stands at the operation alone."""

from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve

from marketplace.api.openapi import least_role
from marketplace.core import rights
from tests.contract.cells import Route
from tests.contract.document import operations
from tests.contract.routes import ROUTES
from tests.contract.scenario import World
from tests.contract.test_errors import named
from tests.contract.test_routes import call
from tests.contract.test_structure import KINDS, permission, views

OURS = [route for route in ROUTES if route.operation != "-" and next(route.expected())[2] == "authentication_required"]
# What only the person of the account itself may do, or what keeps money, keys and members with owners.
OWNERS = {
    *("createKey", "setKeyWebhook", "revokeKey", "registerIdentity", "createWebhookEndpoint", "deleteWebhookEndpoint"),
    *("listEvents", "setWalletControls", "unfreezeWallet", "refundAgentCheckout", "withdrawFromWallet"),
    *("changeWebhookEndpoint", "rotateWebhookSecret", "decideApproval", "setKeyLimits", "setConnectorLimits"),
    *("startPayoutOnboarding", "refundFunding", "listInvitations", "inviteMember", "revokeInvitation", "changeMember"),
}
SELF = {
    *("withdrawEarnings", "getEarningsBalance", "getOwnProfile", "editOwnProfile", "addPhotos", "removePhoto"),
    *("answerReview", "claimCompletion", "listOwnServices", "offerService", "editService", "removeService"),
    *("approveSubscription", "declineSubscription", "confirmServiceBooking", "declineServiceBooking", "apply"),
    *(
        "getMicCheck",
        "recordMicSample",
        "getLanguageProficiency",
        "recordLanguageProficiency",
        "confirmSeat",
        "startWork",
    ),
    *("requestExtension", "reportAttendance", "submitEvidence", "listWork", "answerTerms", "contestWork"),
    *("getHumanizationSample", "getHumanizationAssignment", "applyForHumanization", "submitHumanization"),
    *("getQaCredentials", "getTasteBallot", "acceptInvitation", "eraseAccount", "requestExport", "getExport"),
}
WANTS_A_KEY = {"createWebhookEndpoint"}  # whoever is signed in says for which
READ_BY_WRITING = {"removeMember"}  # whoever is a member may leave


def least_of(route: Route, world: World) -> str:
    found: Any = resolve(world.path(route.path).partition("?")[0])
    method = getattr(found.func.cls, found.func.actions[route.method.lower()])
    return method.least or rights.usual(route.method)


def of_the_owner(route: Route) -> tuple[int, str | None]:
    """What the table says of the owner's key."""
    return next((status, code) for caller, status, code in route.expected() if caller == "owner")


def test_the_exceptions_are_those_that_were_decided() -> None:
    found = {role: {name for name in operations() if least_role(name) == role} for role in (rights.OWNER, rights.SELF)}
    assert found == {rights.OWNER: OWNERS, rights.SELF: SELF}
    assert {name for name in operations() if least_role(name) == rights.VIEWER} == READ_BY_WRITING


def test_the_document_names_the_role_of_each_operation_that_a_session_may_call() -> None:
    for name, operation in operations().items():
        takes_sessions = any("Session" in kind for kind in operation.get("security", []))
        told = operation.get("x-least-role")
        assert bool(told) == (takes_sessions and name not in SELF), name
        headers = {part["name"] for part in operation.get("parameters", []) if part["in"] == "header"}
        assert ("X-Account" in headers) == bool(told), name


@named(OURS)
@pytest.mark.parametrize("role", rights.ROLES)
def test_each_role_gets_what_the_owner_gets_or_a_refusal(world: World, unchanged: Any, route: Route, role: str) -> None:
    least, caller = least_of(route, world), world[f"as {role}"]
    if route.operation in READ_BY_WRITING:
        least = rights.OWNER  # it is not their own membership
    only_keys = "403:api_key_required" in route.cells.split()[2:4]
    status, code = of_the_owner(route)
    by_session = code == "session_required"
    if only_keys:
        expected: tuple[int, str | None] = (403, "api_key_required")
    elif least == rights.SELF:
        expected = (403, "only_for_oneself")
    elif not rights.covers(role, least):
        expected = (403, "member_role_required")
    elif route.operation in WANTS_A_KEY:
        expected = (400, "validation_error")
    else:
        expected = (status, code)
    with transaction.atomic():
        answer = call(world, caller, route)
        transaction.set_rollback(True)
    if expected[0] == 403 and not (by_session and expected[1] == "session_required"):
        with unchanged():
            call(world, caller, route)
    if by_session and expected == (403, "session_required"):
        assert answer.code not in ("session_required", "member_role_required", "only_for_oneself"), answer.body
        return
    assert answer.status == expected[0], answer.body
    if expected[0] >= 400:
        assert answer.code == expected[1], answer.body


def test_every_kind_of_permission_leaves_the_role_to_the_operation(world: World) -> None:
    for path, view, actions in views():
        for action in actions.values():
            assert permission(view, action) in KINDS, path
            assert getattr(getattr(view, action), "least", "") in ("", *rights.LEAST), (path, action)
