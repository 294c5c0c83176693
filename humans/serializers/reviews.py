from rest_framework import serializers

from humans.rules.people import COMMENT_MAX
from marketplace.api.fields import IdField, StrictInteger, Text, TimestampField
from marketplace.api.serializers import Shape


class ReviewIn(Shape):
    bounty_id = Text(max_length=64)
    human_id = Text(max_length=64, help_text="A person's profile id (prf_…) or username.")
    rating = StrictInteger(min_value=1, max_value=5, help_text="1 to 5 stars.")
    comment = Text(max_length=COMMENT_MAX, default="", allow_blank=True, help_text="What others should know.")


class ReviewAnswerIn(Shape):
    """POST /api/reviews/{id}/answer."""

    answer = Text(max_length=COMMENT_MAX, help_text="What you say about it. Public, and it can't be changed.")


class AuthorOut(Shape):
    id = IdField("prf", source="profile_id")
    name = Text(source="display_name")


class ReviewAnswerOut(Shape):
    text = Text(help_text="Empty when our staff hid it.")
    created_at = TimestampField()
    is_hidden = serializers.BooleanField(help_text="Our staff hid the words.")


class ReviewOut(Shape):
    id = IdField("rev", source="pk")
    bounty_id = IdField("bty")
    human_id = IdField("prf", source="human.profile_id")
    rating = serializers.IntegerField()
    comment = Text(source="shown_comment")
    is_comment_hidden = serializers.BooleanField(help_text="Our staff hid the comment, which is empty then.")
    created_at = TimestampField()
    author = AuthorOut()
    answer = ReviewAnswerOut(
        source="shown_answer", allow_null=True, help_text="Of the person reviewed; null while there is none."
    )
