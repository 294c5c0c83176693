"""Builds the tool catalogue: each app's `tools.py`, completed from the OpenAPI operations that the tools call.

A tool's fields with their bounds and descriptions, its route and its answer come from the OpenAPI document, and so from the
serializers and views. `marketplace.core.tools` reads the resulting file without Django. It has the tools, the shapes that their
answers refer to, and which fields of a shape are shown where it is shortened.
"""

import dataclasses
import importlib
import re
from collections.abc import Iterator
from typing import Any, Final

import orjson
from drf_spectacular.generators import SchemaGenerator

from marketplace.api.permissions import is_public
from marketplace.api.serializers import camel
from marketplace.api.tool_answers import Answers
from marketplace.core.tools import (
    ACKNOWLEDGEMENT,
    AN_ID,
    CATALOGUE,
    DRY,
    FIELDS,
    FILE_ID,
    FULL,
    KEY,
    MOMENT,
    TEXT_FROM,
    Tool,
)

APPS: Final = ("humans", "bounties", "escrow", "wallet", "qa", "webhooks", "marketplace")  # order of the catalogue
_NOT_FOR_MODELS: Final = {"x-spec-enum-id", "format", "default"}

Schema = dict[str, Any]


def write() -> None:
    """Write the catalogue file."""
    CATALOGUE.write_bytes(build())


def build() -> bytes:
    """The content of the catalogue file. Raises ValueError for a duplicate name, an unknown operation, a field without a
    description, and a shape or field that no answer has.
    """
    apps = [importlib.import_module(f"{app}.tools") for app in APPS]
    shown = {name: list(fields) for app in apps for name, fields in getattr(app, "SHOWN", {}).items()}
    document = _Document({name: words for app in apps for name, words in app.IDS.items()}, shown)
    found: dict[str, Schema] = {}
    for tool in (tool for app in apps for tool in app.TOOLS):
        if tool.name in found:
            raise ValueError(f"two tools are called {tool.name}")
        found[tool.name] = _row(document.complete(tool) if tool.operation else tool)
    for name, fields in shown.items():
        if missing := set(fields) - document.answers.shapes.get(name, {}).get("properties", {}).keys():
            raise ValueError(f"SHOWN of {name}: no answer has {', '.join(sorted(missing))} there")
    return b"".join(_lines({"tools": found.values()}, document.answers.shapes, shown))


def _lines(tools: Schema, shapes: Schema, shown: Schema) -> Iterator[bytes]:
    """One line for each shape, several for each tool: a change shows where it is, and the file stays small."""
    yield b'{"shown":' + orjson.dumps(shown, option=orjson.OPT_SORT_KEYS) + b',\n"shapes":{\n'
    yield b",\n".join(orjson.dumps(name) + b":" + orjson.dumps(shapes[name]) for name in sorted(shapes))
    yield b'\n},\n"tools":['
    yield b",".join(_tool_lines(row) for row in tools["tools"])
    yield b"]}\n"


def _tool_lines(row: Schema) -> bytes:
    parts = []
    for name, value in row.items():
        if name == "properties":
            inner = b",\n".join(orjson.dumps(field) + b":" + orjson.dumps(schema) for field, schema in value.items())
            parts.append(b'"properties":{\n' + inner + b"}")
        else:
            parts.append(orjson.dumps(name) + b":" + orjson.dumps(value))
    return b"\n{" + b",\n".join(parts) + b"}"


def _row(tool: Tool) -> Schema:
    """The attributes of a tool that differ from their defaults."""
    changed = dataclasses.asdict(dataclasses.replace(tool, fields={}, without=(), only=()))
    return {name: value for name, value in changed.items() if value or name == "open_world"}


