"""Evidence, attendance, receipts, outreach: read-only. Operators set the coordinates of tasks."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString

from bounties.models import Attendance, Bounty, Invitation, MicSample, Outreach, Receipt, Submission, TaskPlace
from marketplace.api.backoffice import ReadOnly, Settings, SettingsForm
from marketplace.api.backoffice.stories import pictures
from marketplace.core import ids


@admin.register(Submission)
class SubmissionAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "application", "status", "created_at", "finalized_at")
    list_filter = ("status",)
    search_fields = ("bounty__title", "application__human__name")
    search_help_text = "A person, words of the bounty's title, or any public id (sub_…, app_…, bty_…)."
    ordering = ("-id",)
    exclude = ("files",)
    readonly_fields = ("sent_files",)

    @admin.display(description="files")
    def sent_files(self, row: Submission) -> SafeString:
        return pictures(row.files.all())


class PlaceForm(SettingsForm):
    bounty = forms.CharField(max_length=30, label="Bounty", help_text="Its public id: bty_…")

    class Meta:
        model = TaskPlace
        fields = ("bounty", "latitude", "longitude")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk and "bounty" in self.fields:
            self.initial["bounty"] = self.instance.bounty.public_id

    def clean_bounty(self) -> Bounty:
        text = self.cleaned_data["bounty"].strip()
        try:
            found: Bounty = Bounty.objects.get(pk=ids.decode("bty", text))
        except (ValueError, Bounty.DoesNotExist):
            raise forms.ValidationError(f"{text} is no bounty: copy the id from its page, such as bty_01h….")
        if TaskPlace.objects.filter(bounty=found).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("This bounty has a place already: edit that one.")
        return found


@admin.register(TaskPlace)
class TaskPlaceAdmin(Settings):
    """Coordinates of on-site tasks, set by operators; without them no distance is measured."""

    form = PlaceForm
    list_display = ("task", "city", "latitude", "longitude", "map")
    list_select_related = ("bounty",)
    search_fields = ("bounty__title", "bounty__city")
    search_help_text = "Words of the bounty's title, its city, or its public id (bty_…)."
    ordering = ("-pk",)

    @admin.display(description="task", ordering="bounty__title")
    def task(self, row: TaskPlace) -> str:
        return row.bounty.title

    @admin.display(description="city")
    def city(self, row: TaskPlace) -> str:
        return ", ".join(part for part in (row.bounty.city, row.bounty.country) if part) or "-"

    @admin.display(description="map")
    def map(self, row: TaskPlace) -> SafeString:
        address = f"https://www.openstreetmap.org/?mlat={row.latitude}&mlon={row.longitude}&zoom=16"
        return format_html('<a href="{}" rel="noreferrer noopener">map</a>', address)


@admin.register(Attendance)
class AttendanceAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "application", "state", "distance_meters", "arrived_at", "left_at")
    list_filter = ("state",)
    ordering = ("-id",)


@admin.register(Receipt)
class ReceiptAdmin(ReadOnly):
    list_display = ("number", "bounty", "version", "seat_count", "billing_email", "created_at")
    masked = {"billing_email": "mail"}
    search_fields = ("number", "billing_email")
    search_help_text = "A receipt's number, a billing address, or a bounty's public id (bty_…)."
    ordering = ("-id",)


@admin.register(Outreach)
class OutreachAdmin(ReadOnly):
    list_display = ("task", "wave", "target", "next_wave_at", "boosted_at")
    list_select_related = ("bounty",)
    search_fields = ("bounty__title",)
    search_help_text = "Words of the bounty's title, or its public id (bty_…)."
    ordering = ("-pk",)

    @admin.display(description="task", ordering="bounty__title")
    def task(self, row: Outreach) -> str:
        return row.bounty.title


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("public_id", "bounty", "human", "wave", "created_at")
    search_fields = ("bounty__title", "human__name")
    search_help_text = "A person, words of the bounty's title, or any public id (inv_…, bty_…, usr_…, prf_…)."
    ordering = ("-id",)


@admin.register(MicSample)
class MicSampleAdmin(ReadOnly):
    """Scores only: the recording is deleted once it was scored."""

    list_display = ("public_id", "bounty", "human", "number", "status", "ovrl", "snr_db", "problems", "created_at")
    list_filter = ("status",)
    search_fields = ("bounty__title", "human__name")
    search_help_text = "A person, words of the bounty's title, or any public id (mic_…, bty_…, usr_…, prf_…)."
    ordering = ("-id",)
    exclude = ("recording_id", "storage_key")

    @admin.display(description="issues")
    def problems(self, row: MicSample) -> str:
        return ", ".join(row.issues) or row.error or "-"
