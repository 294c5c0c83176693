"""The desk's settings that hold now: reason codes, and the evidence that staff expect. Of rows about the same thing the latest that
has begun holds; one with an empty text has ended."""

from escrow.models import EvidenceWanted, ReasonCode
from marketplace.core import clock


def reason_codes(*, overturning: bool = False) -> list[ReasonCode]:
    """The codes that a decision may name, by their name; those for an appeal that changes a decision only when asked for. One
    query."""
    begun = ReasonCode.objects.filter(holds_from__lte=clock.now())
    latest = begun.order_by("code", "-holds_from", "-pk").distinct("code")
    return [row for row in latest if row.text and (overturning or not row.is_overturning)]


def overturning_codes() -> list[str]:
    """Those of them that a decision which changes an earlier one names, and no other. One query."""
    return [row.code for row in reason_codes(overturning=True) if row.is_overturning]


def evidence_wanted(category: str) -> list[EvidenceWanted]:
    """What staff expect to see in a dispute of this category, of the funder first. One query."""
    begun = EvidenceWanted.objects.filter(category=category, holds_from__lte=clock.now())
    latest = begun.order_by("name", "-holds_from", "-pk").distinct("name")
    return sorted((row for row in latest if row.label), key=lambda row: (row.side, row.name))
