"""The Python half: `types.py` (TypedDicts, by datamodel-code-generator), `_sync.py` and `_async.py` (a method each)."""

import importlib.util
import json
import keyword
import re
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from sdk.generator.operations import Document, Operation, Parameter, fingerprint, snake

PACKAGE: Final = Path(__file__).parents[1] / "python" / "src" / "agent_hire"
_WRITTEN: Final = "# Written by `.venv/bin/python -m sdk.generator` from the OpenAPI document. Don't edit."
_SCALARS: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def files(document: Document, operations: list[Operation]) -> dict[Path, str]:
    """Each file of the package that is generated, with its text. types.py only where datamodel-code-generator is installed."""
    has_tool = importlib.util.find_spec("datamodel_code_generator") is not None
    types = {PACKAGE / "types.py": _types(document)} if has_tool else {}
    return types | {
        PACKAGE / "_sync.py": _formatted(_namespaces(operations, awaited=False)),
        PACKAGE / "_async.py": _formatted(_namespaces(operations, awaited=True)),
    }


def _formatted(text: str) -> str:
    ruff = [sys.executable, "-m", "ruff", "format", "--line-length", "120", "--stdin-filename", "namespaces.py", "-"]
    return subprocess.run(ruff, input=text, capture_output=True, check=True, text=True).stdout  # noqa: S603


def _types(document: Document) -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, written = Path(folder) / "openapi.json", Path(folder) / "types.py"
        source.write_text(json.dumps(document))
        subprocess.run(  # noqa: S603 - our own arguments
            [
                *(sys.executable, "-m", "datamodel_code_generator", "--input", source, "--output", written),
                *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict"),
                *("--target-python-version", "3.11", "--enum-field-as-literal", "all", "--formatters", "builtin"),
                *("--use-standard-collections", "--use-union-operator", "--use-field-description"),
                *("--no-use-closed-typed-dict", "--disable-timestamp", "--openapi-scopes", "schemas"),
            ],
            check=True,
        )
        text = written.read_text()
    _, _, text = text.partition("from __future__")
    text = re.sub(r"\bbytes\b", "File", text)
    head = f'"""The JSON of the API, field by field, as typed dicts."""\n\n{_WRITTEN}\n'
    head += f"# Schemas: {fingerprint(document)}\n\nfrom __future__"
    return head + text.replace("\n\n\n", "\n\nfrom agent_hire.files import File\n\n\n", 1)


def _namespaces(operations: list[Operation], *, awaited: bool) -> str:
    kind = "asynchronous" if awaited else "blocking"
    client = "AsyncAgentHire" if awaited else "AgentHire"
    classes, made = [], []
    for namespace, found in groupby(operations, key=lambda operation: operation.namespace):
        name = namespace.capitalize()
        methods = "\n\n".join(_method(operation, awaited=awaited) for operation in found)
        classes.append(
            f"class {name}:\n    def __init__(self, client: {client}) -> None:\n        self._client = client\n\n{methods}\n"
        )
        made.append(_made(namespace, name, awaited=awaited))
    imports = (
        "from __future__ import annotations\n\n"
        "from typing import TYPE_CHECKING, Any, Literal, Unpack, cast\n\n"
        "from agent_hire.calls import Raw, segment\n"
        f"from agent_hire.pages import {'AsyncPage' if awaited else 'Page'}\n\n"
        "if TYPE_CHECKING:\n    from collections.abc import Sequence\n\n"
        f"    from agent_hire import types\n    from agent_hire.client import {client}\n"
    )
    whole = (
        f"class Namespaces:\n"
        f'    """The topics of the API, each with its operations."""\n\n'
        f"    def __init__(self, client: {client}) -> None:\n{''.join(made)}"
    )
    head = f'"""Every operation of the API as a method of the {kind} client."""\n\n{_WRITTEN}\n\n{imports}'
    return "\n\n".join([head, *classes, whole])


def _made(namespace: str, name: str, *, awaited: bool) -> str:
    """The line that makes a namespace. That of the events waits, too: its class is written by hand."""
    if namespace != "events":
        return f"        self.{namespace} = {name}(client)\n"
    waiting = "AsyncEvents" if awaited else "Events"
    return f"        from agent_hire.waiting import {waiting} as Waiting\n\n        self.events = Waiting(client)\n"


