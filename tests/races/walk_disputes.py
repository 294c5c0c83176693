"""The walk's verbs of disputes: the funder objects, both sides argue, the funder takes it back, and staff decide."""

import random
from typing import TYPE_CHECKING, Any

from escrow.models import Dispute, DisputeDecision, DisputePolicy, Escrow
from escrow.rules.disputes import CATEGORIES, OPEN_DISPUTE
from escrow.rules.escrows import DISPUTABLE
from escrow.services import decisions
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from tests.factories.accounts import given_agent

if TYPE_CHECKING:
    from tests.races.walk import Walk

TWO_PEOPLE_ABOVE = 1_000  # cents: so that some of the walk's seats need a second person


def given_judges() -> list[Actor]:
    DisputePolicy.objects.update_or_create(defaults={"approval_above_cents": TWO_PEOPLE_ABOVE})
    return [Actor.staff(given_agent(is_staff=True).account) for _ in range(2)]


def dispute(walk: "Walk", rng: random.Random) -> None:
    wanted = Escrow.objects.filter(kind="seat", status__in=DISPUTABLE) if rng.random() < 0.9 else Escrow.objects.all()
    if row := _pick(rng, wanted):
        who = rng.choice(walk.agents) if rng.random() < 0.05 else walk.by_account[row.owner_id]
        body = {"category": rng.choice(CATEGORIES), "description": "D"}
        walk.call(rng, who, "POST", f"/api/escrow/{row.public_id}/dispute", body)


def argue(walk: "Walk", rng: random.Random) -> None:
    """Either side adds a piece, or the funder has had enough."""
    if row := _pick(rng, _mostly_open(rng)):
        verb = rng.choice(["evidence", "withdraw"])
        who = walk.by_account[row.owner_id if verb == "withdraw" or rng.random() < 0.5 else row.worker_id]
        walk.call(rng, who, "POST", f"/api/disputes/{row.public_id}/{verb}", {"text": "T"})


def settle(walk: "Walk", rng: random.Random) -> None:
    """Either side answers or offers, or says yes or no to what the other one offers."""
    if (row := _pick(rng, _mostly_open(rng))) is None:
        return
    who = walk.by_account[row.owner_id if rng.random() < 0.5 else row.worker_id]
    path, offer = f"/api/disputes/{row.public_id}", _pick(rng, row.case.offers.all())
    if offer is None or rng.random() < 0.4:
        body = {"workerCents": rng.randint(0, row.escrow.human_payout_cents), "text": "T"}
        walk.call(rng, who, "POST", f"{path}/{rng.choice(['offers', 'answer'])}", body)
    else:
        walk.call(rng, who, "POST", f"{path}/offers/{offer.public_id}/{rng.choice(['accept', 'decline'])}", {})


def judge(walk: "Walk", rng: random.Random) -> None:
    if row := _pick(rng, _mostly_open(rng)):
        pay = row.escrow.human_payout_cents
        _decide(walk, rng.choice(walk.judges), row, rng.choice([0, pay, rng.randint(0, pay)]), rng.random() < 0.2)


def judge_all(walk: "Walk") -> None:
    """Nothing waits for staff any more."""
    one, other = walk.judges
    while (row := Dispute.objects.filter(status__in=OPEN_DISPUTE).order_by("pk").first()) is not None:
        proposed = row.decisions.filter(state="proposed").first()
        _decide(walk, other if proposed and proposed.proposer_id == one.id else one, row, 0, False)


def _decide(walk: "Walk", who: Actor, row: Dispute, cents: int, sends_back: bool) -> None:
    """What the page offers for the status that this member of the staff has seen; somebody may have been faster."""

    def verb() -> Any:
        if row.status != "awaiting_approval":
            return decisions.decide(who, decisions.preview(who, row.pk, worker_cents=cents, reason="R").pk)
        seen: DisputeDecision | None = row.decisions.filter(state="proposed").first()
        if sends_back or seen is None:
            return decisions.send_back(who, row.pk, reason="R")
        return decisions.approve(who, seen.pk)

    try:
        unit(verb)
        walk.done[f"decide {row.status}"] += 1
    except Problem as refusal:
        walk.done[f"decide {row.status} {refusal.code}"] += 1


def _mostly_open(rng: random.Random) -> Any:
    rows = Dispute.objects.select_related("escrow", "case")
    return rows.filter(status__in=OPEN_DISPUTE) if rng.random() < 0.9 else rows


def _pick(rng: random.Random, rows: Any) -> Any:
    found = list(rows.order_by("pk"))
    return rng.choice(found) if found else None
