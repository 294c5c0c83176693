"""Form fields of the admin site: dollars shown, cents stored; texts without redundant blanks; country codes in capitals."""

from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.functional import cached_property

from marketplace.core import countries

MAX_DOLLARS = Decimal(10_000_000)


class DollarsField(forms.DecimalField):
    """Dollars with decimals on the page, integer cents in the row."""

    def __init__(self, **options: Any) -> None:
        bounds: dict[str, Any] = {"min_value": 0, "max_value": MAX_DOLLARS, "decimal_places": 2, "max_digits": 12}
        super().__init__(**bounds | options)

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value) / 100 if isinstance(value, int) and not isinstance(value, bool) else value

    def clean(self, value: Any) -> Any:
        dollars = super().clean(value)
        return None if dollars is None else int(dollars * 100)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class CountryField(forms.CharField):
    """An ISO code or the name of a country; the code is stored."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        code = countries.find(text) if text else ""
        if code is None:
            raise forms.ValidationError(f"{text} is no country: give a two-letter ISO code, such as PT, or its name.")
        return code


class WhyField(forms.CharField):
    """The reason that an action requires; `needed` is the error message for an empty one."""

    def __init__(self, *, needed: str, rows: int = 3, **options: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows})
        super().__init__(max_length=300, strip=True, widget=widget, error_messages={"required": needed}, **options)


class SettingsForm(forms.ModelForm):
    """Of a settings row. Asks for the reason of each change, and collapses blanks in texts, so that rules match what people write.

    A row with a column of its own for the reason names it in `WHY`, and leaves the field `why` out (`why = None`).
    """

    WHY: ClassVar[str] = "why"

    why = WhyField(
        label="Why",
        needed="Say why: it stands in the history of this setting.",
        rows=2,
        help_text="For colleagues: it stands in the history of this setting.",
    )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        return {name: " ".join(v.split()) if isinstance(v, str) else v for name, v in values.items()}

    @cached_property
    def changed_data(self) -> list[str]:
        """The columns that differ; a reason alone is no change."""
        return [name for name in super().changed_data if name != "why"]


class WhyDeleted(forms.Form):
    """The reason of a deletion."""

    why = WhyField(
        label="Why",
        needed="Say why: it stands in the history of this setting.",
        rows=2,
        help_text="For colleagues: it stands in the history of this setting.",
    )
