"""The TypeScript half: `schema.ts` (the JSON's types, by openapi-typescript) and `namespaces.ts` (a method for each operation).

The types need Node and the tools of tests/clients; where they are missing, only the methods are written.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from sdk.generator.operations import Document, Operation, fingerprint

SOURCES: Final = Path(__file__).parents[1] / "typescript" / "src"
_PROGRAM: Final = Path(__file__).parent / "schema.mjs"
_WRITTEN: Final = "// Written by `.venv/bin/python -m sdk.generator` from the OpenAPI document. Don't edit."
_SCALARS: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_WIDTH: Final = 120
# What no operation refers to, and the hand-written face does.
_OF_THE_FACE: Final = ("DryRunAnswer", "Event", "Failure", "WaitingOut")
# What the answer has unless the call was a dry run, for an answer that has the fields of both.
_DONE: Final = {"createBounty": ("bounty", "bountyId", "id", "status")}
_TRIED: Final = ("dryRun", "preview", "wouldChange")
_OPTIONS: Final = {  # by (takes a key, can be tried)
    (False, False): "ReadOptions",
    (False, True): "WriteOptions",
    (True, True): "KeyedOptions",
}


def files(document: Document, operations: list[Operation]) -> dict[Path, str]:
    """Each file of the package that is generated, with its text."""
    from tests.clients.generators import missing_node

    written = {SOURCES / "namespaces.ts": namespaces(document, operations)}
    if not missing_node():
        written[SOURCES / "schema.ts"] = schema(document, operations)
    return written


def schema(document: Document, operations: list[Operation]) -> str:
    """`schema.ts`: each schema that the operations use, as an exported type."""
    from tests.clients.generators import HERE

    schemas = document["components"]["schemas"]
    used = set(_reachable(schemas, [*_OF_THE_FACE, *_named(document, operations)]))
    bodies = {
        name for operation in operations for name in _references(_described(document, operation).get("requestBody"))
    }
    kept = {
        name: _without_dry_run(found) if name in bodies else found for name, found in schemas.items() if name in used
    }
    whole = {key: document[key] for key in ("openapi", "info")} | {"servers": [{"url": "/"}], "paths": {}}
    done = subprocess.run(  # noqa: S603 - our own program
        ["node", "--input-type=module", "--eval", _PROGRAM.read_text()],  # noqa: S607
        input=json.dumps(whole | {"components": {"schemas": kept}}),
        cwd=HERE,
        capture_output=True,
        check=True,
        text=True,
    )
    head = f'{_WRITTEN}\n// Schemas: {fingerprint(document)}\nimport type {{ FileInput }} from "./files.js";'
    return f"{head}\n\n{done.stdout}"


def namespaces(document: Document, operations: list[Operation]) -> str:
    """`namespaces.ts`: a class for each namespace, an interface for the query of each operation that has one."""
    emitter = _Emitter(document, operations)
    queries, classes, made = [], [], []
    for namespace, grouped in groupby(operations, key=lambda operation: operation.namespace):
        found, name = list(grouped), _capital(namespace)
        queries += [emitter.query(operation) for operation in found if operation.in_query]
        methods = "\n\n".join(emitter.method(operation) for operation in found)
        classes.append(
            f"export class {name} {{\n  constructor(protected readonly client: Caller) {{}}\n\n{methods}\n}}"
        )
        if namespace != "events":  # its class waits, too, and is written by hand
            made.append(f"  readonly {namespace} = new {name}(this);")
    whole = (
        "/** The topics of the API, each with its operations. */\n"
        "export abstract class Namespaces implements Caller {\n"
        + "\n".join(made)
        + "\n\n  abstract call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<T>;\n}"
    )
    head = (
        f"// Every operation of the API as a method.\n{_WRITTEN}\n"
        'import { path } from "./calls.js";\n'
        'import type { CallOptions, Caller, Having, KeyedOptions, Raw, ReadOptions, Tried, WriteOptions } from "./calls.js";\n'
        'import type { Bytes } from "./files.js";\n'
        'import { Pages } from "./pages.js";\n'
        'import type * as types from "./schema.js";'
    )
    return "\n\n".join([head, *queries, *classes, whole]) + "\n"


class _Emitter:
    def __init__(self, document: Document, operations: list[Operation]) -> None:
        self.document = document
        self.methods = {found.id: f"client.{found.namespace}.{_camel(found.name)}" for found in operations}

    def query(self, operation: Operation) -> str:
        other = self._other_form(operation)
        generic = f'<F extends "json" | "{other}" = "json">' if other else ""
        lines = [f"/** What `{self.methods[operation.id]}` can be asked. */"]
        lines.append(f"export interface {_query(operation)}{generic} {{")
        for parameter in operation.in_query:
            type_, about = _type(parameter.schema), parameter.about
            if other and parameter.name == "format":
                type_, about = "F", f"json (default), or {other}, which gives a `Raw`."
            if about:
                lines.append(f"  /** {_comment(about)} */")
            lines.append(
                f"  {parameter.name}: {type_};" if parameter.required else f"  {parameter.name}?: {type_} | undefined;"
            )
        return "\n".join([*lines, "}"])

    def method(self, operation: Operation) -> str:
        """One operation: a list is `Pages`, everything else a promise."""
        about = self._about(operation)
        word, name = "" if operation.pages else "async ", _camel(operation.name)
        generic, given = self._signature(operation)
        head = f"  {word}{name}{generic}({', '.join(given)}): {self._answer(operation)} {{"
        if len(head) > _WIDTH:
            inner = "".join(f"    {one},\n" for one in given)
            head = f"  {word}{name}{generic}(\n{inner}  ): {self._answer(operation)} {{"
        return f"{about}\n{head}\n    return {self._call(operation)};\n  }}"

    def _about(self, operation: Operation) -> str:
        lines = [_comment(line) for line in operation.about.split("\n")]
        lines = [re.sub(r"(?<=^Undo: )\w+", lambda found: self._method_of(found[0]), line) for line in lines]
        if operation.asks_owner:
            lines.append("@throws ApprovalNeeded when the wallet's owner wants to be asked first.")
        if len(lines) == 1:
            return f"  /** {lines[0]} */"
        return "\n".join(["  /**", *(f"   * {line}" for line in lines), "   */"])

    def _method_of(self, identity: str) -> str:
        return f"`{self.methods[identity]}`" if identity in self.methods else identity

    def _signature(self, operation: Operation) -> tuple[str, list[str]]:
        given = [f"{_camel(parameter.name)}: string" for parameter in operation.in_path]
        if operation.takes_bytes:
            given.append("body: Bytes")
        elif body := self._body(operation):
            given.append(f"body: types.{body}{'' if operation.body_required else ' = {}'}")
        generics = []
        if operation.in_query:
            query, needed = _query(operation), any(parameter.required for parameter in operation.in_query)
            if other := self._other_form(operation):
                generics.append(f'F extends "json" | "{other}" = "json"')
                query = f"{query}<F>"
            given.append(f"query: {query}{'' if needed else ' = {}'}")
        options = _OPTIONS[operation.has_key, self._can_be_tried(operation)]
        if self._can_be_tried(operation):
            generics.append("D extends boolean = false")
            options = f"{options}<D>"
        given.append(f"options: {options} = {{}}")
        return f"<{', '.join(generics)}>" if generics else "", given

    def _answer(self, operation: Operation) -> str:
        if operation.pages:
            rows = f'types.{operation.answer}["{operation.pages}"][number]'
            row = f"types.{operation.row}" if operation.row else rows
            return f"Pages<{row}, types.{operation.answer}>"
        answer = f"types.{operation.answer}" if operation.answer else "Raw"
        if self._other_form(operation):
            answer = f'F extends "json" ? {answer} : Raw'
        if operation.id in _DONE:
            done, tried = (" | ".join(json.dumps(name) for name in names) for names in (_DONE[operation.id], _TRIED))
            answer = f"D extends true ? Having<{answer}, {tried}> : Having<{answer}, {done}>"
        elif self._can_be_tried(operation):
            answer = f"Tried<D, {answer}>"
        return f"Promise<{answer}>"

    def _call(self, operation: Operation) -> str:
        where = json.dumps(operation.path)
        for parameter in operation.in_path:
            where = where.replace(f"{{{parameter.name}}}", f"${{{_camel(parameter.name)}}}")
        where = f"path`{where[1:-1]}`" if operation.in_path else where
        if operation.pages:
            cursor = next(name for name in ("after", "cursor") if name in {found.name for found in operation.in_query})
            return f'new Pages(this.client, {where}, "{operation.pages}", "{cursor}", query, options)'
        passed = ["...options"]
        if operation.takes_bytes or self._body(operation):
            passed.append("body")
        if operation.in_query:
            both = self._other_form(operation)
            passed.append('query: { ...query, format: query.format ?? "json" }' if both else "query")
        if operation.has_key:
            passed.append("keyed: true")
        if not operation.answer or self._other_form(operation):
            passed.append("raw: true")
        arguments = "options" if passed == ["...options"] else f"{{ {', '.join(passed)} }}"
        call = f'this.client.call("{operation.method}", {where}, {arguments})'
        if len(call) > _WIDTH - 12:
            call = call.replace("{ ...options", "{\n      ...options").replace(" })", ",\n    })")
        return call

    def _body(self, operation: Operation) -> str:
        """The class of the form where there is one: it has what the JSON has, and the files."""
        content = _described(self.document, operation).get("requestBody", {}).get("content", {})
        form, plain = (self._schema(content.get(kind, {})) for kind in ("multipart/form-data", "application/json"))
        schemas = self.document["components"]["schemas"]
        needed = set(schemas[form].get("required", [])) if form else set()
        if plain and not needed <= set(schemas[plain].get("required", [])):
            return f"{plain} | types.{form}"
        return form or plain

    def _can_be_tried(self, operation: Operation) -> bool:
        return any(found["name"] == "dryRun" for found in _described(self.document, operation).get("parameters", []))

    def _other_form(self, operation: Operation) -> str:
        """The `format` besides json that it can be answered in, which the service would take by itself: a page or an archive."""
        if len(_described(self.document, operation)["responses"].get("200", {}).get("content", {})) < 2:
            return ""
        [asked] = [parameter.about for parameter in operation.in_query if parameter.name == "format"]
        return asked.partition(" (default) or json")[0]

    @staticmethod
    def _schema(content: dict[str, Any]) -> str:
        return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]


def _described(document: Document, operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = document["paths"][operation.path][operation.method.lower()]
    return found


def _named(document: Document, operations: list[Operation]) -> Iterator[str]:
    """The schemas that the operations name: those of their bodies and answers."""
    for operation in operations:
        found = _described(document, operation)
        contents = [found.get("requestBody", {}).get("content", {})]
        contents += [answer.get("content", {}) for status, answer in found["responses"].items() if status < "3"]
        yield from _references(contents)


def _reachable(schemas: dict[str, Any], names: list[str]) -> Iterator[str]:
    open_, seen = list(names), set(names)
    while open_:
        name = open_.pop()
        yield name
        new = set(_references(schemas[name])) - seen
        seen |= new
        open_ += new


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, inner in node.items():
            if key == "$ref" and inner.startswith("#/components/schemas/"):
                yield inner.rpartition("/")[2]
            yield from _references(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from _references(inner)


def _without_dry_run(found: dict[str, Any]) -> dict[str, Any]:
    """Of a body: an option of the method says it, and changes the type of the answer."""
    about = found.get("properties", {}).get("dryRun", {}).get("description")
    if not about:
        return found
    return found | {"properties": {name: inner for name, inner in found["properties"].items() if name != "dryRun"}}


def _query(operation: Operation) -> str:
    return f"{_capital(operation.id)}Query"


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"readonly ({_type(schema['items'])})[]"
    return _SCALARS[schema["type"]]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(_capital(word) for word in rest)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _comment(text: str) -> str:
    return text.replace("*/", "*\\/").replace("\n", " ")
