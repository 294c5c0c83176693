"""What a decision about a case rests on, and its digest: it holds only while they are as they were read (desk, section 2)."""

import hashlib
import json
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from escrow.models import Appeal, Case, DecisionPreview, Dispute, DisputeDecision, Escrow
from escrow.ports import Fact, case_facts
from escrow.selectors import disputes as reads


def read(dispute: Dispute, escrow: Escrow) -> list[Fact]:
    """Everything that counts, of all steps, in a fixed order: the money, words and evidence of both sides, earlier decisions,
    the settings that decide who may. What staff propose is no fact. Locks nothing; a handful of queries.
    """
    found = [*_money(escrow, dispute.created_at), *_said(dispute), *_decided(dispute.decisions.all())]
    found += _appealed(dispute)
    return _with_upper(found, escrow)


def read_contest(case: Case, escrow: Escrow) -> list[Fact]:
    """As `read`, of a contested seat, which has no dispute: its evidence, words and judgements are rows of upper steps."""
    return _with_upper([*_money(escrow, case.created_at), *_decided(case.decisions.all())], escrow)


def _with_upper(found: list[Fact], escrow: Escrow) -> list[Fact]:
    for plug in case_facts.all():
        found += plug(escrow)
    return sorted(found)


def _money(escrow: Escrow, opened_at: datetime) -> list[Fact]:
    sums = f"{escrow.status}:{escrow.amount_cents}:{escrow.human_payout_cents}:{escrow.fee_bps}"
    above = reads.approval_above()
    return [
        Fact(f"escrow:{sums}", "the money or the state of the seat has changed", escrow.created_at),
        Fact(f"policy:{above}", "the amount above which two people decide has changed", opened_at),
    ]


def _said(dispute: Dispute) -> list[Fact]:
    pieces = dispute.evidence.prefetch_related("files")
    found = []
    for piece in pieces:
        who = "the worker" if piece.author_id == dispute.worker_id else "the funder"
        what = "a file" if piece.files.all() else "words" if piece.text else "a link"
        found.append(Fact(f"evidence:{piece.pk}", f"{who} added {what}", piece.created_at))
    for offer in dispute.case.offers.all():
        who = "the worker" if offer.made_by_id == dispute.worker_id else "the funder"
        found.append(
            Fact(f"offer:{offer.pk}:{offer.state}", f"{who} made an offer", offer.ended_at or offer.created_at)
        )
    return found


def _decided(rows: QuerySet[DisputeDecision]) -> list[Fact]:
    earlier = rows.exclude(state="proposed")
    return [
        Fact(f"decision:{row.pk}:{row.state}", "a decision was made or sent back", row.decided_at or row.created_at)
        for row in earlier
    ]


def _appealed(dispute: Dispute) -> list[Fact]:
    who = {dispute.worker_id: "the worker", dispute.owner_id: "the funder"}
    rows = Appeal.objects.filter(dispute_id=dispute.pk)
    return [
        Fact(f"appeal:{row.pk}:{row.state}", f"{who[row.made_by_id]} appealed", row.decided_at or row.created_at)
        for row in rows
    ]


def digest(facts: list[Fact]) -> str:
    """SHA-256 over the keys: words and moments explain, they don't count."""
    return hashlib.sha256(json.dumps([fact.key for fact in facts]).encode()).hexdigest()


def stored(facts: list[Fact]) -> list[list[str]]:
    return [[fact.key, fact.words, fact.at.isoformat()] for fact in facts]


def changes(preview: DecisionPreview, now: list[Fact]) -> list[dict[str, Any]]:
    """What came, or changed, since a preview was computed, latest first: words and moment (UTC) of each."""
    known = {key for key, *_ in preview.facts}
    new = [fact for fact in now if fact.key not in known]
    gone = {key for key, *_ in preview.facts} - {fact.key for fact in now}
    found = [{"what": fact.words, "at": fact.at} for fact in sorted(new, key=lambda fact: fact.at, reverse=True)]
    if gone and not new:
        found.append({"what": "something it rested on is no longer there", "at": None})
    return found
