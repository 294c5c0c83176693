"""The OpenAPI document: complete, without warnings, true to what is answered, and served without a foreign host."""

import re
from html.parser import HTMLParser
from typing import Any

import jsonschema
import orjson
import pytest
from django.conf import settings

import marketplace
from marketplace.api.document import EXAMPLES
from marketplace.api.permissions import is_public
from tests.api import Api
from tests.contract import document as documents
from tests.contract.document import validate
from tests.contract.lists import LISTS
from tests.contract.routes import ROUTES
from tests.contract.test_errors import TAKING
from webhooks.rules.catalog import CATALOG, EVENT_TYPES

DESCRIBED = [route for route in ROUTES if route.operation != "-"]
EVERYWHERE = {"authentication_required", "not_found"}  # what their status alone says


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return documents.document()


@pytest.fixture(scope="module")
def operations() -> dict[str, dict[str, Any]]:
    return documents.operations()


def test_the_document_says_what_it_describes(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"  # that it is valid and made without a warning is a step of the gate
    assert document["info"]["version"] == marketplace.VERSION
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
        validate(content["schema"], route.body and _plain(route.body))
        needed = content["schema"]["$ref"].rsplit("/", 1)[1]
        if document["components"]["schemas"][needed].get("required"):
            assert content.get("examples"), f"{route.operation} has no example of a request"
        for example in content.get("examples", {}).values():
            validate(content["schema"], example["value"], strict=True)


def _plain(body: dict[str, Any]) -> dict[str, Any]:
    known = {
        "bountyId": "bty_00000000000000000000000000",
        "quote": "mtq1_" + "a" * 43,
        "agentId": "agent_" + "0" * 16,
        "token": "t" * 43,
    }
    return {name: known.get(name, value) for name, value in body.items()}


def test_every_code_of_the_table_is_in_the_document(operations: dict[str, Any]) -> None:
    missing = [
        f"{route.operation} does not name {status} {code}"
        for route in DESCRIBED
        if route.note != "from outside"  # as if the route did not exist
        for _, status, code in route.expected()
        if code and code not in EVERYWHERE
        if f"`{code}`" not in operations[route.operation]["responses"].get(str(status), {}).get("description", "")
    ]

    assert missing == []


def test_who_may_call_is_what_the_document_says(operations: dict[str, Any]) -> None:
    for route in DESCRIBED:
        if route.note in ("from outside", "mine"):
            continue
        security = operations[route.operation].get("security", [])
        told = {caller: (status, code) for caller, status, code in route.expected()}

        assert is_public(security) is (told["nobody"][0] != 401), route.name
        if security:  # credentials are of use here
            assert ({"ApiKey": []} in security) is (told["owner"][1] != "session_required"), route.name
            assert ({"Session": []} in security) is (told["worker"][1] != "api_key_required"), route.name


def test_a_public_operation_names_the_key_when_it_answers_more_to_one(operations: dict[str, Any]) -> None:
    with_more = {name for name, operation in operations.items() if {} in operation["security"]}

    assert with_more == {"listBounties", "getBounty", "searchHumans", "getHuman", "browseTasteHumans"}
    assert all({"ApiKey": []} in operations[name]["security"] for name in with_more)
    assert all("security" in operation for operation in operations.values())


def test_no_field_has_a_default_that_it_would_refuse(document: dict[str, Any]) -> None:
    fields = [
        (name, field, schema)
        for name, shape in document["components"]["schemas"].items()
        for field, schema in shape.get("properties", {}).items()
        if "default" in schema
    ]
    assert fields
    for name, field, schema in fields:
        assert schema["default"] != "", f"{name}.{field}: left out is no text"
        validate(schema, schema["default"])


def test_tags_are_one_for_each_kind_of_call_and_events_have_their_own(document: dict[str, Any]) -> None:
    calls = {
        tag for methods in document["paths"].values() for operation in methods.values() for tag in operation["tags"]
    }
    events = [documents.event(type_) for type_ in document["webhooks"]]

    assert {tag for event in events for tag in event["tags"]} == {"Events"}
    assert "Events" not in calls
    assert {tag["name"] for tag in document["tags"]} == calls | {"Events"}


def test_an_event_of_the_inbox_is_one_of_the_schemas_of_the_types(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    mapped = schemas["Event"]["discriminator"]["mapping"]

    assert set(mapped) == set(EVENT_TYPES)
    assert [inner["$ref"] for inner in schemas["Event"]["oneOf"]] == list(mapped.values())
    for type_, reference in mapped.items():
        shape = schemas[reference.rpartition("/")[2]]
        assert shape["properties"]["type"] == {"type": "string", "const": type_}
        data = schemas[shape["properties"]["data"]["$ref"].rpartition("/")[2]]
        assert set(data["properties"]) == CATALOG[type_]
        if type_ in document["webhooks"]:
            assert documents.event(type_)["requestBody"]["content"]["application/json"]["schema"]["$ref"] == reference


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
    wrong = []
    for name, answer in orjson.loads(EXAMPLES.read_bytes()).items():
        schema = operations[name]["responses"]["200"]["content"]["application/json"]["schema"]
        try:
            validate(schema, answer, strict=True)
        except jsonschema.ValidationError as error:
            wrong.append(f"{name}: {error.json_path}: {error.message}")

    assert wrong == []


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
    price = document["components"]["schemas"]["ListedBounty"]["properties"]["price"]
    for cents in range(100, 2000):
        validate(price, cents / 100)
