"""Events of conversations: message.received goes to the other side, conversation.completion_claimed to the agent's side."""

from typing import Any

from humans.models import Conversation, Message
from humans.rules.conversations import other_side, preview
from marketplace.api.fields import timestamp
from marketplace.core import ids
from marketplace.core.actor import Actor
from webhooks import outbox


def message_received(actor: Actor | None, conversation: Conversation, message: Message) -> None:
    outbox.publish(
        type="message.received",
        entity=message.public_id,
        account_id=conversation.account_on(other_side(message.sender_type)),
        data=_ids(conversation)
        | {
            "messageId": message.public_id,
            "preview": preview(message.content),
            "fromSide": message.sender_type,
        },
        subject_id=message.pk,
        actor=actor,
    )


def completion_claimed(actor: Actor, conversation: Conversation) -> None:
    outbox.publish(
        type="conversation.completion_claimed",
        entity=conversation.public_id,
        account_id=conversation.agent_id,
        data=_ids(conversation) | {"claimedAt": timestamp(conversation.completion_claimed_at)},
        subject_id=conversation.pk,
        actor=actor,
    )


def _ids(conversation: Conversation) -> dict[str, Any]:
    found: dict[str, Any] = {
        "conversationId": conversation.public_id,
        "humanId": conversation.human.public_profile_id,
    }
    if conversation.bounty_id:
        found["bountyId"] = ids.encode("bty", conversation.bounty_id)
    if conversation.run_ref:
        found["runId"] = conversation.run_ref
    if conversation.application_id:
        found["applicationId"] = ids.encode("app", conversation.application_id)
    return found
