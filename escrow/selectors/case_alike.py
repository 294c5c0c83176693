"""Decided cases like this one: of its category, with findings like its own, and how they were decided."""

from collections.abc import Mapping
from dataclasses import dataclass

from escrow.models import Case, CaseFinding, DisputeDecision

_LOOKED_AT = 200
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Similar:
    """A decided case. `worker_share`: the part of the pay that the worker got, 0 to 1; `met`, `missed`: numbers of findings."""

    case: Case
    decision: DisputeDecision
    worker_share: float
    met: int
    missed: int
    unclear: int
    distance: float


@dataclass(frozen=True, slots=True)
class Similars:
    """`shares` by decision over all that were looked at; `cases` the nearest ones."""

    cases: list[Similar]
    total: int
    by_decision: dict[str, int]


def of(case: Case) -> Similars:
    """Five queries, over the latest two hundred decided cases of the category. The nearest first: those whose share of met lines is
    like this one's; without findings here the latest."""
    rows = Case.objects.filter(category=case.category, dispute__status="resolved").exclude(pk=case.pk)
    latest = list(rows.select_related("dispute", "escrow", "assignee").order_by("-dispute__resolved_at")[:_LOOKED_AT])
    final = DisputeDecision.objects.filter(dispute__in=[row.dispute_id for row in latest], state="final")
    decided = {row.dispute_id: row for row in final.select_related("preview").order_by("round")}
    found = _findings([case, *latest])
    mine = _share(found.get(case.pk, {}))
    similar = []
    for row in latest:
        decision, findings = decided.get(row.dispute_id or row.pk), found.get(row.pk, {})
        if decision is None:
            continue
        share = _share(findings)
        distance = 0.0 if mine is None else 2.0 if share is None else abs(share - mine)
        paid = decision.worker_cents / row.escrow.human_payout_cents if row.escrow.human_payout_cents else 0.0
        met, missed, unclear = (findings.get(word, 0) for word in ("met", "not_met", "unclear"))
        similar.append(Similar(row, decision, paid, met, missed, unclear, distance))
    by_decision: dict[str, int] = {}
    for one in similar:
        by_decision[one.decision.decision] = by_decision.get(one.decision.decision, 0) + 1
    return Similars(sorted(similar, key=lambda one: one.distance)[:_SHOWN], len(similar), by_decision)


def _findings(cases: list[Case]) -> dict[object, dict[str, int]]:
    """How many lines of each case, of its last round, were found so."""
    rounds = {row.pk: row.round for row in cases}
    found: dict[object, dict[str, int]] = {}
    rows = CaseFinding.objects.filter(case_id__in=list(rounds)).values_list("case_id", "round", "finding")
    for key, round_, finding in rows:
        if round_ == rounds[key]:
            counts = found.setdefault(key, {})
            counts[finding] = counts.get(finding, 0) + 1
    return found


def _share(findings: Mapping[str, int]) -> float | None:
    judged = findings.get("met", 0) + findings.get("not_met", 0)
    return findings.get("met", 0) / judged if judged else None
