"""Accounts, keys, identities, mails, files: to be read. Support reports: to be answered. Rate tiers and blocked
countries are operators' settings."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, IDToken, RefreshToken

from marketplace.api.backoffice import (
    CountryField,
    Deciding,
    Note,
    ReadOnly,
    Settings,
    SettingsForm,
    Verb,
    is_operator,
)
from marketplace.core import countries
from marketplace.core.actor import Actor
from marketplace.models import Account, ApiKey, BlockedCountry, File, Identity, Mail, RateTier, SupportReport
from marketplace.ports import desks
from marketplace.rules import REPORT
from marketplace.services import accounts, letters, sessions, support

# A confirmed address is a fact that the person's own code made; nobody ticks it by hand.
admin.site.unregister(EmailAddress)
# What opens a door is nobody's to read or to make: tokens, codes, sessions, secrets of authenticator apps.
for _model in (AccessToken, Authenticator, Grant, IDToken, RefreshToken, UserSession, DeviceGrant, Application):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)
# Two roles, told by two flags of the account (docs/operations.md): a group would give nobody anything.
admin.site.unregister(Group)


def _set_staff(is_staff: bool) -> Callable[[Actor, Account, dict[str, Any]], None]:
    def work(actor: Actor, row: Account, values: dict[str, Any]) -> None:
        accounts.set_staff(actor, row.pk, is_staff)

    return work


HIRE = Verb(
    name="hire",
    label="Make support staff",
    perform=_set_staff(True),
    outcome=lambda row: (
        f"{row.display_name} ({row.email or row.username}) can sign in here, read everything, and decide listings and "
        "cases. Settings stay with operators."
    ),
    done="is support staff now.",
    form=Note,
)
DISMISS = Verb(
    name="dismiss",
    label="Take staff access away",
    perform=_set_staff(False),
    outcome=lambda row: f"{row.display_name} can't sign in here any more. The account itself stays as it is.",
    done="is no staff any more.",
    form=Note,
    is_harsh=True,
)


UNLOCK = Verb(
    name="unlock",
    label="Remove the second factor",
    perform=lambda actor, row, values: sessions.remove_second_factor(actor, row.pk),
    outcome=lambda row: (
        f"{row.display_name} ({row.email or row.username}) signs in without a code of the authenticator app, and can set up "
        "another one. Make sure before that it is really this person who asks."
    ),
    done="has no second factor any more.",
    form=Note,
    is_harsh=True,
)


@admin.register(Account)
class AccountAdmin(Deciding):
    verbs = (HIRE, DISMISS, UNLOCK)
    list_display = ("public_id", "display_name", "email", "public_profile_id", "role", "is_active", "created_at")
    search_fields = ("email", "name", "username")
    search_help_text = "A name, e-mail or username, or a public id (usr_… or prf_…)."
    list_filter = ("is_superuser", "is_staff", "is_active")
    ordering = ("-id",)
    exclude = ("password", "groups", "user_permissions", "phone_digits")

    def may_decide(self, request: HttpRequest, row: Account) -> bool:
        return is_operator(request)

    def open_verbs(self, row: Account) -> tuple[Verb, ...]:
        """Operators are made by the command line alone (docs/backoffice.md)."""
        if row.is_superuser:
            return ()
        staff = (DISMISS,) if row.is_staff else (HIRE,) if row.is_active and row.has_usable_password() else ()
        return staff + ((UNLOCK,) if sessions.has_second_factor(row) else ())

    def why_open(self, row: Account) -> str:
        return "This person is support staff." if row.is_staff else "This person is no staff."

    @admin.display(description="name", ordering="name")
    def display_name(self, row: Account) -> str:
        return row.display_name

    @admin.display(description="role", ordering="is_staff")
    def role(self, row: Account) -> str:
        return "operator" if row.is_staff and row.is_superuser else "support" if row.is_staff else "-"


@admin.register(ApiKey)
class KeyAdmin(ReadOnly):
    list_display = ("public_id", "account", "name", "shown_prefix", "agent_id", "tier", "last_used_at", "revoked_at")
    search_fields = ("name", "account__name", "account__email", "shown_prefix")
    search_help_text = "A key's name or shown prefix, whose it is, or a public id (key_…, usr_…, prf_…)."
    fields = ("id", "account", "name", "shown_prefix", "agent", "tier", "created_at", "last_used_at", "revoked_at")
    readonly_fields = ("id", "account", "name", "shown_prefix", "agent", "created_at", "last_used_at", "revoked_at")
    ordering = ("-id",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Its tier is all that an operator changes."""
        return is_operator(request)


