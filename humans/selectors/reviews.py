"""What was said about a person."""

from django.db.models import QuerySet

from humans.models import Review
from humans.selectors import search


def about(human_id: str) -> QuerySet[Review]:
    """All reviews of a person, with both names. Raises NotFound for an unknown person."""
    return Review.objects.select_related("human", "author").filter(human_id=search.get_public(human_id).pk)
