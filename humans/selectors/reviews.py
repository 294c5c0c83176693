"""Reviews of a person, and their summaries."""

from collections.abc import Collection
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from humans.models import Conversation, Profile, Review
from humans.rules.people import ANSWER_ASKED_FOR, average
from humans.selectors import search
from marketplace.core import clock, ids

RECENT = 3


@dataclass(slots=True)
class Summary:
    """Summary of a person's reviews. `average_rating` is None without any."""

    average_rating: float | None = None
    review_count: int = 0
    recent_reviews: list[Review] = field(default_factory=list)


def about(human_id: str) -> QuerySet[Review]:
    """All reviews of a person, with both names. Raises NotFound (404) for an unknown person."""
    return received(search.get_public(human_id).pk)


def received(human_id: UUID) -> QuerySet[Review]:
    """All reviews of the person with this account, with both names."""
    return Review.objects.select_related("human", "author").filter(human_id=human_id)


def id_of(*, bounty_id: UUID, worker_id: UUID) -> str | None:
    """The public id of that review alone; None without."""
    key = Review.objects.filter(bounty_id=bounty_id, human_id=worker_id).values_list("pk", flat=True).first()
    return None if key is None else ids.encode(Review.PREFIX, key)


def of_seat(bounty_id: UUID, human_id: UUID) -> Review | None:
    """The review of this person for one bounty, by its owner; None without."""
    return received(human_id).filter(bounty_id=bounty_id).first()


def unanswered(human_id: UUID) -> QuerySet[Review]:
    """Reviews that this person has not answered, of the last two weeks: later they hardly wait for an answer any more."""
    since = clock.now() - ANSWER_ASKED_FOR
    return received(human_id).filter(answered_at=None, created_at__gt=since)


def work_of(review: Review) -> Conversation | None:
    """The conversation about the work that was reviewed; None of a review without one. It tells the work's title and
    application, so that nobody asks the apps above."""
    return works_of([review]).get(review.bounty_id)


def works_of(rows: Collection[Review]) -> dict[UUID, Conversation]:
    """`work_of` several reviews of one person, by the bounty's key; one query."""
    found = Conversation.objects.filter(
        kind="bounty", bounty_id__in={row.bounty_id for row in rows}, human_id__in={row.human_id for row in rows}
    )
    return {talk.bounty_id: talk for talk in found.order_by("id") if talk.bounty_id}


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
