"""Reviews of a person, and their summaries."""

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
    """Summary of a person's reviews. `average_rating` is None without any."""

    average_rating: float | None = None
    review_count: int = 0
    recent_reviews: list[Review] = field(default_factory=list)


def about(human_id: str) -> QuerySet[Review]:
    """All reviews of a person, with both names. Raises NotFound (404) for an unknown person."""
    return Review.objects.select_related("human", "author").filter(human_id=search.get_public(human_id).pk)


def of_seat(bounty_id: UUID, human_id: UUID) -> Review | None:
    """The review of this person for one bounty, by its owner; None without."""
    return Review.objects.select_related("author").filter(bounty_id=bounty_id, human_id=human_id).first()


def summaries(human_ids: Collection[UUID]) -> dict[UUID, Summary]:
    """By account, for those who have reviews; two queries for any number of people."""
    counted = Profile.objects.filter(pk__in=human_ids, review_count__gt=0)
    totals = counted.values_list("pk", "rating_total", "review_count")
    found = {pk: Summary(average(total, count), count) for pk, total, count in totals}
    newest = Window(RowNumber(), partition_by=F("human_id"), order_by=F("id").desc())
    rows = Review.objects.select_related("human", "author").filter(human_id__in=human_ids)
    for review in rows.annotate(place=newest).filter(place__lte=RECENT).order_by("-id"):
        if review.human_id in found:
            found[review.human_id].recent_reviews.append(review)
    return found
