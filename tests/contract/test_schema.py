"""The OpenAPI document: complete, without warnings, true to what is answered, and served without a foreign host."""

import copy
import io
import re
from html.parser import HTMLParser
from typing import Any

import jsonschema
import orjson
import pytest
from django.conf import settings
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from marketplace.api.openapi import EXAMPLES
from tests.api import Api
from tests.contract.cells import OWN_BODIES, Route, answers_json
from tests.contract.lists import LISTS
from tests.contract.routes import ROUTES
from tests.contract.scenario import World
from tests.contract.test_errors import BROKEN, TAKING, from_peer, may_call, named

DESCRIBED = [route for route in ROUTES if route.operation != "-"]
EVERYWHERE = {"authentication_required", "not_found"}  # what their status alone says


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return orjson.loads(orjson.dumps(SchemaGenerator().get_schema(request=None, public=True)))


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = [
        operation | {"method": method.upper(), "path": path}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if operation["tags"] not in OWN_BODIES and answers_json(operation)
    ]
    assert len({operation["operationId"] for operation in found}) == len(found), "an operationId stands twice"
    return {operation["operationId"]: operation for operation in found}


def validate(document: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    whole = {"components": document["components"], "$ref": "#/schema", "schema": schema}
    jsonschema.Draft202012Validator(whole).validate(value)


def closed(document: dict[str, Any]) -> dict[str, Any]:
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

    strict = copy.deepcopy(document)
    close(strict["components"]["schemas"])
    return strict


def test_the_document_is_generated_without_a_warning_and_is_valid() -> None:
    GENERATOR_STATS.reset()
    out = io.StringIO()

    call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=out)

    assert not GENERATOR_STATS
    assert orjson.loads(out.getvalue())["openapi"] == "3.1.0"


def test_the_document_says_what_it_describes(document: dict[str, Any]) -> None:
    assert document["info"]["version"] == "1.0.0"
    assert document["info"]["title"] == settings.SERVICE_NAME
    assert len(document["info"]["description"]) > 200
    assert document["servers"] == [{"url": settings.BASE_URL}]
    assert set(document["components"]["securitySchemes"]) == {"ApiKey", "BearerKey", "Session"}


