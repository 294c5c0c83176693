from typing import Any

import django_filters
from django.db.models import QuerySet
from rest_framework import serializers

from humans.models import Conversation, Message
from humans.rules.conversations import (
    CONVERSATION_KINDS,
    CONVERSATION_STATUSES,
    LEGACY_DIRECT,
    MESSAGE_MAX,
    MESSAGE_TYPES,
    OFFER_MAX_CENTS,
    OFFER_MIN_CENTS,
    SIDES,
)
from marketplace.api.fields import DollarsField, IdField, OwnDataField, Text, TimestampField
from marketplace.api.filters import BooleanFilter, ChoiceFilter, IdFilter, Query
from marketplace.api.serializers import Shape, Sparse
from marketplace.core import ids, money, signing


class MessageIn(Shape):
    """POST /api/conversations/{id}/messages."""

    unread = frozenset({"senderType", "senderId", "senderName"})

    content = Text(max_length=MESSAGE_MAX, help_text="What to say.")
    message_type = serializers.ChoiceField(
        list(MESSAGE_TYPES), default="text", help_text="text unless you propose a task or a payment."
    )
    metadata = OwnDataField(
        kib=8,
        default=dict,
        help_text="Your own data, at most 8 KiB. A payment_offer has amount in it (US dollars, 1 to 10,000), or "
        "offeredAmount, which is the same, or amountCents; it is answered with amount and amountCents.",
    )
    sender_type = serializers.JSONField(required=False, allow_null=True, help_text="Ignored: the credentials decide.")
    sender_id = serializers.JSONField(required=False, allow_null=True, help_text="Ignored: the credentials decide.")
    sender_name = serializers.JSONField(required=False, allow_null=True, help_text="Ignored: the credentials decide.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["message_type"] == "payment_offer":
            attrs["metadata"] |= offered(attrs["metadata"])
        return {name: attrs[name] for name in ("content", "message_type", "metadata")}


def offered(metadata: dict[str, Any]) -> dict[str, Any]:
    """The amount of a payment offer, in dollars and in cents, whichever was sent. Raises ValidationError (400)."""

    def refuse(name: str, wrong: str) -> serializers.ValidationError:
        return serializers.ValidationError({"metadata": {name: [wrong]}})

    in_cents, in_dollars = metadata.get("amountCents"), metadata.get("amount")
    alias = metadata.get("offeredAmount")
    if alias is not None and in_dollars not in (None, alias):
        raise refuse("offeredAmount", "amount and offeredAmount differ: send one of them.")
    in_dollars = alias if in_dollars is None else in_dollars
    if in_cents is not None and not (type(in_cents) is int and OFFER_MIN_CENTS <= in_cents <= OFFER_MAX_CENTS):
        raise refuse("amountCents", f"Give the offer in whole cents, {OFFER_MIN_CENTS} to {OFFER_MAX_CENTS}.")
    if in_dollars is None:
        if in_cents is None:
            raise refuse("amount", "Give the offer in US dollars, such as 12.50.")
        return {"amount": money.dollars_from_cents(in_cents), "amountCents": in_cents}
    try:
        cents = _OFFER.to_internal_value(in_dollars)
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"metadata": {"amount" if alias is None else "offeredAmount": error.detail}})
    if in_cents not in (None, cents):
        raise refuse("amountCents", "amount and amountCents differ: send one of them.")
    return {"amount": money.dollars_from_cents(cents), "amountCents": cents}


_OFFER = DollarsField(min_cents=OFFER_MIN_CENTS, max_cents=OFFER_MAX_CENTS)


class ConversationPatch(Shape):
    """PATCH /api/conversations/{id}."""

    status = serializers.ChoiceField(["active", "archived"])


class LastMessageOut(Shape):
    at = TimestampField()
    preview = Text(help_text="The first words, on one line.")
    from_side = serializers.ChoiceField(list(SIDES))


