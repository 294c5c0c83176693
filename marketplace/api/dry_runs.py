"""`dryRun`: how a call asks for it, and the answer that says what the call would change."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, Protocol

from django.http.request import RawPostDataException
from django.utils.datastructures import MultiValueDict
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.serializers import Shape
from marketplace.core import effects
from marketplace.core.actor import Actor
from marketplace.core.errors import BadRequest, Invalid, Problem
from marketplace.services.dry_runs import foresee

FIELD: Final = "dryRun"
PROPERTY: Final = {
    "type": "boolean",
    "description": "true: make every check, say what would change, and change nothing.",
}
PARAMETER: Final = {
    "in": "query",
    "name": FIELD,
    "required": False,
    "description": "true: make every check, say what would change (`DryRunAnswer`), and change nothing. Or as a field of the body.",
    "schema": {"type": "boolean"},
}
_ANSWER: Final = {
    "type": "object",
    "description": "200 of a call with `dryRun: true`.",
    "required": ["success", FIELD, "wouldChange", "warnings"],
    "properties": {
        "success": {"type": "boolean"},
        FIELD: {"type": "boolean", "description": "Always true."},
        "wouldChange": {"$ref": "#/components/schemas/WouldChangeOut"},
        "atStake": {
            "type": "object",
            "description": "Where a call moves no money, but decides what becomes of a seat's: its sums, as the escrow has them.",
            "properties": {
                name: {"type": "integer"} for name in ("amountCents", "workerPayoutCents", "platformFeeCents")
            },
        },
        "warnings": {"type": "array", "items": {"type": "string"}},
    },
}
_WORDS: Final = {"true": True, "1": True, "false": False, "0": False}
_FORESEEN: Final = (402, 403)  # a wallet that is short, capped or frozen
_OF_ROWS_UNDONE: Final = ("Location", "Content-Location")  # what is there is undone
_ENDS: Final = (
    "the dry run ends before {0} would be asked, whose answer nobody knows: what follows from it is not foreseen, and "
    "wouldChange is what happens until then"
)


class DryRunUnavailable(BadRequest):
    code = "dry_run_unavailable"

    def __init__(self, why: str) -> None:
        super().__init__(f"This call has no dry run, and nothing was done: {why}. Leave dryRun out to make the call.")


class MoveOut(Shape):
    wire_names = {"leaves": "from"}

    leaves = serializers.CharField(
        help_text="wallet and earnings: the caller's; those of others with their profile id; pool:<escrow> and hold:<escrow> (a "
        "seat), new for one that the call makes; fees: ours; transit, world.<rail>: on its way out of the marketplace, or in."
    )
    to = serializers.CharField(help_text="As `from`.")
    cents = serializers.IntegerField()


class LaterMoveOut(MoveOut):
    when = serializers.CharField(help_text="In words, counted from the call.")


class WouldChangeOut(Shape):
    money = MoveOut(many=True, help_text="Each movement of money, in their order.")
    later = LaterMoveOut(
        many=True,
        required=False,
        help_text="What moves soon after the call by itself, as things stand now: when a run opens, or a stopped one returns what "
        "it has left. Absent where nothing does.",
    )
    status = serializers.CharField(allow_null=True, help_text="Of what the call is about, once it was made.")
    irreversible = serializers.BooleanField(
        help_text="The call can't be undone: `x-undo` of an operation names what undoes it."
    )
    needs_approval = serializers.BooleanField(
        required=False,
        help_text="The wallet's owner would be asked first; this is what changes once they have approved.",
    )


def is_asked(request: Request, operation: str, *, streams: bool) -> bool:
    """Does this call ask for a dry run? `streams`: its body may have files, and is not read into memory here.

    Raises Invalid (400) for a value that is neither true nor false, DryRunUnavailable (400) where there is none.
    """
    if operation in effects.RETIRED:
        return False
    if not streams:
        with suppress(RawPostDataException):  # it was parsed to check its signature
            _ = request.body  # kept beside what is parsed: a challenge may be bound to these bytes
    wanted: list[Any] = []
    if FIELD in request.query_params:
        wanted.append(_WORDS.get(request.query_params[FIELD].lower()))
    body = request.data
    if isinstance(body, dict) and FIELD in body:
        is_form = isinstance(body, MultiValueDict)
        wanted.append(_WORDS.get(str(body[FIELD]).lower()) if is_form else body[FIELD])
    if not all(isinstance(value, bool) for value in wanted):
        raise Invalid({FIELD: ["Give true or false."]})
    if any(wanted) and operation in effects.NEVER_DRY:
        raise DryRunUnavailable(effects.NEVER_DRY[operation])
    return any(wanted)


def path_of(request: Request) -> str:
    """The path and query of a call, the same whether it is a dry run or not."""
    if FIELD not in request.query_params:
        return str(request.get_full_path())
    query = request.query_params.copy()
    del query[FIELD]
    return f"{request.path}?{query.urlencode()}" if query else str(request.path)


class View(Protocol):
    """What is asked of the view: who calls, warnings about the body, and the preview that it has made beside carrying out the call,
    which has the wallet's refusals among its warnings."""

    warnings: list[str]
    preview: dict[str, Any]

    @property
    def caller(self) -> Actor | None: ...


