"""Escrows and transfers are read only; operators edit the release ladder, which always covers every amount."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import F
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from escrow.models import Escrow, LadderBand, Transfer
from escrow.rules.escrows import WARRANTY_MAX_DAYS
from escrow.selectors.audit import held_cents
from escrow.services import pools
from marketplace.api.backoffice import (
    Deciding,
    DollarsField,
    Note,
    ReadOnly,
    Settings,
    SettingsForm,
    Verb,
    actor_names,
    found_in,
    is_operator,
    moment,
    row_link,
    table,
)
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from webhooks.selectors.events import story

_HOURS_MAX = 90 * 24
_EVENTS = 100


class WarrantyForm(Note):
    days = forms.IntegerField(
        min_value=0,
        max_value=WARRANTY_MAX_DAYS,
        help_text="How long accepted work is held before its dispute window begins. 0: no warranty.",
    )
    field_order = ("days", "reason")


def _set_warranty(actor: Actor, row: Escrow, values: dict[str, Any]) -> None:
    pools.set_warranty(actor, row.pk, days=values["days"])


WARRANTY = Verb(
    name="warranty",
    label="Set warranty days",
    perform=_set_warranty,
    outcome=lambda row: (
        "Work that is accepted from now on is held for these days. What was accepted before keeps its dates."
    ),
    done="the warranty was set, in days:",
    form=WarrantyForm,
)


@admin.register(Escrow)
class EscrowAdmin(Deciding):
    verbs = (WARRANTY,)
    list_display = ("public_id", "kind", "status", "owner", "worker", "amount_cents", "bounty_id", "created_at")
    list_filter = ("kind", "status", "funding_source")
    search_fields = ("owner__name", "owner__email", "worker__name", "worker__email")
    search_help_text = "A party's name or e-mail, or any public id (esc_…, bty_…, app_…, sbk_…, usr_…, prf_…)."
    ordering = ("-id",)
    exclude = ("subject_kind", "subject_id", "review_due_at")
    readonly_fields = ("pays_for", "holds", "review_due", "cases", "timeline")

    def may_decide(self, request: HttpRequest, row: Escrow) -> bool:
        return is_operator(request)

    def open_verbs(self, row: Escrow) -> tuple[Verb, ...]:
        return (WARRANTY,) if row.is_pool and row.ended_at is None else ()

    def why_open(self, row: Escrow) -> str:
        return f"The bounty of this pool has {row.warranty_days} warranty days."

    @admin.display(description="pays for")
    def pays_for(self, row: Escrow) -> SafeString | str:
        return row_link(
            {"application": "app", "booking": "sbk", "bounty": "bty"}.get(row.subject_kind, ""), row.subject_id
        )

    @admin.display(description="holds right now")
    def holds(self, row: Escrow) -> str:
        return format_usd(held_cents([row])[row.public_id])

    @admin.display(description="review due")
    def review_due(self, row: Escrow) -> SafeString | str:
        if row.review_due_at is None or row.application_id is None:
            return moment(row.review_due_at)
        return format_html(
            "{}, if the job does not settle before. What counts stands in {}.",
            moment(row.review_due_at), row_link("app", row.application_id),
        )  # fmt: skip

    @admin.display(description="cases")
    def cases(self, row: Escrow) -> SafeString | str:
        return found_in("escrow_case", row.public_id, "Cases about it")

    @admin.display(description="what happened")
    def timeline(self, row: Escrow) -> SafeString:
        rows = story([row.pk], latest=_EVENTS)
        names = actor_names(event.actor for event in rows)
        return table(
            ("At", "What", "From", "To", "Who", "Note"),
            (
                (
                    moment(event.created_at),
                    event.data.get("action") or event.type,
                    event.data.get("from"),
                    event.data.get("to"),
                    names[event.actor],
                    event.note,
                )
                for event in rows
            ),
        )


@admin.register(Transfer)
class TransferAdmin(ReadOnly):
    list_display = ("public_id", "sender", "recipient", "amount_cents", "bounty_id", "status", "created_at")
    list_filter = ("status",)
    search_fields = ("sender__name", "sender__email", "recipient__name", "recipient__email", "description")
    search_help_text = "One of the two people, words of the description, or any public id (trf_…, bty_…, usr_…, prf_…)."
    id_prefixes = {"conversation_id": "cnv"}
    exclude = ("batch_id",)
    ordering = ("-id",)


class BandForm(SettingsForm):
    max_cents = DollarsField(
        label="Up to",
        required=False,
        min_value=0.01,
        help_text="The seat's total, fee included, in US dollars. Empty: everything above the other bands.",
    )
    dispute_window_hours = forms.IntegerField(
        label="Dispute window (hours)", min_value=1, max_value=_HOURS_MAX, help_text="After completion."
    )
    auto_release_hours = forms.IntegerField(
        label="Automatic release (hours)",
        min_value=1,
        max_value=_HOURS_MAX,
        help_text="After completion; not before the dispute window has ended. Seats that are completed keep their times.",
    )

    class Meta:
        model = LadderBand
        fields = ("max_cents", "dispute_window_hours", "auto_release_hours")

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        # Serialises concurrent edits: the second operator waits here and then sees the first one's rows.
        list(LadderBand.objects.select_for_update().order_by("pk"))
        others = LadderBand.objects.exclude(pk=self.instance.pk)
        window, release = values.get("dispute_window_hours"), values.get("auto_release_hours")
        if window and release and release < window:
            self.add_error(
                "auto_release_hours", f"Money would leave before the dispute window of {window} hours has ended."
            )
        if "max_cents" in self.errors:
            return values
        top = values.get("max_cents")
        if top is not None and self.instance.pk and not others.filter(max_cents=None).exists():
            self.add_error(
                "max_cents", "This is the band for everything above. Leave it empty: no amount may be without a rule."
            )
        elif top is None and others.filter(max_cents=None).exists():
            self.add_error("max_cents", "There is a band for everything above already: edit that one.")
        elif top is not None and others.filter(max_cents=top).exists():
            self.add_error("max_cents", "There is a band up to this amount already: edit that one.")
        return values


@admin.register(LadderBand)
class LadderAdmin(Settings):
    """A seat belongs to the lowest band that covers its total. The band without an upper limit always exists: no gaps."""

    form = BandForm
    is_guarded = True
    list_display = ("band", "dispute_window", "automatic_release")
    list_display_links = ("band",)
    ordering = (F("max_cents").asc(nulls_last=True),)

    def has_delete_permission(self, request: HttpRequest, obj: LadderBand | None = None) -> bool:
        """The band without an upper limit can be edited but not deleted."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.max_cents is not None)

    @admin.display(description="seats of", ordering=F("max_cents").asc(nulls_last=True))
    def band(self, row: LadderBand) -> str:
        return "everything above" if row.max_cents is None else f"up to {format_usd(row.max_cents)}"

    @admin.display(description="dispute window", ordering="dispute_window_hours")
    def dispute_window(self, row: LadderBand) -> str:
        return _duration(row.dispute_window_hours)

    @admin.display(description="automatic release", ordering="auto_release_hours")
    def automatic_release(self, row: LadderBand) -> str:
        return _duration(row.auto_release_hours)


def _duration(hours: int) -> str:
    """72 -> `3 days`; 30 -> `30 hours`."""
    days, rest = divmod(hours, 24)
    return f"{hours} hours" if rest or not days else f"{days} day{'s' if days > 1 else ''}"
