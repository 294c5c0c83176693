"""The OpenAPI document, made once for a process, and what is judged by it."""

import copy
from functools import cache
from typing import Any

import jsonschema
import orjson
from drf_spectacular.generators import SchemaGenerator

from tests.api import Answer
from tests.contract.cells import OWN_BODIES, Route, answers_json


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(orjson.dumps(SchemaGenerator().get_schema(request=None, public=True)))
    return found


@cache
def operations() -> dict[str, dict[str, Any]]:
    """By operationId: those that answer our JSON."""
    found = [
        operation | {"method": method.upper(), "path": path, "responses": responses(operation)}
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        if operation["tags"] not in OWN_BODIES and answers_json(operation)
    ]
    assert len({operation["operationId"] for operation in found}) == len(found), "an operationId stands twice"
    return {operation["operationId"]: operation for operation in found}


def responses(operation: dict[str, Any]) -> dict[str, Any]:
    """By status, those that operations share looked up."""
    shared = document()["components"]["responses"]
    return {
        status: shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
        for status, response in operation["responses"].items()
    }


def event(type_: str) -> dict[str, Any]:
    """What is sent for this type of event."""
    reference: str = document()["webhooks"][type_]["$ref"]
    sent: dict[str, Any] = document()["components"]["pathItems"][reference.rpartition("/")[2]]["post"]
    return sent


@cache
def closed() -> dict[str, Any]:
    """The same schemas, taking no field that they do not name."""

    def close(node: Any) -> None:
        if isinstance(node, dict):
            if "properties" in node and isinstance(node["properties"], dict):
                node.setdefault("additionalProperties", False)
            for inner in node.values():
                close(inner)
        elif isinstance(node, list):
            for inner in node:
                close(inner)

    strict = copy.deepcopy(document())
    close(strict["components"]["schemas"])
    return strict


def validate(schema: dict[str, Any], value: Any, *, strict: bool = False) -> None:
    _validator(orjson.dumps(schema), strict).validate(value)


@cache
def _validator(schema: bytes, strict: bool) -> jsonschema.Draft202012Validator:
    of = closed() if strict else document()
    whole = {"components": of["components"], "$ref": "#/schema", "schema": orjson.loads(schema)}
    return jsonschema.Draft202012Validator(whole)


def check_described(route: Route, answer: Answer) -> None:
    """The status of this answer is in the document, and its body fits what stands there."""
    if route.operation == "-" or route.note == "from outside":  # as if the route did not exist
        return
    responses = operations()[route.operation]["responses"]
    assert str(answer.status) in responses, answer.body
    validate(responses[str(answer.status)]["content"]["application/json"]["schema"], answer.body)