def answer(view: View, perform: Callable[[], Any], *, operation: str) -> Response:
    """Carry out `perform` and undo it; the answer says what it would have changed. Raises what `perform` raises."""
    caller = view.caller
    try:
        found = foresee(perform, viewer=caller.id if caller is not None and caller.account is not None else None)
    except Problem as refusal:
        if view.preview and refusal.status in _FORESEEN:
            return _answered(view, operation, {}, money=[])
        for name in _OF_ROWS_UNDONE:
            refusal.headers.pop(name, None)
        raise
    body = getattr(found.result, "data", None) or found.dry.answer
    more = [found.dry.needs_approval] if found.dry.needs_approval else []
    more += [_ENDS.format(found.dry.ends_before)] if found.dry.ends_before else []
    change: dict[str, Any] = {"later": found.later} if found.later else {}
    change |= {"needsApproval": True} if found.dry.needs_approval else {}
    return _answered(view, operation, body, more, money=found.money, shown=found.dry.shown, **change)


def status_of(body: Mapping[str, Any]) -> str | None:
    """The status of what an answer is about: its own, or that of the first object in it."""
    for part in (body, *(value for value in body.values() if isinstance(value, dict))):
        if isinstance(part.get("status"), str):
            return str(part["status"])
    return None


def _answered(
    view: View,
    operation: str,
    body: Mapping[str, Any],
    more: Sequence[str] = (),
    *,
    money: list[Any],
    shown: Mapping[str, Any] = MappingProxyType({}),
    **change: Any,
) -> Response:
    effect = effects.of(operation)
    final = effect is not None and effect.irreversible
    told = [*view.warnings, *body.get("warnings", []), *more]
    whole = {
        "success": True,
        FIELD: True,
        **view.preview,
        **shown,
        "wouldChange": {"money": money, "status": status_of(body), "irreversible": final, **change},
        "warnings": list(dict.fromkeys(told)),
    }
    return Response(whole, headers={"Cache-Control": "private, no-store"})


def describe(document: dict[str, Any]) -> None:
    """Add `dryRun` to every operation that takes it, and its answer."""
    schemas = document["components"]["schemas"]
    schemas["DryRunAnswer"] = _ANSWER
    for methods in document["paths"].values():
        for found in methods.values():
            if found.get("operationId") not in effects.EFFECTS:
                continue
            found.setdefault("parameters", []).append(PARAMETER)
            for content in found.get("requestBody", {}).get("content", {}).values():
                name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if name:
                    schemas[name].setdefault("properties", {})[FIELD] = PROPERTY
