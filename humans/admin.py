from django.contrib import admin

from humans.models import Conversation, Profile
from marketplace.api.backoffice import ReadOnly


@admin.register(Profile)
class ProfileAdmin(ReadOnly):
    list_display = ("account", "headline", "city", "country", "is_complete", "is_available", "is_featured")
    list_filter = ("is_complete", "is_available", "is_featured")
    list_select_related = ("account",)
    search_fields = ("account__name", "account__email", "headline")
    ordering = ("-pk",)


@admin.register(Conversation)
class ConversationAdmin(ReadOnly):
    list_display = ("public_id", "kind", "status", "subject", "agent", "human", "message_count", "updated_at")
    list_filter = ("kind", "status")
    list_select_related = ("agent", "human")
    ordering = ("-id",)
