"""What was said about a person."""

from collections.abc import Collection
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from humans.models import Profile, Review
from humans.rules import average
from humans.selectors import search

RECENT = 3


@dataclass(slots=True)
class Summary:
    """What a person's reviews come to. `average_rating` is None as long as there are none."""

    average_rating: float | None = None
    review_count: int = 0
    recent_reviews: list[Review] = field(default_factory=list)


def about(human_id: str) -> QuerySet[Review]:
    """All reviews of a person, with both names. Raises NotFound for an unknown person."""
    return Review.objects.select_related("human", "author").filter(human_id=search.get_public(human_id).pk)


def summaries(human_ids: Collection[UUID]) -> dict[UUID, Summary]:
    """By account, for those who have been reviewed; two queries, whatever their number."""
    counted = Profile.objects.filter(pk__in=human_ids, review_count__gt=0)
    totals = counted.values_list("pk", "rating_total", "review_count")
    found = {pk: Summary(average(total, count), count) for pk, total, count in totals}
    newest = Window(RowNumber(), partition_by=F("human_id"), order_by=F("id").desc())
    rows = Review.objects.select_related("human", "author").filter(human_id__in=human_ids)
    for review in rows.annotate(place=newest).filter(place__lte=RECENT).order_by("-id"):
        if review.human_id in found:
            found[review.human_id].recent_reviews.append(review)
    return found