def test_every_operation_has_id_summary_tag_and_codes(document: dict[str, Any], operations: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    for name, operation in operations.items():
        assert re.fullmatch(r"[a-z][A-Za-z0-9]+", name)
        assert operation["summary"] and not operation["summary"].endswith("."), name
        assert set(operation["tags"]) <= tags, name
        assert {"200", "401", "429", "500", "503"} <= set(operation["responses"]), name
        for status, response in operation["responses"].items():
            if status not in ("200", "202"):
                reference = response["content"]["application/json"]["schema"]
                assert reference == {"$ref": "#/components/schemas/Failure"}, (name, status)


def test_every_write_that_takes_a_body_shows_one_that_fits(
    document: dict[str, Any], operations: dict[str, Any]
) -> None:
    for route in TAKING:
        body = operations[route.operation].get("requestBody")
        assert body, f"{route.operation} takes a body and does not say so"
        content = body["content"]["application/json"]
        validate(document, content["schema"], route.body and _plain(route.body))
        needed = content["schema"]["$ref"].rsplit("/", 1)[1]
        if document["components"]["schemas"][needed].get("required"):
            assert content.get("examples"), f"{route.operation} has no example of a request"
        for example in content.get("examples", {}).values():
            validate(closed(document), content["schema"], example["value"])


def _plain(body: dict[str, Any]) -> dict[str, Any]:
    known = {
        "bountyId": "bty_00000000000000000000000000",
        "quote": "mtq1_" + "a" * 43,
        "agentId": "agent_" + "0" * 16,
    }
    return {name: known.get(name, value) for name, value in body.items()}


@named(DESCRIBED)
def test_every_status_and_code_of_the_table_is_in_the_document(operations: dict[str, Any], route: Route) -> None:
    responses = operations[route.operation]["responses"]
    if route.note == "from outside":
        return  # as if the route did not exist
    for _, status, code in route.expected():
        assert str(status) in responses, f"{route.operation} does not name {status}"
        if code and code not in EVERYWHERE:
            assert f"`{code}`" in responses[str(status)]["description"], f"{route.operation} does not name {code}"


@named(DESCRIBED)
def test_who_may_call_is_what_the_document_says(operations: dict[str, Any], route: Route) -> None:
    if route.note in ("from outside", "mine"):
        return
    security = operations[route.operation].get("security", [])
    by_caller = {caller: (status, code) for caller, status, code in route.expected()}

    assert ({} in security) is (by_caller["nobody"][0] != 401)
    assert ({"ApiKey": []} in security) is ({} not in security and by_caller["owner"][1] != "session_required")
    assert ({"Session": []} in security) is ({} not in security and by_caller["worker"][1] != "api_key_required")


def test_every_list_names_limit_and_cursor(operations: dict[str, Any]) -> None:
    for name in {name.partition(" ")[0] for name in LISTS}:
        named_ = {parameter["name"] for parameter in operations[name].get("parameters", [])}
        assert {"limit", "cursor"} <= named_, f"{name} names {sorted(named_)}"


def test_every_parameter_of_a_path_is_described(operations: dict[str, Any]) -> None:
    for name, operation in operations.items():
        in_path = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
        assert in_path == set(re.findall(r"\{(\w+)\}", operation["path"])), name


def test_recorded_answers_hold_no_field_that_the_document_does_not_name(
    document: dict[str, Any], operations: dict[str, Any]
) -> None:
    strict, wrong = closed(document), []
    for name, answer in orjson.loads(EXAMPLES.read_bytes()).items():
        schema = operations[name]["responses"]["200"]["content"]["application/json"]["schema"]
        try:
            validate(strict, schema, answer)
        except jsonschema.ValidationError as error:
            wrong.append(f"{name}: {error.json_path}: {error.message}")

    assert wrong == []


@named(DESCRIBED)
def test_real_answers_and_refusals_fit_their_schemas(
    world: World, document: dict[str, Any], operations: dict[str, Any], route: Route
) -> None:
    path = world.path(route.path)
    body = orjson.loads(world.fill(orjson.dumps(route.body).decode())) if route.body is not None else None
    nobody = from_peer(world["nobody"], route)
    answers = [caller.call(route.method, path, body) for caller in (may_call(world, route), nobody)]
    if route in TAKING:
        answers.append(may_call(world, route).call(route.method, path, raw=BROKEN["cut off"]))
        answers.append(may_call(world, route).call(route.method, path, {"agentName": 5}))

    if route.note == "from outside":
        return
    for answer in answers:
        responses = operations[route.operation]["responses"]
        assert str(answer.status) in responses, answer.body
        validate(document, responses[str(answer.status)]["content"]["application/json"]["schema"], answer.body)


@pytest.mark.django_db
def test_the_document_is_served_with_an_etag(document: dict[str, Any], anonymous: Api) -> None:
    answer = anonymous.get("/api/openapi.json")
    etag = answer.headers["ETag"]

    assert answer.body == document
    assert re.fullmatch(r'"[0-9a-f]{24}"', etag)
    unchanged = anonymous.get("/api/openapi.json", **{"If-None-Match": etag})
    assert (unchanged.status, unchanged.body, unchanged.headers["ETag"]) == (304, b"", etag)
    assert anonymous.get("/api/openapi.json", **{"If-None-Match": '"another"'}).status == 200
    assert anonymous.call("HEAD", "/api/openapi.json").body == b""


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("src", "href", "action", "spec-url") and value]


@pytest.mark.parametrize("path", ["/api/docs", "/", "/terms", "/privacy"])
@pytest.mark.django_db
def test_pages_refer_to_no_foreign_host_and_bring_what_they_refer_to(anonymous: Api, path: str) -> None:
    page = anonymous.get(path)
    links = Links()
    links.feed(page.body.decode())

    assert page.status == 200
    assert links.found
    assert not re.search(rb"(src|href)=[\"']?(https?:)?//", page.body)
    for link in links.found:
        if link.startswith("/"):
            assert anonymous.get(link.partition("#")[0]).status in (200, 302), link


@pytest.mark.django_db
def test_the_docs_page_may_load_nothing_from_elsewhere(anonymous: Api) -> None:
    policy = anonymous.get("/api/docs").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*", policy)
    assert "'unsafe-eval'" not in policy and "script-src 'self';" in policy


def test_every_cent_fits_the_schema_of_dollars(document: dict[str, Any]) -> None:
    price = document["components"]["schemas"]["BountyOut"]["properties"]["price"]
    for cents in range(100, 2000):
        validate(document, price, cents / 100)
