from django.contrib import admin

from marketplace.api.backoffice import Deciding, Lines, Note, ReadOnly, Verb
from webhooks.models import Attempt, Delivery, Endpoint, Event
from webhooks.services import endpoints, redeliveries

REDELIVER = Verb(
    name="redeliver",
    label="Send it again",
    perform=lambda actor, row, values: redeliveries.restart(row),
    outcome=lambda row: f"{row.endpoint.url} gets this letter again, with up to six attempts.",
    done="is being sent again.",
    form=Note,
)
ENABLE = Verb(
    name="enable",
    label="Enable it again",
    perform=lambda actor, row, values: endpoints.enable(row.pk),
    outcome=lambda row: f"{row.url} is sent what happens from now on. What has failed meanwhile its owner can replay.",
    done="is enabled.",
    form=Note,
)


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("key", "account", "public", "actor", "note", "created_at", "fanned_out_at")
    list_filter = ("public", "type")
    search_fields = ("type",)
    id_texts = ("entity",)
    request_lookup = "request_id"
    search_help_text = (
        "A type, a request id (req_…), or any public id of what it is about or whose it is (bty_…, app_…, esc_…, usr_…, "
        "prf_…)."
    )
    exclude = ("subject_id",)
    ordering = ("-id",)


@admin.register(Endpoint)
class EndpointAdmin(Deciding):
    verbs = (ENABLE,)
    list_display = ("public_id", "account", "url", "consecutive_failures", "disabled_at", "disabled_reason")
    search_fields = ("url", "account__name", "account__email")
    search_help_text = "An address, whose it is, or any public id (whe_…, usr_…, prf_…, key_…)."
    exclude = ("sealed_secret", "old_sealed_secret")
    ordering = ("-id",)

    def open_verbs(self, row: Endpoint) -> tuple[Verb, ...]:
        return self.verbs if row.disabled and row.deleted_at is None and row.key.revoked_at is None else ()

    def why_open(self, row: Endpoint) -> str:
        return f"Nothing is sent to it ({row.disabled_reason})."


class AttemptInline(Lines):
    model = Attempt


@admin.register(Delivery)
class DeliveryAdmin(Deciding):
    verbs = (REDELIVER,)
    list_display = ("public_id", "event_type", "endpoint", "status", "attempts", "response_status", "next_attempt_at")
    list_filter = ("status", "event_type")
    search_fields = ("endpoint__url", "event_type")
    id_texts = ("event__entity",)
    request_lookup = "event__request_id"
    search_help_text = (
        "A receiver's address, a request id (req_…), or any public id: whd_…, whe_…, evt_…, or that of what the event "
        "is about."
    )
    inlines = [AttemptInline]
    ordering = ("-id",)

    def open_verbs(self, row: Delivery) -> tuple[Verb, ...]:
        return () if row.endpoint.disabled or row.endpoint.deleted_at else self.verbs

    def why_open(self, row: Delivery) -> str:
        return "Its receiver may have lost it."
