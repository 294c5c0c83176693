"""`nextActions` of answers and failures: the steps of `marketplace/core/next_steps.py` as calls that can be made as they stand."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final

from django.conf import settings

from marketplace.api import routes, unknown_ids
from marketplace.api.next_calls import EACH_MOST, SLOT, call, made, same_call
from marketplace.api.next_sides import found_at, side, state, with_newest, with_run
from marketplace.core import context, effects, near, next_waits
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.next_answers import OF_ANSWERS
from marketplace.core.next_products import OF_PRODUCTS, OF_RUNS
from marketplace.core.next_reads import (
    EMPTY,
    KIND_OF,
    LISTS,
    OF_EVENTS,
    OF_MADE,
    OF_MISSING,
    PUBLIC,
    QUIET,
    WIDENED,
)
from marketplace.core.next_refusals import ALLOWED, NOT_SIGNED_IN, OF_ERRORS, OF_MATTERS, RETRYABLE
from marketplace.core.next_step import Step
from marketplace.core.next_steps import DISPUTE_OVER, OF_OBJECTS
from marketplace.core.tools.carrying import carried

FIELD: Final = "nextActions"
_OF_KINDS: Final = {**OF_OBJECTS, **OF_PRODUCTS}
# Answers whose object stands under `data`: its shapes in the document, and the field by which it is known.
_DATA: Final = {"RunOut": "qa_run", "RunDetail": "qa_run", "TemplateOut": "qa_template"}
_IN_DATA: Final = {"qa_run": "escalationCount", "qa_template": "budgetPerRunCents"}
_WHOLE: Final = {
    "wallet": "totalReturnedCents"
}  # answers that are the object themselves, and the field by which they are known
_WITH_ACTIONS: Final = (*(kind for kind in _OF_KINDS if kind not in (*_IN_DATA, *_WHOLE)), "dispute")
_IDS: Final = ("id", "humanizationId")  # an object has one of these
_APPROVED: Final = "Carries it out, once: the same call, with the same key and the same body."


def _put_right(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The call that was refused for these fields. What is wrong stays in a write, which is refused again as it stands, and does
    nothing without what was meant; a read leaves it out."""
    asked = context.call()
    wrong = dict.fromkeys(path.partition(".")[0] for path in fields if path != "body")
    if asked is None or not wrong:
        return []
    why = "; ".join(f"{path}: {messages[0]}" for path, messages in list(fields.items())[:EACH_MOST] if messages)
    if asked.method == "GET":
        asked.sent = {name: given for name, given in asked.sent.items() if name not in wrong}
    return same_call({}, why, wrong)


def _with_key() -> list[dict[str, Any]]:
    """The call that was refused for its missing key. A caller without one has nothing to repeat, so it is theirs to choose."""
    return same_call({}, "The same body, with a key of your own.", ("idempotencyKey",))


def _with_another_key() -> list[dict[str, Any]]:
    """The call whose key was used with another body. With the old key it is refused again, and does not act twice."""
    asked = context.call()
    key = {"idempotencyKey": asked.idempotency_key} if asked is not None and asked.idempotency_key else {}
    return same_call(key, "Another call has a key of its own.", ("idempotencyKey",))


def _are_of_their_kind(step: Step, ids: Mapping[str, str]) -> bool:
    """Does a list that lies in something else, as applicants in a bounty, get an id of that?"""
    return not any(near.other_kind(ids.get(of, ""), KIND_OF.get(name, "")) for name, of in step.named.items())


def of_answer(body: Mapping[str, Any], caller: Actor | None) -> list[dict[str, Any]] | None:
    """What this caller can do next with the objects of an answer; None for an answer without any."""
    found = [(kind, body.get(kind)) for kind in _WITH_ACTIONS]
    data = body.get("data")
    found += [(kind, data) for kind, mark in _IN_DATA.items() if isinstance(data, dict) and mark in data]
    objects: list[tuple[str, Mapping[str, Any]]] = [
        (kind, row) for kind, row in found if isinstance(row, dict) and any(name in row for name in _IDS)
    ]
    objects += [(kind, body) for kind, mark in _WHOLE.items() if mark in body]
    if caller is None or body.get("dryRun"):
        return None
    found_actions = [action for kind, row in objects for action in _of_object(kind, row, caller)] if objects else None
    for more in (_of_list(body, caller) if not objects else None, _of_operation(body)):
        found_actions = found_actions if more is None else [*(found_actions or ()), *more]
    return None if found_actions is None else _distinct(found_actions)


