"""What the checks have found in the evidence of seats."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q

from bounties.models import Submission

_DUPLICATES = ("duplicate_file", "similar_image")


def with_duplicates(seats: Collection[UUID]) -> set[UUID]:
    """Those of these applications that were sent a file, or a picture, which had been sent before. One query."""
    found = Q()
    for code in _DUPLICATES:
        found |= Q(checks__findings__contains=[{"code": code}])
    return set(Submission.objects.filter(found, application_id__in=seats).values_list("application_id", flat=True))
