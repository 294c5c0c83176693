"""Macros that operators write for staff, each row from a moment on. One that holds or has held is never changed or deleted; another
row takes its place, and an empty one ends it."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString

from escrow.models import Macro
from escrow.rules.macros import FIELDS, in_words
from escrow.services import macros
from marketplace.api.backoffice import Dated, DatedForm, cells
from marketplace.core.errors import Invalid

# English is one language here, wherever its reader lives.
_LANGUAGES = sorted({(code.partition("-")[0], code.partition("-")[0]) for code, _ in settings.LANGUAGES})
_STEPS = (
    'A JSON list, such as [{"do": "send", "to": "worker"}, {"do": "ask", "of": "worker", "items": ["A sharp photo"], "hours": 24}, '
    '{"do": "tag", "tag": "photos"}, {"do": "snooze", "hours": 24}, {"do": "assign", "to": "me"}]. `to` of send: funder, worker or '
    "both; of assign: me or nobody. Nothing here moves money."
)


class MacroForm(DatedForm):
    SUBJECT = ("name", "language")

    language = forms.ChoiceField(choices=_LANGUAGES, initial="en")
    text = forms.CharField(
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=f"Fields: {', '.join(f'{{{name}}}' for name in FIELDS)}. Each reader gets the row of their language.",
    )
    steps = forms.JSONField(required=False, initial=list, help_text=_STEPS)

    class Meta:
        model = Macro
        fields = ("name", "language", "text", "steps", "holds_from", "why")

    def clean_steps(self) -> list[Any]:
        return self.cleaned_data["steps"] or []

    def clean(self) -> dict[str, Any]:
        text = self.cleaned_data.get("text", "")
        values = super().clean()
        values["text"] = text  # with its lines
        if "steps" not in self.errors:
            try:
                macros.check(text, values.get("steps", []))
            except Invalid as problem:
                for name, words in problem.extra["fields"].items():
                    self.add_error(name, words)
        return values


@admin.register(Macro)
class MacroAdmin(Dated):
    form = MacroForm
    list_display = ("name", "language", "does", "begins", "state", "why")
    readonly_fields = ("told",)
    none_yet = (
        "A macro is a text with steps that staff apply to a case in one press: a letter, a request for items, a tag."
    )
    list_filter = ("language",)
    search_fields = ("name", "text", "why")
    search_help_text = "Words of the name, the text or the reason."
    ordering = ("name", "language", "-holds_from")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        """Who writes one writes its steps as data, who reads one reads them in words."""
        names = [name for name in super().get_fields(request, obj) if name != "told"]
        return ["told" if name == "steps_line" else name for name in names]

    @admin.display(description="does")
    def does(self, row: Macro) -> str:
        return "; ".join(in_words(step) for step in row.steps) or ("text only" if row.text else "ended")

    @admin.display(description="steps")
    def told(self, row: Macro) -> SafeString | str:
        return cells.lines(in_words(step) for step in row.steps) or cells.NOTHING
