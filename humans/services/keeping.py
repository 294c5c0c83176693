"""What is deleted of messages after their keeping time: those of whole conversations that nobody has written in since, and about
whose work nothing is open."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from escrow.models import Case, Escrow
from humans.models import Conversation, Message
from marketplace.services.keeping import ByAge


class Messages(ByAge):
    """By their conversations, which stay, without words."""

    model = Conversation

    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        seats = Q(subject_id=OuterRef("application_id")) | Q(subject_id=OuterRef("booking_id"))
        held = Escrow.objects.filter(seats, ended_at=None)
        cases = Case.objects.filter(
            Q(escrow__subject_id=OuterRef("application_id")) | Q(escrow__subject_id=OuterRef("booking_id")),
            closed_at=None,
        )
        rows = Conversation.objects.filter(pk__in=keys, message_count__gt=0, last_message_at__lt=before)
        return list(rows.filter(~Exists(held), ~Exists(cases)).values_list("pk", flat=True))

    def lines(self, keys: Sequence[Any]) -> list[dict[str, Any]]:
        return [dict(row) for row in Message.objects.filter(conversation__in=keys).order_by("pk").values()]

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        """Locks the conversations; one that somebody else has locked stays."""
        rows = Conversation.objects.filter(pk__in=keys).select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        free = self.free(list(rows.values_list("pk", flat=True)), before)
        deleted = Message.objects.filter(conversation__in=free).delete()[0]
        Conversation.objects.filter(pk__in=free).update(
            message_count=0,
            unread_by_agent=0,
            unread_by_human=0,
            last_message_at=None,
            last_message_preview="",
            last_message_side="",
        )
        return int(deleted)