@admin.register(Identity)
class IdentityAdmin(ReadOnly):
    """Which agents have proven to hold which key pair; a key is bound to one by itself."""

    list_display = ("public_id", "agent_id", "account", "created_at")
    search_fields = ("=agent_id", "account__name", "account__email")
    search_help_text = "agent_…, whose it is, or a public id (idn_…, usr_…, prf_…)."
    exclude = ("public_key",)
    ordering = ("-id",)


@admin.register(Application)
class ProgramAdmin(ReadOnly):
    """Programs that registered to connect by OAuth; who they are is what they say themselves."""

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
    """A tier takes effect when a key has it: on the key's page."""

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
    """No sign-up from there and no bounty there, from now on; what exists is left alone."""

    form = BlockedForm
    list_display = ("code", "country", "note")
    search_fields = ("code", "note")
    ordering = ("code",)

    @admin.display(description="country")
    def country(self, row: BlockedCountry) -> str:
        return countries.name(row.code)


class AnswerForm(forms.Form):
    """Words for the reporter."""

    words = forms.CharField(
        label="Answer",
        max_length=5000,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="The reporter reads it in the conversation, and by mail where we have a confirmed address.",
    )


def _answer_report(actor: Actor, row: SupportReport, values: dict[str, Any]) -> None:
    support.answer(actor, row.pk, values["words"])


def _close_report(actor: Actor, row: SupportReport, values: dict[str, Any]) -> None:
    support.close(actor, row.pk)


ANSWER = Verb(
    name="answer",
    label="Answer",
    perform=_answer_report,
    outcome=lambda row: (
        f"{row.account.display_name} gets these words in the conversation of report {row.number}"
        + (
            f", and by mail to {row.account.email}."
            if letters.reaches(row.account)
            else "; there is no address to mail to."
        )
    ),
    done="is answered.",
    form=AnswerForm,
)
CLOSE = Verb(
    name="close",
    label="Nothing more to do",
    perform=_close_report,
    outcome=lambda row: "Nobody is told. When the reporter writes again, the report is open again.",
    done="is closed.",
    form=Note,
)


@admin.register(SupportReport)
class SupportReportAdmin(Deciding):
    verbs = (ANSWER, CLOSE)
    list_display = ("number", "summary", "category", "priority", "status", "account", "created_at")
    list_filter = ("status", "category", "priority")
    search_fields = ("=number", "summary", "account__name", "account__email")
    search_help_text = (
        "A report's number, words of its summary, whose it is, or a public id (rpt_…, usr_…, prf_…, key_…)."
    )
    fields = (
        *("number", "status", "account", "key", "summary", "category", "priority", "error_code", "source_tool"),
        *("talk", "conversation_id", "created_at", "answered_at", "id"),
    )
    readonly_fields = ("talk",)
    id_prefixes: ClassVar[dict[str, str]] = {"conversation_id": "cnv"}
    ordering = ("-id",)

    def open_verbs(self, row: SupportReport) -> tuple[Verb, ...]:
        return tuple(verb for verb in self.verbs if verb.name in REPORT.allowed(row.status))

    def why_open(self, row: SupportReport) -> str:
        return {"open": "This waits for an answer.", "answered": "This was answered."}.get(
            row.status, "This is closed."
        )

    @admin.display(description="written so far")
    def talk(self, row: SupportReport) -> SafeString | str:
        return next((desk.said(row.conversation_id) for desk in desks.all() if row.conversation_id), "-")


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """Whether a mail left, not what it says: sign-in codes are nobody's business."""

    list_display = ("public_id", "to", "sent_at", "tries", "last_error", "created_at")
    exclude = ("subject", "text", "html")
    search_fields = ("to",)
    search_help_text = "An address, or a mail's id (mai_…)."
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
    """Who of the staff changed or decided what."""

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
