"""Read-only by default. Rate tiers are settings rows that operators edit; keys can be given a tier."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.http import HttpRequest

from marketplace.api.backoffice import ReadOnly
from marketplace.models import Account, ApiKey, BlockedCountry, File, Mail, RateTier

# A confirmed address is a fact that the person's own code made; nobody ticks it by hand.
admin.site.unregister(EmailAddress)


@admin.register(Account)
class AccountAdmin(ReadOnly):
    list_display = ("public_id", "public_profile_id", "name", "email", "is_staff", "is_active", "created_at")
    search_fields = ("email", "name", "username")
    list_filter = ("is_staff", "is_active")
    ordering = ("-id",)
    exclude = ("password", "groups", "user_permissions")


@admin.register(ApiKey)
class KeyAdmin(ReadOnly):
    list_display = ("public_id", "account", "name", "shown_prefix", "tier", "last_used_at", "revoked_at")
    list_select_related = ("account", "tier")
    search_fields = ("name", "account__email")
    fields = ("account", "name", "shown_prefix", "tier", "created_at", "last_used_at", "revoked_at")
    readonly_fields = ("account", "name", "shown_prefix", "created_at", "last_used_at", "revoked_at")
    ordering = ("-id",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_active and request.user.is_superuser


@admin.register(RateTier)
class TierAdmin(admin.ModelAdmin):
    list_display = ("name", "multiplier", "note")


@admin.register(BlockedCountry)
class BlockedCountryAdmin(admin.ModelAdmin):
    list_display = ("code", "note")


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """Whether a mail left, not what it says: sign-in codes are nobody's business."""

    list_display = ("public_id", "to", "sent_at", "tries", "created_at")
    exclude = ("subject", "text", "html")
    search_fields = ("to",)
    ordering = ("-id",)


@admin.register(File)
class FileAdmin(ReadOnly):
    list_display = ("public_id", "owner", "name", "content_type", "size", "purpose", "created_at")
    list_select_related = ("owner",)
    ordering = ("-id",)
