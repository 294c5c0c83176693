from django.contrib import admin

from marketplace.api.backoffice import Lines, ReadOnly
from webhooks.models import Attempt, Delivery, Endpoint, Event


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("key", "account", "public", "actor", "note", "created_at", "fanned_out_at")
    list_filter = ("public", "type")
    search_fields = ("type",)
    id_texts = ("entity",)
    search_help_text = (
        "A type, or any public id of what it is about or whose it is (bty_…, app_…, esc_…, usr_…, prf_…)."
    )
    exclude = ("subject_id",)
    ordering = ("-id",)


@admin.register(Endpoint)
class EndpointAdmin(ReadOnly):
    list_display = ("public_id", "account", "url", "consecutive_failures", "disabled_at", "disabled_reason")
    search_fields = ("url", "account__name", "account__email")
    search_help_text = "An address, whose it is, or any public id (whe_…, usr_…, prf_…, key_…)."
    exclude = ("sealed_secret",)
    ordering = ("-id",)


class AttemptInline(Lines):
    model = Attempt


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("public_id", "event_type", "endpoint", "status", "attempts", "response_status", "next_attempt_at")
    list_filter = ("status", "event_type")
    search_fields = ("endpoint__url", "event_type")
    id_texts = ("event__entity",)
    search_help_text = "A receiver's address, or any public id (whd_…, whe_…, evt_…, or what the event is about)."
    inlines = [AttemptInline]
    ordering = ("-id",)
