from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from humans.models import Conversation, Message, MessageRule, Profile, Relation, Review
from humans.services import profiles
from marketplace.api.backoffice import ReadOnly

TRANSCRIPT = 200


@admin.register(Profile)
class ProfileAdmin(ReadOnly):
    """Operators put people forward (`is_featured`); everything else is the person's own."""

    list_display = (
        "account",
        "headline",
        "city",
        "country",
        "is_findable",
        "is_available",
        "is_featured",
        "review_count",
    )
    list_filter = ("is_findable", "is_complete", "is_available", "is_featured")
    list_select_related = ("account",)
    search_fields = ("account__name", "account__email", "headline")
    ordering = ("-pk",)
    readonly_fields = [field.name for field in Profile._meta.concrete_fields if field.name != "is_featured"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_superuser

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        profiles.feature(obj.pk, obj.is_featured)


@admin.register(Relation)
class RelationAdmin(ReadOnly):
    list_display = ("id", "owner", "human", "kind", "created_at")
    list_filter = ("kind",)
    list_select_related = ("owner", "human")
    ordering = ("-id",)


@admin.register(Review)
class ReviewAdmin(ReadOnly):
    list_display = ("public_id", "human", "author", "rating", "created_at")
    list_filter = ("rating",)
    list_select_related = ("human", "author")
    search_fields = ("comment",)
    ordering = ("-id",)


@admin.register(Conversation)
class ConversationAdmin(ReadOnly):
    list_display = ("public_id", "kind", "status", "subject", "agent", "human", "message_count", "updated_at")
    list_filter = ("kind", "status")
    list_select_related = ("agent", "human")
    search_fields = ("subject", "agent__email", "human__email")
    readonly_fields = ("transcript",)
    ordering = ("-id",)

    @admin.display(description=f"latest {TRANSCRIPT} messages")
    def transcript(self, conversation: Conversation) -> SafeString:
        rows = conversation.messages.select_related("sender").order_by("-number")[:TRANSCRIPT]
        return format_html_join(
            "",
            "<p><strong>{} ({})</strong> {} UTC, {}{}<br><span style='white-space: pre-wrap'>{}</span></p>",
            (
                (
                    row.sender.display_name,
                    row.sender_type,
                    f"{row.created_at:%Y-%m-%d %H:%M}",
                    row.message_type,
                    f" {row.metadata}" if row.metadata else "",
                    row.content,
                )
                for row in reversed(list(rows))
            ),
        )


@admin.register(Message)
class MessageAdmin(ReadOnly):
    list_display = ("public_id", "conversation", "number", "sender_type", "message_type", "created_at", "read_at")
    list_filter = ("message_type", "sender_type")
    ordering = ("-id",)


@admin.register(MessageRule)
class MessageRuleAdmin(admin.ModelAdmin):
    """Operators say which phrases no message may contain."""

    list_display = ("phrase", "reason", "is_active")
    list_filter = ("is_active",)
    search_fields = ("phrase",)
