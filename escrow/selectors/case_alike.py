"""Decided cases like this one: of its category, with findings like its own, and how they were decided."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from escrow.models import Case, CaseFinding, DisputeDecision
from escrow.ports import SeatVerdict, case_subjects

_LOOKED_AT = 200
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Similar:
    """A decided case. `decision`: of a dispute release, refund or split; of a contested seat words for what staff did. `share`: the
    worker's part of the pay, 0 to 1; `met`, `missed`, `unclear`: numbers of findings."""

    case: Case
    decision: str
    worker_cents: int
    code: str
    reason: str
    share: float
    met: int
    missed: int
    unclear: int
    distance: float


@dataclass(frozen=True, slots=True)
class Similars:
    """`by_decision` over all that were looked at; `cases` the nearest ones."""

    cases: list[Similar]
    total: int
    by_decision: dict[str, int]


def of(case: Case) -> Similars:
    """Five queries, over the latest two hundred decided cases of the category. The nearest first: those whose share of met lines is
    like this one's; without findings here the latest."""
    decided = list(_contests(case) if case.dispute_id is None else _disputes(case))
    found = _findings([case, *(row for row, _ in decided)])
    mine = _share(found.get(case.pk, {}))
    similar = []
    for row, verdict in decided:
        findings = found.get(row.pk, {})
        share = _share(findings)
        distance = 0.0 if mine is None else 2.0 if share is None else abs(share - mine)
        pay = row.escrow.human_payout_cents
        met, missed, unclear = (findings.get(word, 0) for word in ("met", "not_met", "unclear"))
        paid = verdict.worker_cents / pay if pay else 0.0
        similar.append(Similar(row, *verdict, paid, met, missed, unclear, distance))
    by_decision: dict[str, int] = {}
    for one in similar:
        by_decision[one.decision] = by_decision.get(one.decision, 0) + 1
    return Similars(sorted(similar, key=lambda one: one.distance)[:_SHOWN], len(similar), by_decision)


def _disputes(case: Case) -> Iterator[tuple[Case, SeatVerdict]]:
    rows = Case.objects.filter(category=case.category, dispute__status="resolved").exclude(pk=case.pk)
    latest = list(rows.select_related("dispute", "escrow", "assignee").order_by("-dispute__resolved_at")[:_LOOKED_AT])
    final = DisputeDecision.objects.filter(dispute__in=[row.dispute_id for row in latest], state="final")
    made = {row.dispute_id: row for row in final.select_related("preview").order_by("round")}
    for row in latest:
        if (one := made.get(row.dispute_id or row.pk)) is not None:
            code = one.preview.reason_code if one.preview else ""
            yield row, SeatVerdict(one.decision, one.worker_cents, code, one.reason)


def _contests(case: Case) -> Iterator[tuple[Case, SeatVerdict]]:
    rows = Case.objects.filter(kind="contest", stage="closed").exclude(pk=case.pk).select_related("escrow", "assignee")
    latest = list(rows.order_by("-closed_at")[:_LOOKED_AT])
    verdicts = case_subjects.get(case.escrow.subject_kind).verdicts([row.escrow for row in latest])
    for row in latest:
        if (one := verdicts.get(row.escrow_id)) is not None:
            yield row, one


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
