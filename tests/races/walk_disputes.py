"""The walk's verbs of disputes: the funder objects, both sides argue and settle, the funder takes it back, staff ask and decide,
and who lost appeals to somebody else of the staff."""

import random
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from escrow.models import (
    Appeal,
    CaseOffer,
    CaseRequest,
    Dispute,
    DisputeDecision,
    DisputeEvidence,
    DisputePolicy,
    Escrow,
)
from escrow.rules.disputes import CATEGORIES, OPEN_DISPUTE
from escrow.rules.escrows import DISPUTABLE
from escrow.services import appeals, decisions, requests
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from tests.factories.accounts import given_agent
from tests.factories.appeals import CODE

if TYPE_CHECKING:
    from tests.races.walk import Walk

TWO_PEOPLE_ABOVE = 1_000  # cents: so that some of the walk's seats need a second person


def given_judges() -> list[Actor]:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": TWO_PEOPLE_ABOVE})
    return [Actor.staff(given_agent(is_staff=True).account) for _ in range(4)]


def dispute(walk: "Walk", rng: random.Random) -> None:
    wanted = Escrow.objects.filter(kind="seat", status__in=DISPUTABLE) if rng.random() < 0.9 else Escrow.objects.all()
    if row := _pick(rng, wanted):
        who = rng.choice(walk.agents) if rng.random() < 0.05 else walk.by_account[row.owner_id]
        body = {"category": rng.choice(CATEGORIES), "description": "D"}
        walk.call(rng, who, "POST", f"/api/escrow/{row.public_id}/dispute", body)


def argue(walk: "Walk", rng: random.Random) -> None:
    """Either side adds a piece, or the funder has had enough."""
    if row := _pick(rng, _mostly_open(rng)):
        verb = rng.choice(["evidence", "evidence", "evidence", "withdraw"])
        who = walk.by_account[row.owner_id if verb == "withdraw" or rng.random() < 0.5 else row.worker_id]
        walk.call(rng, who, "POST", f"/api/disputes/{row.public_id}/{verb}", {"text": "T"})


def settle(walk: "Walk", rng: random.Random) -> None:
    """Either side answers or offers, or says yes or no to what the other one offers; now and then to its own offer."""
    if (row := _pick(rng, _mostly_open(rng))) is None:
        return
    path, offer = f"/api/disputes/{row.public_id}", _pick(rng, row.case.offers.filter(state="open"))
    if offer is None or rng.random() < 0.15:
        who = walk.by_account[row.owner_id if rng.random() < 0.5 else row.worker_id]
        body = {"workerCents": rng.randint(0, row.escrow.human_payout_cents), "text": "T"}
        walk.call(rng, who, "POST", f"{path}/{rng.choice(['offers', 'offers', 'answer'])}", body)
    else:
        other = row.owner_id if offer.made_by_id == row.worker_id else row.worker_id
        who = walk.by_account[other if rng.random() < 0.9 else offer.made_by_id]
        yes_or_no = rng.choice(["accept", "accept", "decline"])
        walk.call(rng, who, "POST", f"{path}/offers/{offer.public_id}/{yes_or_no}", {})


def ask(walk: "Walk", rng: random.Random) -> None:
    """Staff ask one side for something, or the side answers."""
    if (row := _pick(rng, _mostly_open(rng))) is None:
        return
    asked = _pick(rng, CaseRequest.objects.filter(case=row.case, state="open"))
    if asked is not None and rng.random() < 0.7:
        who = walk.by_account[asked.asked_id]
        body = {"text": "T", "requestId": asked.public_id}
        walk.call(rng, who, "POST", f"/api/disputes/{row.public_id}/answer", body)
    else:
        of, staff = rng.choice(["funder", "worker"]), rng.choice(walk.judges)
        _tried(walk, "ask", lambda: requests.ask(staff, row.case.pk, of=of, items=["A photo"]))


def appeal(walk: "Walk", rng: random.Random) -> None:
    """Mostly who lost by a decision that can be appealed; now and then who won, or too late."""
    rows = Dispute.objects.select_related("case").filter(status="resolved")
    if row := _pick(rng, rows.filter(case__stage="appeal") if rng.random() < 0.9 else rows):
        final = row.decisions.filter(state="final").order_by("round")[0]
        lost = row.worker_id if final.decision == "refund" else row.owner_id
        who = walk.by_account[lost if rng.random() < 0.9 else rng.choice([row.owner_id, row.worker_id])]
        body = {"ground": rng.choice(["new_fact", "error"]), "words": "W"}
        walk.call(rng, who, "POST", f"/api/disputes/{row.public_id}/appeal", body)


def judge_appeal(walk: "Walk", rng: random.Random) -> None:
    """Somebody keeps the first decision or overturns it; whoever decided first is refused."""
    rows = Dispute.objects.select_related("escrow", "case").filter(appeal__state="open")
    if row := _pick(rng, rows):
        pay, first = row.escrow.human_payout_cents, row.decisions.get(round=1, state="final")
        cents = rng.choice([first.worker_cents, 0, pay, rng.randint(0, pay)])
        _decide_appeal(walk, rng.choice(walk.judges), row, cents, rng.random() < 0.2)


def judge(walk: "Walk", rng: random.Random) -> None:
    if row := _pick(rng, _mostly_open(rng)):
        pay = row.escrow.human_payout_cents
        _decide(walk, rng.choice(walk.judges), row, rng.choice([0, pay, rng.randint(0, pay)]), rng.random() < 0.2)


