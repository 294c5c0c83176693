"""/api/conversations: list, read, write, archive, and the worker's completion claim."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from humans.errors import ConversationsRetired
from humans.models import Conversation, Message
from humans.selectors import access
from humans.selectors import conversations as reading
from humans.serializers.conversations import (
    ConversationOut,
    ConversationPatch,
    ConversationQuery,
    MessageIn,
    MessageOut,
    PaginationOut,
    ReadingQuery,
)
from humans.services import conversations, messages
from marketplace.api.fields import timestamp
from marketplace.api.openapi import operation
from marketplace.api.pagination import Page, page
from marketplace.api.parameters import limit_parameter
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.signatures import Signed
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights, signing


def _signed_texts(body: Mapping[str, Any], conversation_id: str) -> list[str]:
    content = body.get("content")
    return (
        [f"message:{conversation_id}:{words}" for words in signing.signed_prefixes(content)]
        if isinstance(content, str)
        else [f"message:{conversation_id}:"]
    )


_SIGNED = Signed("message:{conversation_id}:{first 50 characters of content}", _signed_texts)
_NEWEST_FIRST, _OLDEST_FIRST = ("-number",), ("number",)
_MARK = ("markRead", "boolean", "false: what is returned stays unread. Default true; staff never mark anything.")


class ConversationView(ApiViewSet):
    reads = "conversations.poll"

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action == "claim_completion" else [KeyOrSession()]

    @operation(
        "listConversations",
        tag="Conversations",
        summary="Your conversations, on either side, the most recently active first",
        filters=ConversationQuery,
        query=[
            ("humanId", "string", "Only with this person (prf_…)."),
            ("agentId", "string", "Only with this agent (`agent_…`, or the profile id of its owner)."),
            (
                "ownerUid",
                "string",
                "Your own account or profile id: only those that you lead as an agent. Others: none.",
            ),
            ("scope", "string", "all (default) or identity. A key belongs to one account, so both are the same."),
            ("status", "string", "Only of this status."),
            ("unreadByAgent", "boolean", "Only with messages that the agent's side has not read, or only others."),
            ("unreadByHuman", "boolean", "The same for the human's side."),
            ("hasReplies", "boolean", "Only those in which both sides have written, or only others."),
            ("bountyId", "string", "Only about this bounty (bty_…)."),
            ("applicationId", "string", "Only about this application."),
            ("subject", "string", "Only with exactly this subject."),
        ],
        page_of=("conversations", ConversationOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        sides = [ConversationQuery(request, rows).apply() for rows in reading.of(self.actor)]
        found = page(
            [rows for rows, _ in sides],
            request,
            scope=f"conversations:{self.actor.id}",
            order=reading.NEWEST_ACTIVITY,
            filters=sides[0][1],
        )
        for row in found.rows:
            row.viewer_side = row.side_of(self.actor.id)
        return no_store(self.listed("conversations", found, ConversationOut))

    @operation(
        "startConversation",
        tag="Conversations",
        summary="Not to be used any more",
        description=ConversationsRetired.message,
        errors={403: "conversations_retired"},
        keyed=False,
        retired=True,
    )
    def create(self, request: Request) -> Response:
        """Refused before anything is read."""
        raise ConversationsRetired()

    @operation(
        "getConversation",
        tag="Conversations",
        summary="A conversation with its latest messages, oldest first",
        description="For the two people of it, and for staff. What a participant gets counts as read. To follow a conversation, "
        "send `pagination.after` of the last answer as `after`; for older messages send `pagination.nextCursor` as `cursor`, "
        "here or to GET …/messages.",
        query=[
            limit_parameter(100, 50),
            ("after", "string", "Id of a message: those that came after it, from the first on."),
            (
                "cursor",
                "string",
                "nextCursor of the answer before: the messages before those. Not together with after.",
            ),
            _MARK,
        ],
        gives={"conversation": ConversationOut(), "messages": MessageOut(many=True), "pagination": PaginationOut()},
        errors={400: "validation_error invalid_limit invalid_cursor", 404: "not_found"},
    )
    def retrieve(self, request: Request, conversation_id: str) -> Response:
        conversation = access.readable_conversation(self.actor, conversation_id)
        after = request.query_params.get("after")
        if after:
            rows = reading.messages_after(conversation, after)
            found = self._read(conversation, rows, order=_OLDEST_FIRST, scope="after")
            shown, older = found.rows, None
        else:
            found = self._read(conversation, reading.messages(conversation))
            shown, older = found.rows[::-1], found.next_cursor
        return no_store(
            self.answer(
                conversation=ConversationOut.render(conversation),
                messages=MessageOut.render_many(shown),
                pagination={
                    "count": len(shown),
                    "hasMore": found.next_cursor is not None,
                    "nextCursor": older,
                    "after": shown[-1].public_id if shown else after or None,
                },
            )
        )

    @operation(
        "listMessages",
        tag="Conversations",
        summary="The messages of a conversation, newest first",
        description="For the two people of it, and for staff. What a participant gets counts as read.",
        query=[_MARK],
        page_of=("messages", MessageOut),
        errors={400: "validation_error invalid_limit invalid_cursor", 404: "not_found"},
    )
    def messages(self, request: Request, conversation_id: str) -> Response:
        conversation = access.readable_conversation(self.actor, conversation_id)
        return no_store(self.listed("messages", self._read(conversation, reading.messages(conversation)), MessageOut))

    def _read(
        self,
        conversation: Conversation,
        rows: QuerySet[Message],
        *,
        order: tuple[str, ...] = _NEWEST_FIRST,
        scope: str = "messages",
    ) -> Page:
        """One page of messages, marked as read unless ?markRead=false, or by a member who only reads."""
        rows, sent = ReadingQuery(self.request, rows).apply()
        found = page(rows, self.request, scope=f"{scope}:{conversation.pk}", order=order)
        if sent.get("markRead") is not False and self.actor.rights != rights.VIEWER:
            messages.mark_read(conversation, found.rows)
        return found

    @operation(
        "sendMessage",
        limits=("write", "key.messages"),
        tag="Conversations",
        summary="Write to the other side",
        description="Who writes, and on which side, is known from the credentials: `senderType` and `senderId` are ignored. The "
        "other side gets `message.received`; a person with a confirmed e-mail address also gets a mail when nobody has read it "
        "a minute later, at most once an hour. Writing into an archived conversation brings it back.",
        takes=MessageIn,
        gives={"message": MessageOut()},
        errors={
            403: "not_participant direct_messages_disabled message_refused",
            404: "not_found",
            409: "idempotency_key_reused",
        },
        signed=_SIGNED,
        example={"content": "Could you be there before nine?", "messageType": "text"},
    )
    def send(self, request: Request, conversation_id: str) -> Response:
        data = self.read(MessageIn)
        messages.check(self.actor, conversation_id, data["content"])

        def perform() -> dict[str, Any]:
            return {"message": MessageOut.render(messages.send(self.actor, conversation_id, **data))}

        return no_store(self.once("message.send", perform))

    @operation(
        "editConversation",
        tag="Conversations",
        summary="Archive a conversation, or bring it back",
        description="For both sides at once.",
        takes=ConversationPatch,
        gives={"conversation": ConversationOut()},
        errors={403: "not_participant direct_messages_disabled", 404: "not_found", 409: "invalid_state"},
        example={"status": "archived"},
    )
    def partial_update(self, request: Request, conversation_id: str) -> Response:
        data = self.read(ConversationPatch)

        def perform() -> dict[str, Any]:
            changed = conversations.change_status(self.actor, conversation_id, data["status"])
            return {"conversation": ConversationOut.render(changed)}

        return no_store(self.once("conversation.edit", perform))

    @operation(
        "claimCompletion",
        tag="Conversations",
        summary="Say that the work is done, as the hired person",
        description="Tells the agent by `conversation.completion_claimed`, once per conversation: a repetition gets the same "
        "answer.",
        gives={"conversation": ConversationOut(), "claimedAt": serializers.DateTimeField()},
        errors={
            403: "session_required not_worker not_participant direct_messages_disabled",
            404: "not_found",
            409: "invalid_state seat_not_confirmed",
        },
        least=rights.SELF,
    )
    def claim_completion(self, request: Request, conversation_id: str) -> Response:
        def perform() -> dict[str, Any]:
            claimed = conversations.claim_completion(self.actor, conversation_id)
            return {
                "conversation": ConversationOut.render(claimed),
                "claimedAt": timestamp(claimed.completion_claimed_at),
            }

        return no_store(self.once("conversation.claim_completion", perform))
