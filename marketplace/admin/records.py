"""Read-only pages: identities, OAuth clients, mails, devices and pushes, files, the log of staff actions. Editable: rate tiers,
blocked countries, product switches.
"""

from decimal import Decimal

from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from oauth2_provider.models import Application

from marketplace.api.backoffice import CountryField, ReadOnly, Settings, SettingsForm
from marketplace.core import countries
from marketplace.models import BlockedCountry, Device, File, Identity, Mail, Push, RateTier, Switch


@admin.register(Identity)
class IdentityAdmin(ReadOnly):
    """Which agents have proven to hold which key pair; a key is bound to one by the agent."""

    list_display = ("public_id", "agent_id", "account", "created_at")
    search_fields = ("=agent_id", "account__name", "account__email")
    search_help_text = "agent_…, whose it is, or a public id (idn_…, usr_…, prf_…)."
    exclude = ("public_key",)
    ordering = ("-id",)


@admin.register(Application)
class ProgramAdmin(ReadOnly):
    """OAuth clients; name and address are what they registered themselves."""

    list_display = ("pk", "name", "redirect_uris", "registration_source", "client_type", "created")
    list_filter = ("registration_source",)
    search_fields = ("name", "redirect_uris", "client_id")
    fields = ("client_id", "name", "redirect_uris", "client_type", "registration_source", "created", "updated")
    readonly_fields = ("created", "updated")
    ordering = ("-pk",)


class TierForm(SettingsForm):
    multiplier = forms.DecimalField(
        min_value=Decimal("0.01"),
        max_value=1000,
        decimal_places=2,
        help_text="How many times the per-key quotas: 5 for an automated client, 0.1 to slow one down.",
    )

    class Meta:
        model = RateTier
        fields = ("name", "multiplier", "note")
        help_texts = {"name": "Letters, digits, dashes. It can't be changed later.", "note": "For colleagues."}


@admin.register(RateTier)
class TierAdmin(Settings):
    """A tier has an effect once a key is assigned to it: see the actions on the key's page."""

    form = TierForm
    list_display = ("name", "multiplier", "note")
    search_fields = ("name", "note")
    ordering = ("name",)


class BlockedForm(SettingsForm):
    code = CountryField(label="Country", help_text="An ISO code, such as KP, or a name.")

    class Meta:
        model = BlockedCountry
        fields = ("code", "note")
        help_texts = {"note": "Why; for colleagues."}

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if BlockedCountry.objects.filter(pk=code).exists():
            raise forms.ValidationError(f"{countries.name(code)} is blocked already.")
        return code


@admin.register(BlockedCountry)
class BlockedCountryAdmin(Settings):
    """No new sign-up from there and no new bounty there; existing ones are not affected."""

    form = BlockedForm
    list_display = ("code", "country", "note")
    search_fields = ("code", "note")
    ordering = ("code",)

    @admin.display(description="country")
    def country(self, row: BlockedCountry) -> str:
        return countries.name(row.code)


class SwitchForm(SettingsForm):
    class Meta:
        model = Switch
        fields = ("name", "is_on", "message")
        help_texts = {
            "is_on": "Switched off: new orders get 503 product_unavailable. What runs already is finished and paid.",
            "message": "What callers read while it is off. Empty: our own words.",
        }


@admin.register(Switch)
class SwitchAdmin(Settings):
    """One row per managed product; rows are edited, never added or deleted."""

    form = SwitchForm
    list_display = ("name", "is_on", "message")
    ordering = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Switch | None = None) -> bool:
        return False


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """Shows whether a mail was sent, not its content: sign-in codes are secret."""

    list_display = ("public_id", "to", "sent_at", "attempts", "last_error", "created_at")
    exclude = ("subject", "text", "html")
    masked = {"to": "mail"}
    search_fields = ("to",)
    request_lookup = "caused_by"
    search_help_text = "An address, a request id (req_…), or a mail's id (mai_…)."
    ordering = ("-id",)


@admin.register(Device)
class DeviceAdmin(ReadOnly):
    """Browsers that get pushes, without their addresses and keys. One that fails five times in a row is removed by itself."""

    list_display = ("public_id", "account", "name", "host", "last_used_at", "failures", "created_at")
    list_filter = ("host",)
    exclude = ("endpoint_hash", "sealed")
    search_fields = ("account__name", "account__email", "host")
    search_help_text = "Whose it is, a push service, or a public id (dvc_…, usr_…, prf_…)."
    ordering = ("-id",)


@admin.register(Push)
class PushAdmin(ReadOnly):
    """Shows whether a push was sent, not what it says."""

    list_display = ("public_id", "account", "kind", "outcome", "attempts", "last_error", "created_at")
    list_filter = ("outcome", "kind")
    exclude = ("title", "text", "device_id")
    search_fields = ("account__name", "account__email")
    search_help_text = "Whose it is, or a public id (psh_…, usr_…, prf_…)."
    ordering = ("-id",)


@admin.register(File)
class FileAdmin(ReadOnly):
    list_display = ("public_id", "owner", "name", "content_type", "size", "purpose", "created_at")
    list_filter = ("purpose", "content_type")
    search_fields = ("name", "=sha256", "owner__name")
    search_help_text = "A file's name or SHA-256, whose it is, or a public id (fil_…, usr_…, prf_…)."
    exclude = ("storage_key",)
    ordering = ("-id",)


@admin.register(LogEntry)
class LogAdmin(ReadOnly):
    """Which member of staff changed or decided what."""

    list_display = ("action_time", "user", "what", "about", "words")
    list_filter = ("content_type",)
    list_select_related = ("content_type",)
    search_fields = ("object_repr", "change_message", "user__name", "user__username")
    search_help_text = "Words, a colleague's name, or the public id of what was decided."
    id_texts = ("object_repr",)
    ordering = ("-action_time", "-pk")
    fields = ("action_time", "user", "what", "about", "words")
    readonly_fields = ("what", "about", "words")

    @admin.display(description="what")
    def what(self, row: LogEntry) -> str:
        return {1: "added", 2: "changed or decided", 3: "deleted"}.get(row.action_flag, "-")

    @admin.display(description="about")
    def about(self, row: LogEntry) -> SafeString | str:
        address = row.get_admin_url()
        name = f"{row.content_type.name} {row.object_repr}" if row.content_type else row.object_repr
        return format_html('<a href="{}">{}</a>', address, name) if address and not row.is_deletion() else name

    @admin.display(description="words")
    def words(self, row: LogEntry) -> str:
        return str(row.get_change_message())
