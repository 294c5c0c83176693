"""Conversations open with what they are about. Sending and reading over REST comes with the messaging routes."""

from uuid import UUID

from humans.models import Conversation, Message
from marketplace.core import clock


def open_for(
    *,
    agent_id: UUID,
    human_id: UUID,
    bounty_id: UUID,
    application_id: UUID,
    subject: str,
    status: str,
    first_words: str = "",
) -> Conversation:
    """The one conversation of this application, made on first need; `first_words` (the cover letter) open it.

    The caller's transaction and locks: it holds the application's row.
    """
    conversation, is_new = Conversation.objects.get_or_create(
        application_id=application_id,
        defaults={
            "agent_id": agent_id,
            "human_id": human_id,
            "bounty_id": bounty_id,
            "subject": subject[:200],
            "subject_status": status,
        },
    )
    if is_new and first_words.strip():
        Message.objects.create(
            conversation=conversation, sender_id=human_id, sender_type="human", content=first_words[:5000]
        )
        conversation.message_count = 1
        conversation.save(update_fields=["message_count"])
    elif not is_new:
        set_status(application_id, status)
    return conversation


def set_status(application_id: UUID, status: str) -> None:
    """Write down what became of the application, so that a list of conversations needs no look upstairs."""
    Conversation.objects.filter(application_id=application_id).update(subject_status=status, updated_at=clock.now())


def say(conversation_id: UUID, *, sender_id: UUID, side: str, content: str, message_type: str = "text") -> Message:
    """One message, in the caller's transaction. Locks the conversation for its counters."""
    conversation = Conversation.objects.locked().get(pk=conversation_id)
    message: Message = Message.objects.create(
        conversation=conversation, sender_id=sender_id, sender_type=side, content=content, message_type=message_type
    )
    conversation.message_count += 1
    conversation.updated_at = clock.now()
    conversation.save(update_fields=["message_count", "updated_at"])
    return message
