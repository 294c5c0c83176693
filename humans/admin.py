from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from humans.models import Conversation, Profile, Relation, Review
from humans.services import profiles
from marketplace.api.backoffice import ReadOnly


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
    ordering = ("-id",)
