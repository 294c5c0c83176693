"""The operations of the OpenAPI document as an SDK offers them: a namespace for each tag, a short name in it for each operation."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

Document = dict[str, Any]

# Sign-in is a browser's business, and tools have their own protocol.
_LEFT_OUT: Final = {"Sign-in", "Tools"}
_BY_HAND: Final = {"streamEvents"}
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_NAMESPACES: Final = {"Webhooks": "webhooks", "Taste runs": "taste", "QA": "qa"}
# What a namespace says already is left out of the names in it.
_SAID: Final = {
    "accounts": ("agent",),
    "humans": ("human", "humans"),
    "members": ("member", "members"),
    "sandbox": ("sandbox",),
    "webhooks": ("webhook",),
    "wallet": ("wallet",),
    "escrow": ("escrow", "escrows"),
    "bounties": ("bounty", "bounties"),
    "applications": ("application", "applications"),
    "submissions": ("submission", "submissions"),
    "cakes": ("cake",),
    "pictures": ("picture",),
    "humanizations": ("humanization",),
    "transfers": ("transfer", "transfers"),
    "disputes": ("dispute", "disputes"),
    "conversations": ("conversation", "conversations"),
    "services": ("service", "services"),
    "qa": ("qa",),
    "taste": ("taste",),
}
# Where leaving out says too little, or what an inbox is called by everybody.
_NAMES: Final = {
    "getAccount": "get",
    "reportSupportIssue": "report",
    "listEvents": "list",
    "browseTasteHumans": "browse_taste",
    "confirmServiceBooking": "confirm_booking",
    "editOwnProfile": "edit_profile",
    "getOwnProfile": "get_profile",
    "depositForBounty": "deposit",
    "subscribeToService": "subscribe",
    "applyForHumanization": "apply",
    "withdrawFromWallet": "withdraw",
    "depositToWallet": "deposit",
}
_OWN_NAMESPACE: Final = {"listEvents": "events"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One of path or query. `schema` as the document has it."""

    name: str
    schema: dict[str, Any]
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. `body`, `form`, `answer`: names of schemas, empty without one (`form` has the files, too); `pages`: the field
    with the rows of a list that goes on by cursor; `row`: the schema of one of them.
    """

    id: str
    namespace: str
    name: str
    method: str
    path: str
    in_path: tuple[Parameter, ...]
    in_query: tuple[Parameter, ...]
    body: str
    form: str
    body_required: bool
    takes_files: bool
    takes_bytes: bool
    answer: str
    answers_bytes: bool
    pages: str
    row: str
    has_key: bool
    can_be_tried: bool
    asks_owner: bool
    about: str


def fingerprint(document: Document) -> str:
    """Of the schemas that types.py and schema.ts are made of: it stands in them, so that stale files are found without tools."""
    return hashlib.sha256(json.dumps(document["components"]["schemas"], sort_keys=True).encode()).hexdigest()


def operations(document: Document) -> list[Operation]:
    """All that an SDK offers, by namespace and name."""
    found = [_operation(document, path, method, item[method]) for path, method, item in _walk(document)]
    names = [(operation.namespace, operation.name) for operation in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"Two operations would have the same name: {twice}. Give one a name in _NAMES.")
    return sorted(found, key=lambda operation: (operation.namespace, operation.name))


def snake(name: str) -> str:
    """`createBounty` as create_bounty."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _walk(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method not in item or item[method]["tags"][0] in _LEFT_OUT or item[method]["operationId"] in _BY_HAND:
                continue
            if any(status.startswith("2") for status in item[method]["responses"]):  # else it refuses always
                yield path, method, item


def _operation(document: Document, path: str, method: str, found: dict[str, Any]) -> Operation:
    parameters = found.get("parameters", [])
    namespace, name = _named(found)
    content = found.get("requestBody", {}).get("content", {})
    answers = found["responses"].get("200", {}).get("content", {})
    answer = _schema_name(answers.get("application/json", {}))
    pages, row = _pages(document, answer, parameters)
    return Operation(
        id=found["operationId"],
        namespace=namespace,
        name=name,
        method=method.upper(),
        path=path,
        in_path=tuple(sorted(_parameters(parameters, "path"), key=lambda found: path.index(f"{{{found.name}}}"))),
        in_query=tuple(parameter for parameter in _parameters(parameters, "query") if parameter.name != "dryRun"),
        body=_schema_name(content.get("application/json", {})) or _schema_name(content.get("multipart/form-data", {})),
        form=_schema_name(content.get("multipart/form-data", {})),
        body_required=bool(found.get("requestBody", {}).get("required")),
        takes_files="multipart/form-data" in content,
        takes_bytes="application/octet-stream" in content,
        answer=answer,
        answers_bytes=not answer and bool(answers),
        pages=pages,
        row=row,
        has_key=any(parameter["name"] == "Idempotency-Key" for parameter in parameters),
        can_be_tried=any(parameter["name"] == "dryRun" for parameter in parameters),
        asks_owner=_schema_name(_json_of(found, "202")) == "WaitingOut",
        about=_about(found),
    )


def _named(found: dict[str, Any]) -> tuple[str, str]:
    tag, identity = found["tags"][0], found["operationId"]
    namespace = _OWN_NAMESPACE.get(identity) or _NAMESPACES.get(tag, tag.lower())
    if identity in _NAMES:
        return namespace, _NAMES[identity]
    said = _SAID.get(namespace, ())
    words = [word for word in snake(identity).split("_") if word not in said]
    return namespace, "_".join(words)


def _parameters(parameters: list[dict[str, Any]], place: str) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(found["name"], found["schema"], found.get("required", False), found.get("description", ""))
        for found in parameters
        if found["in"] == place
    )


def _pages(document: Document, answer: str, parameters: list[dict[str, Any]]) -> tuple[str, str]:
    """The field with the rows, and their schema, of an answer that `nextCursor` goes on from."""
    properties = document["components"]["schemas"].get(answer, {}).get("properties", {})
    if "nextCursor" not in properties or not {"cursor", "after"} & {found["name"] for found in parameters}:
        return "", ""
    [rows] = [name for name, schema in properties.items() if schema.get("type") == "array" and name != "nextActions"]
    return rows, _schema_name({"schema": properties[rows]["items"]})


def _json_of(found: dict[str, Any], status: str) -> dict[str, Any]:
    content: dict[str, Any] = found["responses"].get(status, {}).get("content", {}).get("application/json", {})
    return content


def _schema_name(content: dict[str, Any]) -> str:
    return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]


def _about(found: dict[str, Any]) -> str:
    """Summary, then what it costs and how it is undone, from the same table as the document."""
    lines = [found["summary"].rstrip(".") + "."]
    if cost := found.get("x-cost"):
        lines.append(f"Cost: {cost}.")
    if undo := found.get("x-undo"):
        lines.append(f"Undo: {undo['operation']}{', until ' + undo['until'] if undo['until'] else ''}.")
    elif found.get("x-irreversible"):
        lines.append("Can't be undone.")
    return "\n".join(lines)
