"""What the document says of keys, limits, methods, secrets and forms is what every route does."""

from typing import Any

import pytest
from django.db import transaction

from tests.api import Answer, Api
from tests.contract.cells import Route
from tests.contract.document import document, operations, validate
from tests.contract.routes import ROUTES
from tests.contract.scenario import World, check_failure
from tests.contract.test_errors import may_call, named
from tests.contract.test_idempotency import KEYED, SHOWN_ONCE, send

LISTS = {
    name: found
    for name, found in operations().items()
    if any(parameter["name"] == "limit" for parameter in found.get("parameters", []))
}
LISTED = [route for route in ROUTES if route.operation in LISTS and not route.note and "limit=" not in route.path]


def undone(world: World, route: Route, key: str | None = None, **more: Any) -> Answer:
    with transaction.atomic():
        answer = send(world, route, key, **more)
        transaction.set_rollback(True)
    return answer


def parameter(operation: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        one
        for methods in document()["paths"].values()
        for each in methods.values()
        if each["operationId"] == operation
        for one in each.get("parameters", [])
        if one["name"] == name
    )
    return found


@named(KEYED)
def test_a_key_is_required_where_the_document_says_so(world: World, route: Route) -> None:
    described = parameter(route.operation, "Idempotency-Key")

    without = undone(world, route)

    assert (without.code == "idempotency_key_required") is described["required"], without.body


def test_the_document_requires_a_key_where_its_codes_say_so() -> None:
    for methods in document()["paths"].values():
        for operation in methods.values():
            keys = [one for one in operation.get("parameters", []) if one["name"] == "Idempotency-Key"]
            coded = "`idempotency_key_required`" in operation["responses"].get("400", {}).get("description", "")
            assert [key["required"] for key in keys] == ([coded] if keys else []), operation["operationId"]
            assert keys or not coded


def test_without_a_required_key_nothing_is_made(world: World, unchanged: Any) -> None:
    needing = [route for route in ROUTES if "idempotency_key_required" in route.cells and route.operation != "-"]
    assert {parameter(route.operation, "Idempotency-Key")["required"] for route in needing} == {True}
    assert {"createHumanization", "createTasteRun"} <= {route.operation for route in needing}
    for route in needing:
        with unchanged():
            check_failure(send(world, route, None, world["owner"]), 400, "idempotency_key_required")
        if pattern := parameter(route.operation, "Idempotency-Key")["schema"].get("pattern"):
            assert pattern.startswith("^") and pattern.endswith("{8,128}$")
            with unchanged():
                check_failure(send(world, route, "short", world["owner"]), 400, "validation_error")


@named(LISTED)
def test_a_list_takes_the_limits_of_the_document_and_no_others(world: World, route: Route) -> None:
    schema = parameter(route.operation, "limit")["schema"]
    path = world.path(route.path) + ("&" if "?" in route.path else "?")
    # Search shows 24 to somebody without credentials.
    caller = world["owner"] if route.operation == "searchHumans" else may_call(world, route)

    for limit in (schema["minimum"], schema["maximum"], schema["default"]):
        assert caller.get(f"{path}limit={limit}").status == 200, limit
    for limit in (schema["minimum"] - 1, schema["maximum"] + 1, "many", 1.5):
        check_failure(caller.get(f"{path}limit={limit}"), 400, "invalid_limit")


@pytest.mark.main
def test_every_list_is_tried() -> None:
    assert {route.operation for route in LISTED} == LISTS.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("path", sorted({path for path, methods in document()["paths"].items()}))
def test_no_route_takes_trace(anonymous: Api, path: str) -> None:
    answer = anonymous.call("TRACE", path.replace("{", "").replace("}", ""))

    check_failure(answer, 405, "method_not_allowed")
    methods = {method.upper() for method in document()["paths"][path]}
    assert methods <= set(answer.headers["Allow"].split(", "))


def test_a_replayed_secret_is_null_and_the_document_says_so(world: World) -> None:
    shown = 0
    for route in KEYED:
        schema = operations()[route.operation]["responses"].get("200", {}).get("content", {}).get("application/json")
        if schema is None or not any(name in str(schema) for name in ("Answer",)):
            continue
        with transaction.atomic():
            first = send(world, route, "key-of-a-secret")
            again = send(world, route, "key-of-a-secret")
            transaction.set_rollback(True)
        secrets = [name for name in SHOWN_ONCE if name != "warnings" and first.body.get(name)]
        if first.status == 200 and secrets:
            shown += 1
            assert [again[name] for name in secrets] == [None] * len(secrets), route
            validate(schema["schema"], first.body)
            validate(schema["schema"], again.body)
    assert shown == 4


@named(
    [route for route in KEYED if "multipart/form-data" in str(operations().get(route.operation, {}).get("requestBody"))]
)
def test_a_form_is_read_as_the_json_of_the_same_fields(world: World, route: Route) -> None:
    caller, path = may_call(world, route), world.path(route.path)
    form = {"Content-Type": "multipart/form-data; boundary=x"}

    answers = []
    for raw, how in ((b"--x--\r\n", form), (b"", form), (b"{}", {})):
        with transaction.atomic():
            answers.append(caller.call(route.method, path, raw=raw, **how))
            transaction.set_rollback(True)

    assert len({(answer.status, answer.code, str(answer.body.get("fields"))) for answer in answers}) == 1, answers
    assert all(answer.status in (200, 400) for answer in answers)
