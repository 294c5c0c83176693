from django.db import models

from humans.rules import COMMENT_MAX
from marketplace.models.base import Row


class Review(Row):
    """A bounty owner's review of a person whose work on it was paid: one per released seat."""

    PREFIX = "rev"

    bounty_id = models.UUIDField()
    human = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="reviews_received")
    author = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="reviews_written")
    rating = models.PositiveSmallIntegerField()
    comment = models.TextField(max_length=COMMENT_MAX, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bounty_id", "human"], name="review_once_per_seat"),
            models.CheckConstraint(condition=models.Q(rating__range=(1, 5)), name="review_rating_1_to_5"),
        ]
        indexes = [models.Index(fields=["human", "-id"], name="review_of_human")]