def happened() -> dict[str, int]:
    """How often each event of disputes has to be told: most to both sides."""
    final = DisputeDecision.objects.filter(state="final")
    return {
        "dispute.opened": 2 * Dispute.objects.count(),
        "dispute.resolved": Dispute.objects.filter(status="resolved").count(),
        "dispute.settled": 2 * final.filter(offer__isnull=False).count(),
        "dispute.decided": 2 * final.filter(offer=None, round=1).count(),
        "dispute.offer_made": 2 * CaseOffer.objects.count(),
        "dispute.evidence_requested": 2 * CaseRequest.objects.count(),
        "dispute.appealed": 2 * Appeal.objects.count(),
        "dispute.appeal_decided": 2 * Appeal.objects.exclude(state="open").count(),
    }


def succeeded() -> dict[str, int]:
    """How often each verb came through, by what it left behind."""
    decided = DisputeDecision.objects.filter(offer=None)
    first, second = decided.filter(round=1, state="final"), decided.filter(round=2, state="final")
    offers = CaseOffer.objects.all()
    return {
        "opened": Dispute.objects.count(),
        "withdrawn": Dispute.objects.filter(status="withdrawn").count(),
        "argued": DisputeEvidence.objects.filter(answers=None).count(),
        "asked": CaseRequest.objects.count(),
        "answered": CaseRequest.objects.filter(state="answered").count(),
        "offered": offers.count(),
        "declined": offers.filter(state="declined").count(),
        "settled": offers.filter(state="accepted").count(),
        **{f"decided: {kind}": first.filter(decision=kind).count() for kind in ("release", "refund", "split")},
        "decided alone": first.filter(second=None).count(),
        "approved": first.filter(second__isnull=False).count(),
        "sent back": decided.filter(state="sent_back").count(),
        "appealed": Appeal.objects.count(),
        "kept": Appeal.objects.filter(state="upheld").count(),
        "overturned": Appeal.objects.filter(state="overturned").count(),
        "appeal approved": second.filter(second__isnull=False).count(),
    }


def judge_all(walk: "Walk") -> None:
    """Nothing waits for staff any more: no dispute, and no appeal."""
    one, other, third, fourth = walk.judges
    tries: Counter[UUID] = Counter()
    while (row := Dispute.objects.filter(status__in=OPEN_DISPUTE).order_by("pk").first()) is not None:
        proposed = row.decisions.filter(state="proposed").first()
        _decide(walk, other if proposed and proposed.proposer_id == one.id else one, row, 0, _is_stale(tries, proposed))
    waiting = Dispute.objects.select_related("escrow", "case").filter(appeal__state="open").order_by("pk")
    while (row := waiting.first()) is not None:
        first = row.decisions.get(round=1, state="final")
        proposed = row.decisions.filter(state="proposed").first()
        took_part = {first.proposer_id, first.second_id, proposed.proposer_id if proposed else None}
        who = next(judge for judge in (third, fourth, one, other) if judge.id not in took_part)
        _decide_appeal(walk, who, row, first.worker_cents, _is_stale(tries, proposed))


def _is_stale(tries: Counter[UUID], proposed: DisputeDecision | None) -> bool:
    """Whether what was proposed was refused at the first try: something was added since, so it goes back and is proposed anew."""
    if proposed is None:
        return False
    tries[proposed.pk] += 1
    assert tries[proposed.pk] < 3, f"neither approved nor sent back: {proposed}"
    return tries[proposed.pk] == 2


def _decide(walk: "Walk", who: Actor, row: Dispute, cents: int, sends_back: bool) -> None:
    """What the page offers for the status that this member of the staff has seen; somebody may have been faster."""

    def verb() -> Any:
        if row.status != "awaiting_approval":
            return decisions.decide(who, decisions.preview(who, row.pk, worker_cents=cents, reason="R").pk)
        return _second(who, row, sends_back)

    _tried(walk, f"decide {row.status}", verb)


def _decide_appeal(walk: "Walk", who: Actor, row: Dispute, cents: int, sends_back: bool) -> None:
    def verb() -> Any:
        if row.case.stage == "approval":
            return _second(who, row, sends_back)
        first = row.decisions.get(round=1, state="final").worker_cents
        code = CODE if cents != first else ""
        made = appeals.preview(who, row.pk, worker_cents=cents, reason="R", reason_code=code)
        return appeals.decide(who, made.pk)

    _tried(walk, f"decide appeal {row.case.stage}", verb)


def _second(who: Actor, row: Dispute, sends_back: bool) -> Any:
    seen: DisputeDecision | None = row.decisions.filter(state="proposed").first()
    if sends_back or seen is None:
        return decisions.send_back(who, row.pk, reason="R")
    return decisions.approve(who, seen.pk)


def _tried(walk: "Walk", name: str, verb: Callable[[], Any]) -> None:
    """An act of staff, which may be refused."""
    try:
        unit(verb)
        walk.done[name] += 1
    except Problem as refusal:
        walk.done[f"{name} {refusal.code}"] += 1


def _mostly_open(rng: random.Random) -> Any:
    rows = Dispute.objects.select_related("escrow", "case")
    return rows.filter(status__in=OPEN_DISPUTE) if rng.random() < 0.9 else rows


def _pick(rng: random.Random, rows: Any) -> Any:
    found = list(rows.order_by("pk"))
    return rng.choice(found) if found else None


TABLE: Final[dict[Callable[["Walk", random.Random], None], int]] = {
    dispute: 3,
    argue: 3,
    settle: 4,
    ask: 1,
    judge: 4,
    appeal: 2,
    judge_appeal: 2,
}
