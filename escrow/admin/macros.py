"""Macros that operators write for staff, each row from a moment on. One that holds or has held is never changed or deleted; another
row takes its place, and an empty one ends it."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSplitDateTimeWidget

from escrow.models import Macro
from escrow.rules.macros import FIELDS
from escrow.services import macros
from marketplace.api.backoffice import Settings, SettingsForm, WhyField, moment
from marketplace.core import clock
from marketplace.core.errors import Invalid

_STEPS = (
    'A JSON list, such as [{"do": "send", "to": "worker"}, {"do": "ask", "of": "worker", "items": ["A sharp photo"], "hours": 24}, '
    '{"do": "tag", "tag": "photos"}, {"do": "snooze", "hours": 24}, {"do": "assign", "to": "me"}]. `to` of send: funder, worker or '
    "both; of assign: me or nobody. Nothing here moves money."
)


class MacroForm(SettingsForm):
    language = forms.ChoiceField(choices=settings.LANGUAGES, initial="en")
    text = forms.CharField(
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=f"Fields: {', '.join(f'{{{name}}}' for name in FIELDS)}. Each reader gets the row of their language.",
    )
    steps = forms.JSONField(required=False, initial=list, help_text=_STEPS)
    holds_from = forms.SplitDateTimeField(
        label="Holds from (UTC)",
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget(),
        help_text="Empty: at once. Empty text without steps: from then on the macro has ended.",
    )
    why = WhyField(needed="Say why, for colleagues.")

    class Meta:
        model = Macro
        fields = ("name", "language", "text", "steps", "holds_from", "why")

    def clean_steps(self) -> list[Any]:
        return self.cleaned_data["steps"] or []

    def clean(self) -> dict[str, Any]:
        text = self.cleaned_data.get("text", "")
        values, now = super().clean(), clock.now()
        values["text"] = text  # with its lines
        if "steps" not in self.errors:
            try:
                macros.check(text, values.get("steps", []))
            except Invalid as problem:
                for name, words in problem.extra["fields"].items():
                    self.add_error(name, words)
        if "holds_from" not in self.errors:
            values["holds_from"] = values["holds_from"] or now
            same = {name: values.get(name, "") for name in ("name", "language", "holds_from")}
            if values["holds_from"] < now:
                self.add_error("holds_from", "That is over: it holds from now on, or from a later moment.")
            elif Macro.objects.filter(**same).exists():
                self.add_error("holds_from", "There is one of this name and language from this moment already.")
        return values


@admin.register(Macro)
class MacroAdmin(Settings):
    form = MacroForm
    list_display = ("name", "language", "begins", "does", "why")
    list_filter = ("language",)
    search_fields = ("name", "text", "why")
    search_help_text = "Words of the name, the text or the reason."
    ordering = ("name", "language", "-holds_from")

    def has_change_permission(self, request: HttpRequest, obj: Macro | None = None) -> bool:
        """Never edited: what was applied stays readable. A new row takes its place."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Macro | None = None) -> bool:
        """Only one that has not begun: nobody has applied it."""
        return super().has_delete_permission(request, obj) and obj is not None and obj.holds_from > clock.now()

    @admin.display(description="holds from", ordering="holds_from")
    def begins(self, row: Macro) -> SafeString | str:
        return moment(row.holds_from)

    @admin.display(description="does")
    def does(self, row: Macro) -> str:
        return ", ".join(step["do"] for step in row.steps) or ("text only" if row.text else "ended")
