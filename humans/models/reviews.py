from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from humans.rules.people import COMMENT_MAX, HIDDEN_REASON_MAX
from marketplace.models.base import Row


class Answer(NamedTuple):
    """What the person reviewed said about their review, as everybody may read it."""

    text: str
    created_at: datetime
    is_hidden: bool


class Review(Row):
    """A bounty owner's review of a person whose work on it was paid: one per released seat. The person may answer it once."""

    PREFIX = "rev"

    bounty_id = models.UUIDField()
    human = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="reviews_received", db_index=False
    )
    author = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="reviews_written")
    rating = models.PositiveSmallIntegerField()
    comment = models.TextField(max_length=COMMENT_MAX, blank=True)
    comment_hidden_reason = models.CharField(
        max_length=HIDDEN_REASON_MAX,
        blank=True,
        default="",
        help_text="Why our staff hid the comment; empty: it is shown.",
    )

    answer = models.TextField(max_length=COMMENT_MAX, blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    answer_hidden_reason = models.CharField(
        max_length=HIDDEN_REASON_MAX,
        blank=True,
        default="",
        help_text="Why our staff hid the answer; empty: it is shown.",
    )
    conversation = models.OneToOneField(
        "humans.Conversation",
        on_delete=models.PROTECT,
        null=True,
        related_name="review",
        help_text="Opened by the answer, unless the author had blocked the person.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bounty_id", "human"], name="review_once_per_seat"),
            models.CheckConstraint(condition=Q(rating__range=(1, 5)), name="review_rating_1_to_5"),
            models.CheckConstraint(
                condition=Q(answered_at=None, answer="", answer_hidden_reason="", conversation=None)
                | (Q(answered_at__isnull=False) & ~Q(answer="")),
                name="review_answer_has_its_moment",
            ),
            models.CheckConstraint(
                condition=Q(comment_hidden_reason="") | ~Q(comment=""), name="review_hidden_comment_is_there"
            ),
        ]
        indexes = [
            models.Index(fields=["human", "-id"], name="review_of_human"),
            models.Index(fields=["answered_at"], condition=Q(answered_at__isnull=False), name="review_answered"),
        ]

    @property
    def is_comment_hidden(self) -> bool:
        return bool(self.comment_hidden_reason)

    @property
    def shown_comment(self) -> str:
        """The comment as everybody may read it."""
        return "" if self.comment_hidden_reason else self.comment

    @property
    def shown_answer(self) -> Answer | None:
        """The answer as everybody may read it; None without one."""
        if self.answered_at is None:
            return None
        is_hidden = bool(self.answer_hidden_reason)
        return Answer("" if is_hidden else self.answer, self.answered_at, is_hidden)
