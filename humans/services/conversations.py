"""Conversations: open one for an application, a subscription, a dispute or a support report; add messages; archive; claim
completion. Every write of a message holds the lock of its conversation row."""

from uuid import UUID

from humans import events
from humans.errors import DirectMessagesDisabled, NotTheWorker
from humans.models import Conversation, Message
from humans.ports import claims
from humans.rules.conversations import CONVERSATION, MESSAGE_MAX, mail_due, other_side, preview
from humans.selectors import access
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.core.states import InvalidState
from marketplace.core.transactions import insert_later

_WRITTEN_WITH_A_MESSAGE = (
    *("status", "message_count", "unread_by_agent", "unread_by_human", "has_replies", "mail_due_at", "updated_at"),
    *("last_message_at", "last_message_side", "last_message_preview"),
)


def open_for_application(
    *,
    agent_id: UUID,
    human_id: UUID,
    bounty_id: UUID,
    application_id: UUID,
    subject: str,
    status: str,
    opening_message: str = "",
    reapplied: bool = False,
    run_ref: str = "",
) -> Conversation:
    """Create the conversation of an application, or return it when a withdrawn application was sent again (`reapplied`).

    `opening_message`: the cover letter, cut at 5,000 characters; unread for the agent's side. The owner is notified by the
    application's event, so no message.received is published. `status`: the application's status. `run_ref`: the public id of the
    managed run that hires.

    Runs in the caller's transaction; the caller has locked the bounty, or has just created it.
    Spec: Resources, Conversation and message.
    """
    conversation = (
        Conversation.objects.filter(application_id=application_id, kind="bounty").first() if reapplied else None
    )
    if conversation is not None:
        set_status(application_id, status)
        if conversation.completion_claimed_at is not None:  # of an earlier seat: the next one is claimed anew
            conversation.completion_claimed_at = None
            conversation.save(update_fields=["completion_claimed_at"])
        return conversation
    conversation = Conversation(
        kind="bounty",
        application_id=application_id,
        agent_id=agent_id,
        human_id=human_id,
        bounty_id=bounty_id,
        run_ref=run_ref,
        subject=subject[:200],
        subject_status=status,
    )
    if opening_message.strip():
        append(conversation, sender_id=human_id, side="human", content=opening_message[:MESSAGE_MAX])
    else:
        conversation.save(force_insert=True)
    return conversation


def open_service(*, agent_id: UUID, human_id: UUID, subject: str) -> Conversation:
    """Create the conversation of a service subscription; the booker is on the agent's side. Runs in the caller's transaction."""
    made: Conversation = Conversation.objects.create(
        kind="service-booking", agent_id=agent_id, human_id=human_id, subject=subject[:200]
    )
    return made


def open_feedback(
    *, agent_id: UUID, human_id: UUID, bounty_id: UUID, run_ref: str, subject: str, answer: str, actor: Actor
) -> Conversation:
    """Create the conversation in which a review is talked about, with its `answer` as the first message; publishes
    message.received for the author of the review, who is on the agent's side.

    It is not about the application, whose work is over: offers made in it are new work. `run_ref`: the public id of the managed
    run that hired. Runs in the caller's transaction; the caller has locked the review. Contract: section 8.
    """
    conversation = Conversation(
        kind="feedback",
        agent_id=agent_id,
        human_id=human_id,
        bounty_id=bounty_id,
        run_ref=run_ref,
        subject=subject[:200],
    )
    message = append(conversation, sender_id=human_id, side="human", content=answer)
    events.message_received(actor, conversation, message)
    return conversation


def open_dispute(
    *, agent_id: UUID, human_id: UUID, bounty_id: UUID | None, kind: str, about: UUID, subject: str
) -> UUID:
    """Get or create the conversation about the disputes of one seat, and return its key.

    It is separate from the conversation about the work. `kind`: `application` or `booking`; `about`: the key of that row.
    Runs in the caller's transaction; the caller has locked the seat.
    """
    seat = {"booking_id" if kind == "booking" else "application_id": about}
    work = Conversation.objects.filter(**seat, kind="bounty")
    conversation, _ = Conversation.objects.get_or_create(
        **seat,
        kind="dispute",
        defaults={
            "agent_id": agent_id,
            "human_id": human_id,
            "bounty_id": bounty_id,
            "run_ref": work.values_list("run_ref", flat=True).first() or "",
            "subject": f"Dispute: {subject}"[:200],
            "subject_status": work.values_list("subject_status", flat=True).first() or "",
        },
    )
    key: UUID = conversation.pk
    return key


def open_support(*, account_id: UUID, platform_id: UUID, subject: str, words: str) -> Conversation:
    """Create the conversation of a support report: the reporter is on the agent's side, the platform on the human's.

    `words`: the report, cut at 5,000 characters. No event is published; staff are notified of the report itself.
    Runs in the caller's transaction. Spec: Endpoints, Support.
    """
    conversation = Conversation.objects.create(
        kind="platform-support", agent_id=account_id, human_id=platform_id, subject=subject[:200]
    )
    append(conversation, sender_id=account_id, side="agent", content=words[:MESSAGE_MAX])
    return conversation


def set_status(application_id: UUID, status: str) -> None:
    """Copy the application's status to its conversations: denormalised so that lists need not query bounties.

    Runs in the caller's transaction; one UPDATE.
    """
    Conversation.objects.filter(application_id=application_id).update(subject_status=status, updated_at=clock.now())


def post_message(
    *,
    conversation_id: UUID,
    sender_id: UUID,
    side: str,
    content: str,
    message_type: str = "text",
    metadata: JsonObject | None = None,
    actor: Actor | None = None,
) -> Message:
    """Add a message on behalf of `sender_id`, for apps above this one; publishes message.received for the other side.

    `side`: `agent` or `human`; `content` is cut at 5,000 characters; `metadata`: any JSON object.
    Runs in the caller's transaction. Locks the conversation.
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
    metadata: JsonObject | None = None,
) -> Message:
    """Save a message and the counters of its conversation, which may be unsaved itself. Publishes no event.

    A message with which a conversation is opened has its moment (`UNREAD_LETTER` of the selectors goes by that).
    An archived conversation becomes active again. A mail to the human is due in a minute, or an hour after the last one.
    Runs in the caller's transaction; the caller has locked the conversation, or has not saved it yet.
    """
    is_new = conversation._state.adding
    now = conversation.created_at if is_new else clock.now()
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
    conversation.save(force_insert=is_new, update_fields=None if is_new else _WRITTEN_WITH_A_MESSAGE)
    if is_new:
        insert_later(message)
    else:  # whoever wrote may read the conversation at once
        message.save(force_insert=True)
    return message


def check_writable(conversation: Conversation) -> None:
    """Raises DirectMessagesDisabled (403) for a legacy direct thread."""
    if conversation.is_direct_messaging_disabled:
        raise DirectMessagesDisabled()


def change_status(actor: Actor, conversation_id: str, status: str) -> Conversation:
    """Set the status to `active` or `archived`, for both sides; the present status changes nothing. Locks the conversation.

    Raises NotFound (404), NotParticipant, DirectMessagesDisabled (403), InvalidState (409) for a converted one.
    Spec: States and transitions, Conversation.
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
    """Record that the hired person reports the work as done; publishes conversation.completion_claimed.

    Once per conversation: a repetition changes nothing. Locks the subject (through `ports.claims`), then the conversation.
    Raises NotFound (404), NotParticipant, NotTheWorker, DirectMessagesDisabled (403), InvalidState (409) without a hired
    seat, and what the subject's `claimed` raises. Spec: Events, conversation.completion_claimed.
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
