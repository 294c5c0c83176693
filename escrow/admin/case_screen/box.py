"""The box at the right of a case: the form of the decision, its preview with the one button, a proposal, or what was decided."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from escrow.admin.case_screen.forms import OUTCOMES
from escrow.admin.case_screen.opened import Opened
from escrow.models import Case, DecisionPreview, DisputeDecision
from escrow.ports import StaffOutcome
from escrow.services import contested
from marketplace.core.money import format_usd
from marketplace.web.drafts import Refused
from wallet import ledger


@dataclass(slots=True)
class Box:
    """`kind` names its template: contest, contest_asked, form, preview, proposal, decided, waiting. `values` fill the form,
    `faults` stand beside its fields. `moves`: (from, to, amount) of each posting."""

    kind: str
    values: dict[str, str] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=dict)
    message: str = ""
    preview: DecisionPreview | None = None
    decision: DisputeDecision | None = None
    moves: list[tuple[str, str, str]] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)
    new: list[dict[str, Any]] = field(default_factory=list)
    way: StaffOutcome | None = None
    is_expired: bool = False
    is_own: bool = False
    outcomes: list[tuple[str, str]] = field(default_factory=lambda: list(OUTCOMES))


def box(opened: Opened, refused: Refused | None) -> Box:
    """What this person may do about the case now."""
    made = _chosen(opened, refused)
    if refused is not None and refused.act in ACTS:
        made.message = refused.message
        made.faults = {_FIELDS.get(name, name): reasons for name, reasons in refused.fields.items()}
    return made


# Fields of the form, by the names that services have for them in refusals.
_FIELDS = {"reasonCode": "reason_code", "workerCents": "worker"}
ACTS = (
    "contest",
    "preview",
    "decide",
    "decide_and_next",
    "approve",
    "approve_and_next",
    "send_back",
    "take",
    "release",
    "next",
)


def _chosen(opened: Opened, refused: Refused | None) -> Box:
    case = opened.case
    if opened.proposed is not None:
        return _proposal(opened, opened.proposed, refused)
    if case.dispute_id is None:
        return _contest(opened, refused) if opened.is_open else Box("waiting")
    if not opened.is_decidable:
        final = opened.final
        if final is not None and not opened.is_open:
            posted = _moves(case, final.preview.moves) if final.preview else _parts(case, final)
            return Box("decided", decision=final, moves=posted)
        return Box("waiting")
    if refused is not None and refused.act == "preview":
        return Box("form", values={name: values[0] for name, values in refused.typed.items() if values})
    if opened.preview is not None:
        return _preview(opened, opened.preview)
    if opened.edited is not None:
        return Box("form", values=_of_preview(opened.edited))
    if opened.sent_back is not None and opened.sent_back.preview is not None:
        return Box("form", values=_of_preview(opened.sent_back.preview))
    return Box("form", values=_fresh(opened))


def _contest(opened: Opened, refused: Refused | None) -> Box:
    """The form about a contested seat; or, once it is filled in, what exactly will happen, with the button."""
    if refused is not None and refused.act == "contest":
        return Box("contest", values={name: values[0] for name, values in refused.typed.items() if values})
    way = opened.way(opened.request.GET.get("way", "")) if opened.is_mine else None
    if way is not None and opened.typed_contest.get("way") == way.name:
        return Box("contest_asked", values=opened.typed_contest, way=way)
    return Box("contest", values=opened.typed_contest)


def _fresh(opened: Opened) -> dict[str, str]:
    """Nothing is decided beforehand: only the letters are begun, from the findings."""
    return {f"letter_{side}": text for side, text in opened.letters.items()}


def _preview(opened: Opened, made: DecisionPreview) -> Box:
    """As it was computed; when the case is not as it was then, what came, and the form with all that was typed."""
    changes, is_expired = opened.changes(made), made.expires_at <= opened.now
    if changes or is_expired:
        return Box("form", values=_of_preview(made), preview=made, changes=changes, is_expired=is_expired)
    since = opened.request.GET.get("since", "")
    new = [row for row in opened.new_since(_moment(since)) if row["at"] <= made.created_at]
    return Box("preview", preview=made, moves=_moves(opened.case, made.moves), new=new)


def _proposal(opened: Opened, made: DisputeDecision, refused: Refused | None) -> Box:
    typed = {name: values[0] for name, values in (refused.typed if refused else {}).items() if values}
    preview = made.preview
    return Box(
        "proposal",
        values=typed,
        decision=made,
        preview=preview,
        moves=_moves(opened.case, preview.moves) if preview else _parts(opened.case, made),
        changes=opened.changes(preview) if preview else [],
        is_expired=preview is not None and preview.expires_at <= opened.now,
        is_own=made.proposer_id == opened.actor.id,
    )


def _of_preview(made: DecisionPreview) -> dict[str, str]:
    return {
        "outcome": made.decision,
        "worker": f"{made.worker_cents / 100:.2f}" if made.decision == "split" else "",
        "reason_code": made.reason_code,
        "reason": made.reason,
        "letter_funder": made.words.get("funder", ""),
        "letter_worker": made.words.get("worker", ""),
    }


def _moves(case: Case, moves: list[list[Any]]) -> list[tuple[str, str, str]]:
    names = {
        ledger.hold(case.escrow_id): "the seat's hold",
        ledger.earnings(case.worker_id): f"earnings of {case.worker.display_name}",
        ledger.wallet(case.owner_id): f"wallet of {case.owner.display_name}",
        ledger.FEES: "our fees",
        ledger.LOSSES: "our losses",
        contested.TO_FUNDER: "the bounty's pool, or its owner's wallet",
    }
    return [(names.get(source, source), names.get(to, to), format_usd(cents)) for source, to, cents in moves]


def _parts(case: Case, made: DisputeDecision) -> list[tuple[str, str, str]]:
    parts = [
        [ledger.hold(case.escrow_id), ledger.earnings(case.worker_id), made.worker_cents],
        [ledger.hold(case.escrow_id), ledger.FEES, made.fee_cents],
        [ledger.hold(case.escrow_id), ledger.wallet(case.owner_id), made.refund_cents],
    ]
    return _moves(case, [part for part in parts if part[2]])


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