class ConversationOut(Sparse):
    omitted_if_null = ("bountyId", "applicationId", "applicationStatus")

    id = IdField("cnv", source="pk")
    kind = serializers.ChoiceField([*CONVERSATION_KINDS, LEGACY_DIRECT])
    status = serializers.ChoiceField(list(CONVERSATION_STATUSES))
    subject = Text()
    bounty_id = IdField("bty", required=False)
    application_id = IdField("app", required=False)
    human_id = IdField("prf", source="human.profile_id")
    viewer_side = serializers.ChoiceField(
        list(SIDES), allow_null=True, help_text="Which side you are on, by your credentials; null for staff."
    )
    is_direct_messaging_disabled = serializers.BooleanField(help_text="A legacy direct thread: read-only.")
    application_status = Text(required=False)
    message_count = serializers.IntegerField()
    unread_by_agent = serializers.IntegerField()
    unread_by_human = serializers.IntegerField()
    last_message = LastMessageOut(allow_null=True)
    created_at = TimestampField()
    updated_at = TimestampField()


class MessageOut(Sparse):
    omitted_if_null = ("readAt",)

    id = IdField("msg", source="pk")
    conversation_id = IdField("cnv")
    sender_type = serializers.ChoiceField(list(SIDES))
    sender_id = IdField("prf", source="sender.profile_id")
    sender_name = Text(source="sender.display_name")
    content = Text()
    message_type = serializers.ChoiceField(list(MESSAGE_TYPES))
    metadata = serializers.DictField()
    created_at = TimestampField()
    read_at = TimestampField(required=False)


class PaginationOut(Shape):
    """Of `messages` in one conversation: how to go back, and how to go on."""

    count = serializers.IntegerField()
    has_more = serializers.BooleanField(help_text="Older messages exist; with `after`: more newer ones do.")
    next_cursor = serializers.CharField(allow_null=True, help_text="Send it as `cursor` to get the older ones.")
    after = IdField("msg", allow_null=True, help_text="Send it as `after` to get only what comes later.")


class ConversationQuery(Query):
    humanId = IdFilter(field_name="human__profile_id", prefix="prf")
    agentId = django_filters.CharFilter(method="with_agent", max_length=64)
    ownerUid = django_filters.CharFilter(method="led_by", max_length=64)
    scope = ChoiceFilter(values=["all", "identity"], method="nothing")
    status = ChoiceFilter(values=list(CONVERSATION_STATUSES), field_name="status")
    unreadByAgent = BooleanFilter(field_name="unread_by_agent", method="unread")
    unreadByHuman = BooleanFilter(field_name="unread_by_human", method="unread")
    hasReplies = BooleanFilter(field_name="has_replies")
    bountyId = IdFilter(field_name="bounty_id", prefix="bty")
    applicationId = IdFilter(field_name="application_id", prefix="app")
    subject = django_filters.CharFilter(field_name="subject", max_length=200)

    class Meta:
        model = Conversation
        fields: list[str] = []

    def nothing(self, rows: QuerySet[Conversation], name: str, value: object) -> QuerySet[Conversation]:
        """A key belongs to one account, so `scope=identity` excludes nothing."""
        return rows

    def with_agent(self, rows: QuerySet[Conversation], name: str, value: str) -> QuerySet[Conversation]:
        """By the profile id of the agent's owner, or by an identity (agent_…) that the owner has or had."""
        if signing.AGENT_ID.fullmatch(value):
            return rows.filter(agent__identities__agent_id=value)
        try:
            return rows.filter(agent__profile_id=ids.decode("prf", value))
        except ValueError:
            return rows.none()

    def led_by(self, rows: QuerySet[Conversation], name: str, value: str) -> QuerySet[Conversation]:
        """Conversations in which the caller is on the agent's side; any other account's id finds nothing."""
        me = self.request.auth.me
        return rows.filter(agent_id=me.pk) if value in (me.public_id, me.public_profile_id) else rows.none()

    def unread(self, rows: QuerySet[Conversation], name: str, value: bool) -> QuerySet[Conversation]:
        return rows.filter(**{f"{name}__gt" if value else name: 0})


class ReadingQuery(Query):
    """Of both reads of messages; only `markRead`, since the rest is the page's."""

    markRead = BooleanFilter(method="nothing")

    class Meta:
        model = Message
        fields: list[str] = []

    def nothing(self, rows: QuerySet[Message], name: str, value: object) -> QuerySet[Message]:
        return rows
