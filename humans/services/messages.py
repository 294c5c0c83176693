"""Messages between an agent and a human: send, mark as read, and mail the human about unread ones."""

from collections.abc import Iterable
from uuid import UUID

from humans import events
from humans.errors import MessageRefused
from humans.models import Conversation, Message
from humans.providers import moderation
from humans.rules.conversations import preview
from humans.selectors import access, relations
from humans.services import conversations
from marketplace.core import addresses, clock
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.core.transactions import for_each_due, unit
from marketplace.services import mail_templates, support


def check(actor: Actor, conversation_id: str, content: str) -> None:
    """Check permission and moderation. Call it outside any transaction: moderation may be a call over the network.

    Raises NotFound (404), NotParticipant, DirectMessagesDisabled, MessageRefused (403).
    """
    _check_may_write(actor, access.own_conversation(actor, conversation_id))
    objection = moderation.chosen().objection(content)
    if objection is not None:
        raise MessageRefused(f"This message was not sent: {objection}")


def send(
    actor: Actor,
    conversation_id: str,
    *,
    content: str,
    message_type: str = "text",
    metadata: JsonObject | None = None,
) -> Message:
    """Send a message as the caller; publishes message.received for the other side. Call `check` first.

    `content`: up to 5,000 characters; `metadata`: any JSON object. Runs in the caller's transaction. Locks the conversation.
    Raises NotFound (404), NotParticipant, DirectMessagesDisabled, MessageRefused (403). Spec: Endpoints, Conversations.
    """
    conversation = access.own_conversation(actor, conversation_id, lock=True)
    _check_may_write(actor, conversation)
    assert conversation.viewer_side is not None
    message = conversations.append(
        conversation,
        sender_id=actor.id,
        side=conversation.viewer_side,
        content=content,
        message_type=message_type,
        metadata=metadata,
    )
    message.sender = actor.me
    if conversation.kind == "platform-support":
        support.on_message(conversation.pk, content)
    events.message_received(actor, conversation, message)
    return message


def _check_may_write(actor: Actor, conversation: Conversation) -> None:
    """Raises DirectMessagesDisabled (403) for a legacy thread, MessageRefused (403) when the other side's account is closed for
    good, and for whom they have blocked: then it is not said why."""
    conversations.check_writable(conversation)
    if access.other_side_is_gone(conversation):
        raise MessageRefused("This message was not sent: their account is closed, and nobody reads it.")
    if relations.is_silenced(conversation, actor.id):
        raise MessageRefused("This message was not sent: this conversation takes no more messages from you.")


def mark_read(conversation: Conversation, rows: Iterable[Message]) -> None:
    """Mark the other side's messages among `rows` as read, each counted once; updates `conversation` and `rows` in memory.

    Opens its own transaction and locks the conversation, only when something was unread. Staff mark nothing.
    """
    side = conversation.viewer_side
    unread = [row for row in rows if row.read_at is None and row.sender_type != side]
    if side is None or not unread:
        return
    now = clock.now()

    def work() -> Conversation:
        locked: Conversation = Conversation.objects.locked().get(pk=conversation.pk)
        newly = Message.objects.filter(pk__in=[row.pk for row in unread], read_at=None).update(read_at=now)
        if side == "agent":
            locked.unread_by_agent -= newly
        else:
            locked.unread_by_human -= newly
            locked.mail_due_at = locked.mail_due_at if locked.unread_by_human else None
        locked.save(update_fields=["unread_by_agent", "unread_by_human", "mail_due_at"])
        return locked

    locked = unit(work)
    conversation.unread_by_agent, conversation.unread_by_human = locked.unread_by_agent, locked.unread_by_human
    for row in unread:
        row.read_at = now


def mail_unread() -> int:
    """Timer: mail the humans whose conversations have had unread messages for long enough; returns how many rows it took.

    One transaction per conversation, which locks it.
    """
    return for_each_due(Conversation.objects.filter(mail_due_at__lte=clock.now()), _mail, by="mail_due_at")


def _mail(pk: UUID) -> None:
    conversation: Conversation = Conversation.objects.locked().select_related("agent", "human").get(pk=pk)
    now = clock.now()
    if conversation.mail_due_at is None or conversation.mail_due_at > now:
        return
    conversation.mail_due_at = None
    human = conversation.human
    if conversation.unread_by_human and mail_templates.accepts(human, "messages", "messages"):
        latest = conversation.messages.filter(sender_type="agent").latest("number")
        mail_templates.send(
            human,
            "messages",
            about="messages",
            count=conversation.unread_by_human,
            subject=conversation.subject,
            sender=conversation.agent.display_name,
            words=mail_templates.Words(preview(latest.content)),
            conversation_url=addresses.conversation(conversation.public_id),
        )
        conversation.mailed_at = now
    conversation.save(update_fields=["mail_due_at", "mailed_at"])
