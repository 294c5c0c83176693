from django.contrib import admin

from marketplace.api.backoffice import ReadOnly
from webhooks.models import Attempt, Delivery, Endpoint, Event


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("key", "account", "public", "actor", "created_at", "fanned_out_at")
    list_filter = ("public", "type")
    list_select_related = ("account",)
    search_fields = ("entity",)
    ordering = ("-id",)


@admin.register(Endpoint)
class EndpointAdmin(ReadOnly):
    list_display = ("public_id", "account", "url", "consecutive_failures", "disabled_at", "disabled_reason")
    list_select_related = ("account",)
    exclude = ("sealed_secret",)
    ordering = ("-id",)


class AttemptInline(admin.TabularInline):
    model = Attempt
    extra = 0
    can_delete = False

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("public_id", "event_type", "endpoint", "status", "attempts", "response_status", "next_attempt_at")
    list_filter = ("status", "event_type")
    list_select_related = ("endpoint",)
    inlines = [AttemptInline]
    ordering = ("-id",)
