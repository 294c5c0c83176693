"""Money is shown before it moves: the first call of a previewed tool names the sums, and the second carries what acknowledges
exactly those.

An acknowledgement is a digest of the call and of the sums that were named. It is nothing secret: it keeps a call from doing more
than what its caller was shown.
"""

import hashlib
import json
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from marketplace.core.tools.carrying import carried
from marketplace.core.tools.tool import Answer, Call, Tool

FIELD: Final = "acknowledgement"
DRY: Final = "dryRun"
_NOT_BOUND: Final = ("idempotencyKey", "agentId", "agentVerification", DRY)
_REFUSAL: Final = ("error", "error_code", "code", "docUrl", "retryable")


@dataclass(frozen=True, slots=True)
class Preview:
    """One kind of refusal that names sums. `sums`: the fields that are bound; `yes`: what the service takes as agreement, with the
    cents in `cents` where it wants them repeated. `asks`: of an edit, the fields that may be answered by sums; one that is sent
    without them is carried out at once.
    """

    sums: tuple[str, ...]
    yes: Mapping[str, Any]
    cents: str = ""
    asks: tuple[str, ...] = ()


PREVIEWS: Final = {
    "release_acknowledgement_required": Preview(
        ("amountCents", "workerPayoutCents", "worker", "escrowStatus", "latestSubmissionStatus"),
        {"acknowledgeRelease": True},
    ),
    "wallet_impact_confirmation_required": Preview(
        ("cents",), {"walletImpactAcknowledged": True}, "walletImpactCents", asks=("price", "spotsAvailable")
    ),
    "payment_acknowledgement_required": Preview(("amountCents",), {}, "amountCents"),
}
AGREEING: Final = frozenset(name for preview in PREVIEWS.values() for name in (*preview.yes, preview.cents) if name)


def acknowledge(tool: Tool, call: Call, given: str) -> Generator[Call, Answer, Answer]:
    """The calls for a call with an acknowledgement: asks for the sums again, and agrees when they are those that were shown. What
    changed meanwhile is answered as a new preview. A call that was done before, under its key, is answered as then.
    """
    body = {name: value for name, value in (call.body or {}).items() if name not in AGREEING}
    preview, unkeyed = PREVIEWS[tool.previewed], {name: part for name, part in body.items() if name != "idempotencyKey"}
    status, said = yield Call(call.method, call.path, call.query, unkeyed)
    if said.get("error_code") != tool.previewed:
        if status >= 400 and body.keys() > unkeyed.keys() and not preview.cents:
            return (yield Call(call.method, call.path, call.query, {**body, **preview.yes}))
        return status, said
    if token(call, said) != given:
        return status, said | {"changed": True}
    cents = {preview.cents: said[preview.sums[0]]} if preview.cents else {}
    return (yield Call(call.method, call.path, call.query, {**body, **preview.yes, **cents}))


def rehearse(tool: Tool, call: Call) -> Generator[Call, Answer, Answer]:
    """The calls for a dry run without an acknowledgement: asks for the sums, and then, still dry, for what the call would change
    once they are agreed to. The answer has both, and what acknowledges the sums in the call that means it.
    """
    status, said = yield call
    agreed = PREVIEWS[tool.previewed]
    if said.get("error_code") != tool.previewed or not agreed.yes:
        return status, said
    cents = {agreed.cents: said[agreed.sums[0]]} if agreed.cents else {}
    status, dry = yield Call(call.method, call.path, call.query, {**(call.body or {}), **agreed.yes, **cents})
    if status != 200:
        return status, dry
    shown = {name: value for name, value in said.items() if name not in (*_REFUSAL, "nextActions", "requestId")}
    return status, {**shown, **dry, FIELD: token(call, said)}


def token(call: Call, said: Mapping[str, Any]) -> str:
    """What acknowledges the sums that `said` names, for this call: a half of each."""
    sums = {name: said.get(name) for name in PREVIEWS[said["error_code"]].sums}
    return _half(call) + _digest(sums)


def edits_that_ask(tool: Tool, call: Call, given: str) -> tuple[str, ...]:
    """When `given` acknowledges another edit than this one: the fields of an edit that asks. It must not be sent: what it lacks
    would not be done, and what it has would be done unasked.
    """
    preview = PREVIEWS.get(tool.previewed)
    return preview.asks if preview is not None and not given.startswith(_half(call)) else ()


def _half(call: Call) -> str:
    left = {name: part for name, part in (call.body or {}).items() if name not in AGREEING.union(_NOT_BOUND)}
    return _digest([call.method, call.path, left])


def _digest(bound: Any) -> str:
    return hashlib.sha256(json.dumps(bound, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:8]


def as_result(tool: Tool, call: Call, said: Mapping[str, Any], sent: Mapping[str, Any]) -> dict[str, Any]:
    """The structured answer of a preview: nothing went wrong, so without what belongs to refusals. `sent`: the arguments."""
    left = {name: value for name, value in said.items() if name not in _REFUSAL} | {"success": True}
    if not tool.previewed:
        return left
    given = token(call, said)
    actions = [_acknowledged(action, tool, given, sent) for action in said.get("nextActions", [])]
    return left | {FIELD: given} | ({"nextActions": actions} if "nextActions" in said else {})


def _acknowledged(action: Mapping[str, Any], tool: Tool, given: str, sent: Mapping[str, Any]) -> dict[str, Any]:
    """An action of the answer; of this very tool, it is the same call, which says yes to what was shown and to nothing else."""
    if action["tool"] != tool.name:
        return dict(action)
    same, long = carried({name: value for name, value in sent.items() if name not in AGREEING and name != FIELD})
    needs = dict.fromkeys((*action["needs"], *long))
    return {**action, "arguments": {**same, FIELD: given}, "needs": [*needs]}