def _of_operation(body: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """What the answer of this operation leads to as a whole; None for others."""
    asked = context.call()
    if asked is None or asked.operation not in OF_ANSWERS:
        return None
    ids = routes.ids_in(asked.path)
    return list(made(OF_ANSWERS[asked.operation], {**ids, **with_newest(body)}, ids))


def _of_list(body: Mapping[str, Any], caller: Actor) -> list[dict[str, Any]] | None:
    """What can be done with the first rows of a list, or while it is empty; None for other lists."""
    asked = context.call()
    if asked is None or (asked.operation not in LISTS and asked.operation not in EMPTY):
        return None
    ids = routes.ids_in(asked.path)
    if body.get("count") == 0:
        return list(made(EMPTY.get(asked.operation, ()), ids, ids))
    name, kind = LISTS.get(asked.operation, ("", ""))
    rows = body.get(name, [])
    found = (list(_of_object(kind, row, caller)) for row in rows)
    first = list(chain.from_iterable(islice((actions for actions in found if actions), EACH_MOST)))
    newest = max((row["id"] for row in rows), default="")
    return first or list(made(QUIET.get(asked.operation, ()), {**ids, "newest": newest}, ids))


def of_events(events: Collection[Mapping[str, Any]], asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Where what these events tell of is read, of the latest ones first, and how to wait for more (`asked`: the query)."""
    read: list[dict[str, Any]] = []
    for event in reversed(list(events)):
        read = _distinct([*read, *made(OF_EVENTS.get(event["type"], ()), with_run(event["data"]), {})])
    return [*read[:EACH_MOST], call("listEvents", {}, {**asked, **_widened(events, asked)}, why="Goes on from here.")]


def _widened(events: Iterable[Mapping[str, Any]], asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is waited for besides from now on, since one of these events: from that on, so that nothing of before is told again."""
    named = str(asked.get("types") or "").split(",")
    for event in events if asked.get("types") else ():
        if further := [name for name in WIDENED.get(event["type"], ()) if name not in named]:
            return {"after": event["id"], "types": ",".join([*named, *further])}
    return {}


def of_failure(problem: Problem, caller: Actor | None = None) -> dict[str, Any]:
    """The fields that every failure has besides its code: may the same call succeed later, where it is described, what to do.
    `caller`: None for nobody, who is not sent to what is somebody's own."""
    asked = context.call()
    operation, path = (asked.operation, asked.path) if asked is not None else ("", "")
    ids = routes.ids_in(path)
    steps = [*OF_ERRORS.get(problem.code, ()), *_allowed(problem.extra.get("allowedActions", ()), ids)]
    steps += [OF_MATTERS[matter] for matter in problem.extra.get("matters", ()) if matter in OF_MATTERS]
    if problem.code == "not_found" and (caller is not None or operation not in PUBLIC):
        named = ids or unknown_ids.ids_sent(asked.sent if asked is not None else {})
        steps += [
            OF_MISSING[name] for name in named if name in OF_MISSING and _are_of_their_kind(OF_MISSING[name], ids)
        ]
    if "madeId" in problem.extra:
        steps += [OF_MADE[kind] for kind in OF_MADE if problem.extra["madeId"].startswith(f"{kind}_")]
    if caller is not None and caller.via == "session":
        steps = [step for step in steps if step.operation not in NOT_SIGNED_IN]
    again = {
        "validation_error": lambda: _put_right(problem.extra.get("fields", {})),
        "idempotency_key_required": _with_key,
        "idempotency_key_reused": _with_another_key,
    }.get(problem.code, list)()
    sent = asked.sent if asked is not None else {}
    return {
        "retryable": problem.status in (429, 502, 503) or problem.code in RETRYABLE,
        "docUrl": f"{settings.BASE_URL}/api/docs" + (f"#operation/{operation}" if operation in effects.EFFECTS else ""),
        FIELD: _distinct([*again, *made(steps, with_run({**sent, **ids, **problem.extra}), ids)]),
    }


def describe(document: dict[str, Any]) -> None:
    """Add the effects of each operation, and `nextActions` to the answers that have them."""
    schemas = document["components"]["schemas"]
    actions = {"type": "array", "items": {"$ref": "#/components/schemas/NextCallOut"}}
    schemas["Failure"]["properties"] |= {
        "retryable": {"type": "boolean", "description": "May the same call, unchanged, succeed later?"},
        "docUrl": {"type": "string"},
        FIELD: actions,
    }
    for methods in document["paths"].values():
        for found in methods.values():
            if (effect := effects.of(found.get("operationId", ""))) is not None:
                found |= effect.marks()
            content = found.get("responses", {}).get("200", {}).get("content", {}).get("application/json", {})
            name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            properties = schemas.get(name, {}).get("properties", {})
            data = properties.get("data", {}).get("$ref", "").rpartition("/")[2]
            of_rows = found.get("operationId") in {*LISTS, *EMPTY, *OF_ANSWERS}
            named = (*_WITH_ACTIONS, *_WHOLE.values())
            if data in _DATA or of_rows or any(kind in properties for kind in named):
                properties[FIELD] = actions


def _distinct(actions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({(action["path"], action["method"], repr(action["body"])): action for action in actions}.values())


def _of_object(kind: str, row: Mapping[str, Any], caller: Actor) -> Iterator[dict[str, Any]]:
    if kind == "dispute":
        offers = [offer["id"] for offer in row.get("offers", []) if offer.get("state") == "open"]
        with_offer = {**row, "dispute_id": row["id"], "offer": offers[-1] if offers else None}
        ids = {"dispute_id": row["id"]}
        steps = [*_dispute_waits(row), *_allowed(row.get("allowedActions", ()), ids)]
        over = (DISPUTE_OVER,) if row.get("status") in ("resolved", "withdrawn") else ()
        yield from made((*steps, *over), with_offer, ids)
        return
    row, mine, stands = with_run(row), side(kind, row, caller), state(kind, row)
    if kind == "approval" and (mine, stands) == ("agent", "approved"):
        yield from _approved_call(row)
        return
    if kind in OF_RUNS and mine == "owner" and (row.get("qaRunId") or row.get("tasteRunId")):
        of_run = OF_RUNS[kind]
        yield from made(of_run.get(stands, of_run[""]), row, {})
        return
    yield from made(_OF_KINDS[kind].get(mine, {}).get(stands, ()), row, {})


def _approved_call(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The call that the owner has approved, as it was sent, with its key; none for one whose path is not known any more. What it
    lacks here, being long or private, is needed: without it the key is refused as one of another call."""
    operation, ids = row["operationId"], routes.ids_in(row["path"])
    method_and_path = routes.addresses().get(operation)
    if method_and_path is None or not all(name in ids for name in SLOT.findall(method_and_path[1])):
        return
    cut = row["requestCut"]
    kept, left = carried({name: value for name, value in row["request"].items() if name not in cut})
    body = {**kept, "idempotencyKey": row["idempotencyKey"]}
    yield call(operation, ids, body, needs=dict.fromkeys((*left, *cut)), until=row["expiresAt"], why=_APPROVED)


def _dispute_waits(row: Mapping[str, Any]) -> tuple[Step, ...]:
    """What is waited for, behind the newest event that its reader has of it."""
    latest = {"after": "{latestEventId}"} if row.get("latestEventId") else {}
    return tuple(replace(step, body={**step.body, **latest}) for step in _waits_of(row))


def _waits_of(row: Mapping[str, Any]) -> tuple[Step, ...]:
    if row.get("status") in ("open", "awaiting_approval"):
        return (next_waits.DISPUTE,)
    if found_at(row, "appeal.state") == "open":
        return (next_waits.APPEALED,)
    return (next_waits.APPEAL,) if row.get("appealWindow") else ()


def _allowed(words: Iterable[str], ids: Mapping[str, str]) -> Iterator[Step]:
    """The steps behind `allowedActions`, which are about the last id of the path."""
    about = ALLOWED.get(next(reversed(list(ids)), ""), {})
    yield from (about[word] for word in words if word in about)
