"""How far a dispute is, whose turn it is and until when, and what its offers mean for the reader: for the page of its two
parties."""

from typing import Any

from django.utils.translation import gettext as _

from escrow.models import Dispute
from escrow.rules.cases import OPEN_STAGES
from escrow.rules.disputes import award
from escrow.selectors import dispute_turns

# Steps of the line, with the stages in which each is the present one.
_ANSWER, _SETTLE, _ASKED, _STAFF, _END = "opened", "settlement", "evidence", "decision", "end"


def steps(dispute: Dispute) -> list[dict[str, Any]]:
    """The line of steps: opened, answered, what was offered and asked if anything was, decided. `at`: it is done. The worker's
    side is done once they have said something; where it ended without that, it is no step."""
    case = dispute.case
    offers, asked = list(case.offers.all()), list(case.requests.all())
    present = {"approval": _STAFF, "appeal": _END, "closed": _END}.get(case.stage, case.stage)
    has_answered = any(piece.author_id == dispute.worker_id for piece in dispute.evidence.all())
    line = [(_ANSWER, _("The worker's side"))] if has_answered or case.stage in OPEN_STAGES else []
    if offers:
        line.append((_SETTLE, _("An offer")))
    if asked:
        line.append((_ASKED, _("What our staff asked for")))
    if not _is_settled(dispute) and dispute.status != "withdrawn":
        line.append((_STAFF, _("Our staff decide")))
    line.append((_END, _end_words(dispute)))
    names = [name for name, _words in line]
    place = names.index(present) if present in names else 0
    found = [{"words": _("Opened"), "at": dispute.created_at, "is_now": False}]
    for number, (name, words) in enumerate(line):
        is_done = number < place or (number == place and case.stage not in OPEN_STAGES)
        if name == _ANSWER:
            is_done = has_answered and number != place
        found.append({"words": words, "at": is_done, "is_now": number == place and not is_done})
    return found


def _end_words(dispute: Dispute) -> str:
    if dispute.status == "withdrawn":
        return _("Taken back")
    if dispute.status == "resolved":
        return _("Settled") if _is_settled(dispute) else _("Decided")
    return _("The end")


def _is_settled(dispute: Dispute) -> bool:
    decision = dispute.decision
    return decision is not None and decision.offer_id is not None


def turn(dispute: Dispute, side: str, *, owner: str, worker: str) -> dict[str, Any]:
    """Whose turn it is, in words for this side (empty for staff), and until when. `is_mine`: the reader has to act."""
    case = dispute.case
    if case.stage not in OPEN_STAGES:
        return {"words": "", "until": None, "is_mine": False}
    me = {"funder": dispute.owner_id, "worker": dispute.worker_id}.get(side)
    asked = dispute_turns.asked_of(case, me) if me else []
    offered = dispute_turns.offered_to(case, me) if me else []
    if asked:
        return {"words": _("Your turn: our staff ask you for something."), "until": asked[0].due_at, "is_mine": True}
    if offered:
        return {"words": _("Your turn: you have an offer."), "until": offered[0].due_at, "is_mine": True}
    if case.stage == "opened" and side == "worker":
        return {"words": _("Your turn: say your side."), "until": case.due_at, "is_mine": True}
    return {"words": _others_turn(case.stage, dispute, side, owner, worker), "until": case.due_at, "is_mine": False}


def _others_turn(stage: str, dispute: Dispute, side: str, owner: str, worker: str) -> str:
    other = {"funder": worker, "worker": owner}.get(side, "")
    if stage == "opened":
        return _("%(name)s has time to say their side.") % {"name": worker}
    if stage == "settlement":
        return (
            _("Your offer waits for %(name)s.") % {"name": other} if other else _("An offer waits for the other side.")
        )
    if stage == "evidence":
        asked = next((row for row in dispute.case.requests.all() if row.state == "open"), None)
        name = owner if asked is not None and asked.asked_id == dispute.owner_id else worker
        return _("Our staff have asked %(name)s for something.") % {"name": name}
    if stage == "approval":
        return _("Our staff have proposed a decision, and a second person checks it.")
    return _("Our staff look at it and decide.")


def asked(shown: list[dict[str, Any]], side: str, *, owner: str, worker: str) -> list[dict[str, Any]]:
    """What staff asked for, as `render` shows it, with whose it is and how it stands."""
    states = {
        "open": _("open"),
        "answered": _("answered"),
        "lapsed": _("not answered in time"),
        "withdrawn": _("taken back by our staff"),
    }
    return [
        row
        | {
            "mine": row["of"] == side,
            "name": owner if row["of"] == "funder" else worker,
            "words_of_state": states[row["state"]],
        }
        for row in shown
    ]


def offers(shown: list[dict[str, Any]], side: str, *, may_answer: set[str], owner: str, worker: str) -> list[Any]:
    """The offers, the latest first, with whose each is and whether the reader may answer it. `may_answer`: their ids."""
    states = {
        "open": _("open"),
        "accepted": _("accepted"),
        "declined": _("declined"),
        "lapsed": _("not accepted in time"),
        "replaced": _("another one took its place"),
    }
    return [
        row
        | {
            "mine": row["by"] == side,
            "name": owner if row["by"] == "funder" else worker,
            "words_of_state": states[row["state"]],
            "may_answer": row["id"] in may_answer,
        }
        for row in reversed(shown)
    ]


def planned(dispute: Dispute, worker_cents: Any) -> dict[str, Any] | None:
    """The exact sums of an offer that is not made yet; None for what can't be one."""
    escrow = dispute.escrow
    if not isinstance(worker_cents, int):
        return None
    try:
        parts = award(worker_cents, payout_cents=escrow.human_payout_cents, bps=escrow.fee_bps)
    except ValueError:
        return None
    return {"workerCents": parts.worker, "feeCents": parts.fee, "refundCents": parts.refund}
