"""Settings of the dispute desk that hold from a moment on: clocks, reason codes, the evidence that staff want to see. A row that
has begun is never changed or deleted; another one takes its place."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSplitDateTimeWidget

from escrow.models import DeskClocks, EvidenceWanted, ReasonCode
from marketplace.api.backoffice import Settings, SettingsForm, WhyField, moment
from marketplace.core import clock

_HOURS_MAX = 90 * 24


class DatedForm(SettingsForm):
    """`SUBJECT`: the columns that say what the row is about; two about the same can't begin at the same moment."""

    SUBJECT: ClassVar[tuple[str, ...]] = ()

    holds_from = forms.SplitDateTimeField(
        label="Holds from (UTC)",
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget(),
        help_text="Empty: at once. What was begun before goes on as it was.",
    )
    why = WhyField(needed="Say why, for colleagues.")

    def clean(self) -> dict[str, Any]:
        values, now = super().clean(), clock.now()
        if "holds_from" in self.errors:
            return values
        values["holds_from"] = values.get("holds_from") or now
        about = {name: values.get(name) for name in self.SUBJECT}
        if values["holds_from"] < now:
            self.add_error("holds_from", "That is over: it holds from now on, or from a later moment.")
        elif self._meta.model._default_manager.filter(**about, holds_from=values["holds_from"]).exists():
            self.add_error("holds_from", "There is one from this moment already.")
        return values


class DatedSettings(Settings):
    """The page of such rows."""

    search_fields: Any = ("why",)
    search_help_text = "Words of the reason."
    ordering: Any = ("-holds_from", "-pk")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never edited: another one is another row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only one that has not begun: nothing was done by it."""
        return super().has_delete_permission(request, obj) and obj is not None and obj.holds_from > clock.now()

    @admin.display(description="holds from", ordering="holds_from")
    def begins(self, row: Any) -> SafeString | str:
        return moment(row.holds_from)


class ClocksForm(DatedForm):
    class Meta:
        model = DeskClocks
        fields = (
            *("answer_hours", "settlement_hours", "evidence_hours", "first_look_hours", "decision_hours"),
            *("approval_hours", "appeal_days", "keeps_share", "holds_from", "why"),
        )
        help_texts = {
            "answer_hours": "The other party answers the objection.",
            "settlement_hours": "An offer of a party stays open.",
            "evidence_hours": "What staff asked for, unless they name other hours.",
            "first_look_hours": "Staff take a case for the first time.",
            "decision_hours": "Staff decide; the clock stands still while a party is asked.",
            "approval_hours": "A second person approves a proposal.",
            "appeal_days": "Who lost may appeal, once.",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        for name, value in values.items():
            most = 90 if name == "appeal_days" else _HOURS_MAX
            if name.endswith(("_hours", "_days")) and value is not None and not 1 <= value <= most:
                self.add_error(name, f"1 to {most:,}.")
        return values


@admin.register(DeskClocks)
class ClocksAdmin(DatedSettings):
    """The latest that has begun holds; without any, 48, 72, 48, 24, 72 and 24 hours and 14 days."""

    form = ClocksForm
    list_display = (
        *("begins", "answer_hours", "settlement_hours", "evidence_hours", "first_look_hours", "decision_hours"),
        *("approval_hours", "appeal_days", "keeps_share", "why"),
    )
    list_display_links = ("begins",)


class CodeForm(DatedForm):
    SUBJECT = ("code",)

    class Meta:
        model = ReasonCode
        fields = ("code", "decision", "is_overturning", "text", "holds_from", "why")
        help_texts = {
            "code": "Small letters, digits and hyphens: not-as-agreed. The same code again replaces its text.",
            "text": "Both sides read it. Empty: the code ends then.",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not values.get("text") and "code" not in self.errors and not _begun(ReasonCode, code=values.get("code")):
            self.add_error("text", "Give its text: there is no such code that could end.")
        return values


@admin.register(ReasonCode)
class CodeAdmin(DatedSettings):
    form = CodeForm
    list_display = ("code", "decision", "is_overturning", "text", "begins", "why")
    list_display_links = ("code",)
    list_filter = ("decision", "is_overturning")
    search_fields = ("code", "text", "why")
    search_help_text = "Words of the code, its text or its reason."


class WantedForm(DatedForm):
    SUBJECT = ("category", "name")

    class Meta:
        model = EvidenceWanted
        fields = ("category", "name", "side", "label", "holds_from", "why")
        help_texts = {
            "name": "Small letters, digits and hyphens. The same name of the same category again replaces its words.",
            "label": "What staff look for, in a few words: it can be asked for as it stands. Empty: it ends then.",
            "side": "Who would have it.",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        about = {name: values.get(name) for name in self.SUBJECT}
        if not values.get("label") and not self.errors and not _begun(EvidenceWanted, **about):
            self.add_error("label", "Say what is wanted: there is no such row that could end.")
        return values


@admin.register(EvidenceWanted)
class WantedAdmin(DatedSettings):
    form = WantedForm
    list_display = ("category", "name", "side", "label", "begins", "why")
    list_display_links = ("name",)
    list_filter = ("category", "side")
    search_fields = ("label", "name", "why")
    search_help_text = "Words of the label, the name or the reason."


def _begun(model: Any, **about: Any) -> bool:
    """Is there an earlier row about the same, which this one would end?"""
    return bool(model._default_manager.filter(**about).exists())
