from rest_framework import serializers

from marketplace.api import wire
from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape
from webhooks.models import Event


class EventOut(Shape):
    """One fact, with the body that its webhook has."""

    id = Text(source="key", help_text="Of the event: deduplicate on it.")
    type = Text()
    created = TimestampField(source="created_at")
    data = serializers.DictField()  # type: ignore[assignment]


def frame(event: Event) -> bytes:
    """One event of a stream (server-sent events). Its id is what `Last-Event-ID` brings back."""
    return b"id: %s\ndata: %s\n\n" % (event.key.encode(), wire.dumps(EventOut.render(event)))


def opening(cursor: str, *, retry_seconds: int) -> bytes:
    """How a stream begins: when to come back after it breaks and, unless it begins with events, the place from which to go on
    should it break before the first.
    """
    place = f"id: {cursor}\n" if cursor else ""
    return f"retry: {retry_seconds * 1000}\n{place}\n".encode()


HEARTBEAT = b": waiting\n\n"
