"""What the checks have found in the evidence of seats."""

from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from bounties.models import Submission
from bounties.rules.humanizations import IS_UNCHANGED

# What staff see at once, in their words.
_AT_ONCE = {
    "duplicate_file": "duplicate picture",
    "similar_image": "duplicate picture",
    IS_UNCHANGED: "text unchanged",
}


def flags(seats: Collection[UUID]) -> dict[UUID, list[str]]:
    """Of these applications: those with evidence that was sent before, or is the text that it should have rewritten. One query."""
    wanted = Q()
    for code in _AT_ONCE:
        wanted |= Q(checks__findings__contains=[{"code": code}])
    rows = Submission.objects.filter(wanted, application_id__in=seats).order_by("id")
    found: dict[UUID, dict[str, None]] = defaultdict(dict)
    for seat, checks in rows.values_list("application_id", "checks"):
        found[seat] |= {_AT_ONCE[row["code"]]: None for row in checks["findings"] if row.get("code") in _AT_ONCE}
    return {seat: list(words) for seat, words in found.items()}
