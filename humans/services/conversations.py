"""Conversations open with what they are about; both sides and upper steps write into them, under the conversation's lock."""

from typing import Any
from uuid import UUID

from humans import events
from humans.errors import DirectMessagesDisabled, NotTheWorker
from humans.models import Conversation, Message
from humans.ports import claims
from humans.rules import CONVERSATION, MESSAGE_MAX, mail_due, other_side, preview
from humans.selectors import access
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState

_WRITTEN_WITH_A_MESSAGE = (
    *("status", "message_count", "unread_by_agent", "unread_by_human", "has_replies", "mail_due_at", "updated_at"),
    *("last_message_at", "last_message_side", "last_message_preview"),
)


def open_for(
    *,
    agent_id: UUID,
    human_id: UUID,
    bounty_id: UUID,
    application_id: UUID,
    subject: str,
    status: str,
    first_words: str = "",
    again: bool = False,
) -> Conversation:
    """The one conversation of this application; `first_words` (the cover letter) open it, counted as unread by the agent's
    side. They are told by the application's own event, not by message.received. An application that is sent `again` has
    its conversation.

    The caller's transaction and locks: it holds the bounty's row, or made it.
    """
    conversation = Conversation.objects.filter(application_id=application_id, kind="bounty").first() if again else None
    if conversation is not None:
        set_status(application_id, status)
        return conversation
    conversation = Conversation(
        kind="bounty",
        application_id=application_id,
        agent_id=agent_id,
        human_id=human_id,
        bounty_id=bounty_id,
        subject=subject[:200],
        subject_status=status,
    )
    if first_words.strip():
        append(conversation, sender_id=human_id, side="human", content=first_words[:MESSAGE_MAX])
    else:
        conversation.save(force_insert=True)
    return conversation


def open_service(*, agent_id: UUID, human_id: UUID, subject: str) -> Conversation:
    """A new conversation about a service subscription; the booker is the agent's side."""
    made: Conversation = Conversation.objects.create(
        kind="service-booking", agent_id=agent_id, human_id=human_id, subject=subject[:200]
    )
    return made


def open_dispute(
    *, agent_id: UUID, human_id: UUID, bounty_id: UUID | None, kind: str, about: UUID, subject: str
) -> UUID:
    """The one conversation about the disputes of a seat (an application, or a booking of a service: `kind`), beside the one
    about its work; its key. The caller's transaction and locks: it holds the seat."""
    seat = {"booking_id" if kind == "booking" else "application_id": about}
    work = Conversation.objects.filter(**seat, kind="bounty")
    conversation, _ = Conversation.objects.get_or_create(
        **seat,
        kind="dispute",
        defaults={
            "agent_id": agent_id,
            "human_id": human_id,
            "bounty_id": bounty_id,
            "subject": f"Dispute: {subject}"[:200],
            "subject_status": work.values_list("subject_status", flat=True).first() or "",
        },
    )
    key: UUID = conversation.pk
    return key


def open_support(*, account_id: UUID, platform_id: UUID, subject: str, words: str) -> Conversation:
    """A conversation between a reporter and the service, which is the human's side of it. Nobody is told: staff is, by
    the report itself."""
    conversation = Conversation.objects.create(
        kind="platform-support", agent_id=account_id, human_id=platform_id, subject=subject[:200]
    )
    append(conversation, sender_id=account_id, side="agent", content=words[:MESSAGE_MAX])
    return conversation


def set_status(application_id: UUID, status: str) -> None:
    """Write down what became of the application, so that a list of conversations needs no look upstairs."""
    Conversation.objects.filter(application_id=application_id).update(subject_status=status, updated_at=clock.now())


def say(
    *,
    conversation_id: UUID,
    sender_id: UUID,
    side: str,
    content: str,
    message_type: str = "text",
    metadata: dict[str, Any] | None = None,
    actor: Actor | None = None,
) -> Message:
    """For upper steps: a message like any other, in the caller's transaction; text beyond 5,000 characters is cut.

    Locks the conversation. It counts, is unread on the other side, and is told as message.received.
    """
    conversation = Conversation.objects.locked().select_related("human").get(pk=conversation_id)
    message = append(
        conversation,
        sender_id=sender_id,
        side=side,
        content=content[:MESSAGE_MAX],
        message_type=message_type,
        metadata=metadata,
    )
    events.message_received(actor, conversation, message)
    return message


