"""What an owner is shown before they approve a spend: the plan of the attempt, and the body of the call without its secrets."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import orjson

from marketplace.api import next_actions
from marketplace.api.consent import PlanOut
from marketplace.api.fields import timestamp
from marketplace.core import next_waits
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
    return next_actions.call(step.operation, {}, of, until=until, why=step.why)


def _look(approval: Mapping[str, str], until: str | None) -> dict[str, Any]:
    return next_actions.call("getApproval", approval, until=until, why=_LOOK)


def waiting(row: Approval) -> dict[str, Any]:
    """The body of the 202: what waits for whom, and what the caller does then."""
    waits = {"approval_id": row.public_id}
    until = timestamp(row.expires_at)
    first = [] if row.status == "approved" else [_wait(row, until), _look(waits, until)]
    again = next_actions.same_call({"idempotencyKey": row.idempotency_key}, _AGAIN)
    return {
        "success": True,
        "approvalId": row.public_id,
        "status": row.status,
        "expiresAt": timestamp(row.expires_at),
        "cents": row.cents,
        "plan": PlanOut.render(row.planned),
        "nextActions": [*first, *again],
    }


def shown_body(body: Mapping[str, Any]) -> dict[str, Any]:
    """A call's body for its owner's eyes: without secrets, long texts and lists cut."""
    for text, items in ((_TEXT, _ITEMS), (400, 20), (60, 5)):
        found: dict[str, Any] = _bounded(body, text, items, 0)
        if len(orjson.dumps(found, default=str)) <= _WHOLE:
            return orjson.loads(orjson.dumps(found, default=str))
    return {}


def _bounded(value: Any, text: int, items: int, depth: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= text else value[: text - 1] + "…"
    if isinstance(value, Mapping):
        kept = [(str(name)[:60], one) for name, one in value.items() if not _SECRET.search(str(name).replace("_", ""))]
        return {name: _bounded(one, text, items, depth + 1) for name, one in kept[:items]} if depth < _DEEP else "…"
    if isinstance(value, list | tuple):
        return [_bounded(one, text, items, depth + 1) for one in value[:items]] if depth < _DEEP else "…"
    return value if value is None or isinstance(value, bool | int | float) else str(value)[:text]


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