class _Document:
    """The OpenAPI document by operationId. `ids` describes id fields whose operation doesn't."""

    def __init__(self, ids: dict[str, str], shown: dict[str, list[str]]) -> None:
        self._ids, self._shown = ids, shown
        whole: Schema = orjson.loads(orjson.dumps(SchemaGenerator().get_schema(request=None, public=True)))
        self._shapes: Schema = whole["components"]["schemas"]
        self.answers = Answers(self._shapes)
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in whole["paths"].items()
            for method, operation in methods.items()
        }

    def complete(self, tool: Tool) -> Tool:
        """The tool, completed from its operation."""
        if tool.operation not in self.operations:
            raise ValueError(f"{tool.name}: there is no operation {tool.operation}")
        method, path, operation = self.operations[tool.operation]
        own_names = {rest: name for name, rest in tool.rename.items()}
        path = re.sub(r"\{(\w+)\}", lambda found: "{" + own_names.get(camel(found[1]), camel(found[1])) + "}", path)
        in_path = re.findall(r"\{(\w+)\}", path)
        taken, needed = self._input(operation, method, tool)
        properties = {name: self._named(name, AN_ID) for name in in_path}
        properties |= {own_names.get(name, name): taken[name] for name in taken}
        if any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", [])):
            properties["idempotencyKey"] = KEY
        if any(parameter["name"] == "dryRun" for parameter in operation.get("parameters", [])):
            properties["dryRun"] = DRY
        properties |= {name: self._named(name, {}) for name in tool.fields if name not in properties}
        properties = {
            name: _narrowed(tool, name, schema)
            for name, schema in properties.items()
            if name not in tool.without and name not in tool.fixed and (not tool.only or name in tool.only)
        }
        answer = self.answers.of(operation) | dict(tool.answer)
        slim = self._is_shortened(method, answer)
        own: Schema = {}
        if slim and method == "GET":
            own |= {"full": FULL, "fields": FIELDS}
        if tool.files:
            own |= {"fileId": FILE_ID, "textFrom": TEXT_FROM}
        if tool.previewed:
            own |= {"acknowledgement": ACKNOWLEDGEMENT}
        required = dict.fromkeys([*in_path, *(name for name in taken if name in needed), *tool.required])
        return dataclasses.replace(
            tool,
            method=method,
            path=path,
            properties=properties | own,
            unsent=(*tool.unsent, *own),
            slim=slim,
            required=tuple(name for name in required if name not in tool.fixed),
            answer=answer,
            destructive=tool.destructive or operation.get("x-irreversible", False),
            public=is_public(operation["security"]),
        )

    def _input(self, operation: Schema, method: str, tool: Tool) -> tuple[Schema, set[str]]:
        """The query or body fields of the operation, and which of them are required."""
        query = {
            parameter["name"]: self._named(
                parameter["name"], _flat(parameter["schema"], query=True) | {"description": parameter["description"]}
            )
            for parameter in operation.get("parameters", [])
            if parameter["in"] == "query"
        }
        if method == "GET":
            return query, set()
        body = self._body_schema(operation.get("requestBody", {}).get("content", {}).get("application/json", {}))
        return body.get("properties", {}) | {name: query[name] for name in tool.query}, set(body.get("required", []))

    def _body_schema(self, content: Schema) -> Schema:
        return self._inlined(content["schema"]) if "schema" in content else {}

    def _inlined(self, schema: Schema) -> Schema:
        """The schema with references resolved and null as a type."""
        beside = {"description": schema["description"]} if "description" in schema else {}
        if "$ref" in schema:
            shape = self._shapes[schema["$ref"].rsplit("/", 1)[1]]
            return {name: part for name, part in self._inlined(shape).items() if name != "description"} | beside
        for options in (schema[name] for name in ("allOf", "oneOf", "anyOf") if name in schema):
            inner = self._inlined(next(option for option in options if option.get("type") != "null")) | beside
            return inner | (_or_null(inner) if {"type": "null"} in options and "type" in inner else {})
        found = _flat(schema)
        if "properties" in schema:
            found["properties"] = {
                name: self._named(name, self._inlined(part)) for name, part in schema["properties"].items()
            }
            found["additionalProperties"] = False
        for part in ("items", "additionalProperties"):
            if isinstance(schema.get(part), dict):
                found[part] = self._inlined(schema[part])
        return {name: part for name, part in found.items() if part != {}}

    def _named(self, name: str, schema: Schema) -> Schema:
        """A field whose name ends in Id or Ids is an id: never free text, because it becomes part of a URL path."""
        common = {"description": self._ids[name]} if name in self._ids else {}
        if name.endswith("Ids"):
            return schema | {"items": AN_ID}
        if name.endswith("Id") and "pattern" not in schema and schema.get("maxLength", 64) == 64:
            bare = {part: value for part, value in schema.items() if part not in ("minLength", "maxLength")}
            return AN_ID | common | bare
        return common | schema

    def _is_shortened(self, method: str, answer: Schema) -> bool:
        """Are shapes of this answer shortened? In lists and in what a write repeats; whoever reads one thing gets all of it."""
        held = answer.values() if method != "GET" else (part["items"] for part in answer.values() if "items" in part)
        return any(part.get("$ref") in self._shown for part in held)


def _flat(schema: Schema, *, query: bool = False) -> Schema:
    """The schema without keywords that are of no use to a model. Defaults are kept for queries, not for bodies, where the server
    fills them in.
    """
    found = {
        name: part for name, part in schema.items() if name not in _NOT_FOR_MODELS or (query and name == "default")
    }
    if schema.get("format") == "date-time":
        found["description"] = f"{schema.get('description', '')} {MOMENT}".strip()
    return found


def _or_null(schema: Schema) -> Schema:
    return {"type": [schema["type"], "null"]} | ({"enum": [*schema["enum"], None]} if "enum" in schema else {})


def _narrowed(tool: Tool, name: str, schema: Schema) -> Schema:
    """The field as this tool accepts it. Raises ValueError when it has no description."""
    found = _merged(schema, tool.fields.get(name, {}))
    if not found.get("description"):
        raise ValueError(f"{tool.name}.{name}: say what it is, by help_text of the serializer or in the tool's fields")
    return found


def _merged(schema: Schema, changes: Schema | str) -> Schema:
    """Apply a tool's changes: a string replaces the description; a bound of None is removed."""
    if isinstance(changes, str):
        return schema | {"description": changes}
    found = dict(schema)
    for name, value in changes.items():
        found[name] = _merged(schema[name], value) if isinstance(schema.get(name), dict) else value
    return {name: value for name, value in found.items() if value is not None}