def _method(operation: Operation, *, awaited: bool) -> str:
    is_list = bool(operation.pages)
    word = "async def" if awaited and not is_list else "def"
    given = _signature(operation)
    doc = _docstring(operation)
    lines = [f"    {word} {operation.name}({', '.join(given)}) -> {_answer(operation, awaited=awaited)}:", doc]
    passed = [f'"{operation.method}"', _path(operation)]
    if operation.in_query:
        pairs = ", ".join(f'"{found.name}": {_value(operation, found)}' for found in operation.in_query)
        lines.append(f"        query: dict[str, Any] = {{{pairs}}}")
        passed.append("query=query")
    if operation.body or operation.takes_bytes:
        passed.append("body=body" if operation.takes_bytes else "body=cast(Any, body)")
    if operation.has_key:
        passed += ["keyed=True", "key=idempotency_key"]
    if operation.can_be_tried:
        passed.append("dry_run=dry_run")
    if not operation.answer:
        passed.append("raw=True")
    call = f"self._client.call({', '.join(passed)})"
    if is_list:
        lines += _pages(operation, awaited=awaited)
    else:
        lines.append(f"        return cast({_quoted(operation)}, {'await ' if awaited else ''}{call})")
    return "\n".join(lines)


def _pages(operation: Operation, *, awaited: bool) -> list[str]:
    cursor = next(name for name in ("after", "cursor") if name in {found.name for found in operation.in_query})
    page, word, hint = ("AsyncPage", "async def", "str | None") if awaited else ("Page", "def", "str")
    returned = f"cast(dict[str, Any], {'await ' if awaited else ''}self._client.call("
    path, asked = _path(operation), f'{{"{cursor}": at}}'
    merged = f"query | ({asked} if at is not None else {{}})" if awaited else f"query | {asked}"
    lines = [
        "",
        f"        {word} ask(at: {hint}) -> dict[str, Any]:",
        f'            return {returned}"GET", {path}, query={merged}))',
        "",
    ]
    if awaited:
        return [*lines, f'        return {page}("{operation.pages}", ask)']
    first = f'cast(dict[str, Any], self._client.call("GET", {path}, query=query))'
    return [*lines, f'        return {page}({first}, "{operation.pages}", ask)']


def _signature(operation: Operation) -> list[str]:
    given = ["self", *(f"{snake(parameter.name)}: str" for parameter in operation.in_path)]
    if operation.takes_bytes:
        given.append("body: bytes")
    if len(given) > 1:
        given.append("/")  # so that no field of a body has the name of a parameter
    keywords = [
        f"{_argument(parameter)}: {_type(parameter.schema)}{'' if parameter.required else ' | None = None'}"
        for parameter in operation.in_query
        if not _is_format(operation, parameter)
    ]
    if operation.has_key:
        keywords.append("idempotency_key: str | None = None")
    if operation.can_be_tried:
        keywords.append("dry_run: bool = False")
    if keywords:
        given += ["*", *keywords]
    if operation.body:
        given.append(f"**body: Unpack[types.{operation.form or operation.body}]")
    return given


def _argument(parameter: Parameter) -> str:
    return f"{parameter.name}_" if keyword.iskeyword(parameter.name) else parameter.name


def _is_format(operation: Operation, parameter: Parameter) -> bool:
    """Chooses it between JSON and a page or an archive? A method answers JSON; `client.call(..., raw=True)` gets the others."""
    return parameter.name == "format" and bool(operation.answer)


def _value(operation: Operation, parameter: Parameter) -> str:
    return '"json"' if _is_format(operation, parameter) else _argument(parameter)


def _type(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if schema.get("type") == "array":
        return f"Sequence[{_type(schema['items'])}]"
    return _SCALARS[schema["type"]]


def _path(operation: Operation) -> str:
    if not operation.in_path:
        return json.dumps(operation.path)
    path = operation.path
    for parameter in operation.in_path:
        path = path.replace(f"{{{parameter.name}}}", f"{{segment({snake(parameter.name)})}}")
    return f'f"{path}"'


def _answer(operation: Operation, *, awaited: bool) -> str:
    if not operation.pages:
        return f"types.{operation.answer}" if operation.answer else "Raw"
    row = f"types.{operation.row}" if operation.row else "dict[str, Any]"
    return f"{'AsyncPage' if awaited else 'Page'}[{row}]"


def _quoted(operation: Operation) -> str:
    return f'"types.{operation.answer}"' if operation.answer else "Raw"


def _docstring(operation: Operation) -> str:
    lines = operation.about.split("\n")
    lines += [
        f"{_argument(parameter)}: {parameter.about}"
        for parameter in operation.in_query
        if parameter.about and not _is_format(operation, parameter)
    ]
    text = "\n        ".join(line.replace("\\", "\\\\").replace('"""', "'''") for line in lines)
    closing = "\n        " if len(lines) > 1 else ""
    return f'        """{text}{closing}"""'
