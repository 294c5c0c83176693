"""What an owner is shown before they approve a spend: the plan of the attempt, and the body of the call without its secrets."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import orjson

from marketplace.api import next_calls
from marketplace.api.consent import PlanOut
from marketplace.api.fields import timestamp
from marketplace.core import next_waits
from marketplace.core.open_mappings import JsonObject
from marketplace.models import Account
from wallet import ledger
from wallet.models import Approval
from wallet.models.approvals import PlannedMove, SpendPlan
from wallet.ports import SpendAbout, spend_abouts
from wallet.rules.approvals import AGREED
from wallet.rules.statement import statement_text

_SECRET = re.compile(
    r"secret|password|passphrase|token|credential|signature|private|apikey|agentverification|idempotencykey", re.I
)
_NAMES: Final = ("requiredCredentials",)  # what secrets are called; their values are given elsewhere
_ANEW: Final = ("idempotencyKey", "agentVerification")  # kept beside the body; signed for each call
_TEXT, _ITEMS, _DEEP, _WHOLE = 5000, 100, 6, 40_000  # characters of a text, items of a list, levels, bytes of it all
# Where money can go, by the kind of its ledger account, and whether it can come back.
_PLACES: Final = {"pool": "bounty", "hold": "person_escrow", "earnings": "person", "transit": "later"}
_UNDO: Final = {
    "bounty": "What is not earned comes back: free places are refunded when the bounty is cancelled or ends. A person who is hired "
    "is paid for accepted work, which can't be undone.",
    "person_escrow": "It is held until the work is done: cancelled in time it comes back as agreed, and once it is released it "
    "can't be undone.",
    "person": "It is paid at once and can't be undone.",
    "later": "Nothing is moved yet. It is moved later, without asking again.",
}


_AGREED_WORDS: Final = {
    "runs": "Each run of a template, by itself",
    "when_funded": "As soon as the wallet holds enough",
    "beside_page": "The wallet's part of a payment, beside what a page brings",
}


def plan(kind: str, moves: Sequence[ledger.Move], cents: int, *, about: SpendAbout | None = None) -> SpendPlan:
    """The plan of a spend of this `kind`, as it stands in this transaction. Locks nothing."""
    type_, words = (kind, _AGREED_WORDS[kind]) if kind in AGREED else statement_text(kind)
    out = [move for move in moves if move.capped]
    known: dict[str, Any] = {**_about(out), **(about or {})}
    people = _people(out)
    person = known.get("person", "")
    shown = [PlannedMove(_place(move), people.get(move.destination, person), move.capped) for move in out]
    return SpendPlan(
        type=type_,
        description=words,
        cents=cents,
        moves=shown,
        title=known.get("title", ""),
        category=known.get("category", ""),
        seats=known.get("seats"),
        pay_per_seat_cents=known.get("pay_per_seat_cents"),
        fee_cents=known.get("fee_cents"),
        repeats=known.get("repeats", ""),
        undo=_UNDO[shown[0].to],
        times=known.get("times"),
        total_cents=known.get("total_cents"),
        month_cents=known.get("month_cents"),
    )


_LOOK: Final = "Shows whether they have decided."
_AGAIN: Final = (
    "Once it is approved, send this same call again, with the same idempotency key and the same body: it is carried out then, "
    "once. Nothing was moved until now."
)


def _wait(row: Approval, until: str | None) -> dict[str, Any]:
    step = next_waits.APPROVAL
    of = {**step.body, "after": f"approval.requested:{row.public_id}"}
    return next_calls.call(step.operation, {}, of, until=until, why=step.why)


def _look(approval: Mapping[str, str], until: str | None) -> dict[str, Any]:
    return next_calls.call("getApproval", approval, until=until, why=_LOOK)


def waiting(row: Approval) -> dict[str, Any]:
    """The body of the 202: what waits for whom, and what the caller does then."""
    waits = {"approval_id": row.public_id}
    until = timestamp(row.expires_at)
    first = [] if row.status == "approved" else [_wait(row, until), _look(waits, until)]
    again = next_calls.same_call({"idempotencyKey": row.idempotency_key}, _AGAIN)
    return {
        "success": True,
        "approvalId": row.public_id,
        "status": row.status,
        "expiresAt": timestamp(row.expires_at),
        "cents": row.cents,
        "plan": PlanOut.render(row.planned),
        "nextActions": [*first, *again],
    }


def shown_body(body: JsonObject) -> tuple[dict[str, Any], list[str]]:
    """A call's body for its owner's eyes, without secrets, long texts and lists cut; and the names of its fields that are not there
    as they were sent, without which the call can't be made again."""
    for text, items in ((_TEXT, _ITEMS), (400, 20), (60, 5)):
        shown, cut = _Cut(text, items).body(body)
        if len(orjson.dumps(shown)) <= _WHOLE:
            return shown, cut
    return {}, [_name(name) for name in body if name not in _ANEW]


def is_secret(name: str) -> bool:
    """Is a field of this name left out of what an owner is shown of a call?"""
    return name not in _NAMES and _SECRET.search(name.replace("_", "")) is not None


def _name(name: Any) -> str:
    return str(name)[:60]


class _Cut:
    """Values with texts of at most `text` characters and lists of at most `items`, without secrets; whether anything was cut."""

    def __init__(self, text: int, items: int) -> None:
        self.text, self.items, self.is_whole = text, items, True

    def body(self, body: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        shown, cut = {}, []
        for number, (name, value) in enumerate(body.items()):
            self.is_whole = number < self.items and not is_secret(str(name)) and _name(name) == name
            if self.is_whole:
                shown[str(name)] = self._value(value, 1)
            if not self.is_whole and name not in _ANEW:
                cut.append(_name(name))
        return orjson.loads(orjson.dumps(shown, default=str)), cut

    def _value(self, value: Any, depth: int) -> Any:
        if isinstance(value, str):
            return value if len(value) <= self.text else self._less(value[: self.text - 1] + "…")
        if isinstance(value, Mapping | list | tuple) and depth >= _DEEP:
            return self._less("…")
        if isinstance(value, Mapping):
            kept = [(_name(name), one) for name, one in value.items() if not is_secret(str(name))][: self.items]
            found = {name: self._value(one, depth + 1) for name, one in kept}
            return found if found.keys() == value.keys() else self._less(found)
        if isinstance(value, list | tuple):
            found_items = [self._value(one, depth + 1) for one in value[: self.items]]
            return found_items if len(value) <= self.items else self._less(found_items)
        return value if value is None or isinstance(value, bool | int | float) else self._less(str(value)[: self.text])

    def _less(self, shown: Any) -> Any:
        self.is_whole = False
        return shown


def _place(move: ledger.Move) -> str:
    return _PLACES[move.destination.partition(":")[0]]


def _people(moves: Sequence[ledger.Move]) -> dict[str, str]:
    """The names of those whose earnings the money goes to, by the code of the ledger account."""
    paid = {move.destination: UUID(move.destination.partition(":")[2]) for move in moves if _place(move) == "person"}
    names = {one.pk: one.display_name for one in Account.objects.filter(pk__in=paid.values())} if paid else {}
    return {code: names.get(pk, "") for code, pk in paid.items()}


def _about(moves: Sequence[ledger.Move]) -> SpendAbout:
    """What upper apps know about where the money goes: by its bounty, else by the escrow that holds it."""
    for move in moves:
        kind, _, name = move.destination.partition(":")
        if move.bounty is not None and (found := spend_abouts.find("bounty")) is not None:
            return found(move.bounty)
        if kind == "hold" and (found := spend_abouts.find("hold")) is not None:
            return found(UUID(name))
    return {}