def append(
    conversation: Conversation,
    *,
    sender_id: UUID,
    side: str,
    content: str,
    message_type: str = "text",
    metadata: dict[str, Any] | None = None,
) -> Message:
    """Write a message and all that the conversation says about it, which may be new itself. The caller holds its lock.

    Whoever writes into an archived conversation brings it back. The human's mail is due in a minute, or an hour after the
    last one.
    """
    now = clock.now()
    message = Message(
        conversation=conversation,
        number=conversation.message_count + 1,
        sender_id=sender_id,
        sender_type=side,
        content=content,
        message_type=message_type,
        metadata=metadata or {},
        created_at=now,
    )
    conversation.has_replies = conversation.has_replies or conversation.last_message_side == other_side(side)
    conversation.message_count += 1
    if side == "human":
        conversation.unread_by_agent += 1
    else:
        conversation.unread_by_human += 1
        conversation.mail_due_at = conversation.mail_due_at or mail_due(now, conversation.mailed_at)
    conversation.last_message_at, conversation.last_message_side = now, side
    conversation.last_message_preview = preview(content)
    if conversation.status == "archived":
        conversation.status = CONVERSATION.next(conversation.status, "reopen")
    conversation.updated_at = now
    is_new = conversation._state.adding
    conversation.save(force_insert=is_new, update_fields=None if is_new else _WRITTEN_WITH_A_MESSAGE)
    message.save(force_insert=True)
    return message


def check_writable(conversation: Conversation) -> None:
    """Raises DirectMessagesDisabled (403) for a legacy direct thread."""
    if conversation.is_direct_messaging_disabled:
        raise DirectMessagesDisabled()


def change_status(actor: Actor, conversation_id: str, status: str) -> Conversation:
    """Archive it or bring it back, for both sides. Setting what it is already changes nothing. Locks the conversation.

    Raises NotFound, NotParticipant, DirectMessagesDisabled (403), InvalidState (409) for a converted one.
    """
    conversation = access.own_conversation(actor, conversation_id, lock=True)
    check_writable(conversation)
    if conversation.status != status:
        action = "archive" if status == "archived" else "reopen"
        conversation.status = CONVERSATION.next(conversation.status, action)
        conversation.updated_at = clock.now()
        conversation.save(update_fields=["status", "updated_at"])
    return conversation


def claim_completion(actor: Actor, conversation_id: str) -> Conversation:
    """The hired person says that the work is done, before any confirmation. Once per conversation: a repetition changes
    nothing. Locks what the conversation is about (through the socket), then the conversation.

    Raises NotFound, NotParticipant, NotTheWorker, DirectMessagesDisabled (403), InvalidState (409) without a hired seat,
    and whatever the upper step objects.
    """
    seen = access.own_conversation(actor, conversation_id)
    check_writable(seen)
    if seen.viewer_side != "human":
        raise NotTheWorker()
    subject = claims.find(seen.kind)
    held = subject.lock(seen) if subject else None
    conversation = access.own_conversation(actor, conversation_id, lock=True)
    if conversation.completion_claimed_at is not None:
        return conversation
    if conversation.kind == "dispute" or conversation.application_status != "accepted":
        state = "dispute" if conversation.kind == "dispute" else conversation.application_status or conversation.status
        raise InvalidState(
            f"Only the holder of an accepted seat claims completion; here it is {state}.",
            currentState=state,
            allowedActions=[],
        )
    conversation.completion_claimed_at = conversation.updated_at = clock.now()
    conversation.save(update_fields=["completion_claimed_at", "updated_at"])
    events.completion_claimed(actor, conversation)
    if subject:
        subject.claimed(held, conversation, actor)
    return conversation
