"""Whose turn it is in a dispute: what a party may do now, and which disputes wait for somebody."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case as DbCase
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, When

from escrow.models import Case, CaseOffer, CaseRequest, Dispute
from escrow.rules.cases import OFFERS_MAX, OPEN_STAGES, STAGE
from escrow.rules.disputes import DISPUTE
from escrow.selectors import appeals
from marketplace.core import clock
from marketplace.core.actor import Actor

AT_MOST = 20  # disputes that wait, on one page


@dataclass(frozen=True, slots=True)
class Waiting:
    """A dispute in which somebody has to act. `what`: answer (the objection), asked (by staff), or offer (of the other side);
    `due_at` (UTC): until when."""

    dispute_id: str
    title: str
    what: str
    due_at: datetime


def allowed(dispute: Dispute, actor: Actor) -> list[str]:
    """What this party may do with its dispute now; nothing for staff. Reads the case of the dispute, with what is prefetched."""
    case, side = dispute.case, dispute.side_of(actor.id)
    if not side:
        return []
    actions = ["evidence"] if case.stage in OPEN_STAGES else []
    if asked_of(case, actor.id) or (side == "worker" and waits_for_answer(case)):
        actions.append("answer")
    if "settle" in DISPUTE.allowed(dispute.status):
        mine = sum(offer.made_by_id == actor.id for offer in case.offers.all())
        if "offer" in STAGE.allowed(case.stage) and mine < OFFERS_MAX:
            actions.append("offer")
        if offered_to(case, actor.id):
            actions += ["accept_offer", "decline_offer"]
    if side == "funder" and "withdraw" in DISPUTE.allowed(dispute.status):
        actions.append("withdraw")
    if appeals.refusal(actor, dispute, case) is None:
        actions.append("appeal")
    return actions


def waits_for_answer(case: Case) -> bool:
    """Has the worker time to answer the objection, before staff look at it?"""
    return case.stage == "opened" and case.due_at is not None and case.due_at > clock.now()


def asked_of(case: Case, account_id: UUID) -> list[CaseRequest]:
    """Open requests of staff to this party, due first."""
    found = [
        row for row in case.requests.all() if row.state == "open" and row.asked_id == account_id and _runs(row.due_at)
    ]
    return sorted(found, key=lambda row: row.due_at)


def offered_to(case: Case, account_id: UUID) -> list[CaseOffer]:
    """Open offers of the other side to this party."""
    return [
        row for row in case.offers.all() if row.state == "open" and row.made_by_id != account_id and _runs(row.due_at)
    ]


def _runs(due_at: datetime) -> bool:
    return due_at > clock.now()


def waiting_for(account_id: UUID, *, as_funder: bool = True, as_worker: bool = True) -> list[Waiting]:
    """Disputes in which this account has to act as funder, as worker or as either, due first. One query, whatever there is."""
    sides = Q(owner_id=account_id) if as_funder else Q()
    if as_worker:
        sides |= Q(worker_id=account_id)
    now = clock.now()
    asked = CaseRequest.objects.filter(case=OuterRef("pk"), state="open", asked_id=account_id, due_at__gt=now)
    offered = CaseOffer.objects.filter(case=OuterRef("pk"), state="open", due_at__gt=now).exclude(made_by_id=account_id)
    answers = Q(worker_id=account_id, stage="opened", due_at__gt=now)
    rows = Case.objects.filter(sides, kind="dispute", closed_at=None).annotate(
        asked_until=_first(asked), offered_until=_first(offered), answer_until=DbCase(When(answers, then=F("due_at")))
    )
    waits = rows.filter(Q(asked_until__isnull=False) | Q(offered_until__isnull=False) | answers)
    found = []
    for case in waits:
        todo = {"asked": case.asked_until, "offer": case.offered_until, "answer": case.answer_until}
        due_at, what = min((at, what) for what, at in todo.items() if at is not None)
        found.append(Waiting(case.dispute_public_id, case.title, what, due_at))
    return sorted(found, key=lambda one: one.due_at)[:AT_MOST]


def _first(rows: QuerySet[Any]) -> Subquery:
    """When the first of these is due."""
    return Subquery(rows.order_by("due_at").values("due_at")[:1])
