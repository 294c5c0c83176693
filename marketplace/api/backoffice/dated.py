"""Settings rows that hold from a moment on. One that has begun is never changed or deleted: another one takes its place. One that
is still to come can be deleted.
"""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSplitDateTimeWidget

from marketplace.api.backoffice.cells import moment
from marketplace.api.backoffice.forms import SettingsForm, WhyField
from marketplace.api.backoffice.settings import Settings
from marketplace.core import clock


class DatedForm(SettingsForm):
    """Of a row with the columns `holds_from` and `why` (or what WHY names). `SUBJECT`: the columns that say what the row is
    about; for each subject the row holds that began last, and two can't begin at the same moment. `ENDED_BY`: the column that a
    row leaves empty which only ends what held before, and `NOTHING_ENDS` what is said when nothing did.
    """

    SUBJECT: ClassVar[tuple[str, ...]] = ()
    ENDED_BY: ClassVar[str] = ""
    NOTHING_ENDS: ClassVar[str] = ""

    holds_from = forms.SplitDateTimeField(
        label="Holds from (UTC)",
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget(),
        help_text="Empty: at once. What was begun before goes on as it was.",
    )
    why = WhyField(needed="Say why, for colleagues.")

    def clean(self) -> dict[str, Any]:
        values, now = super().clean(), clock.now()
        same = self._meta.model._default_manager.filter(**{name: values.get(name) for name in self.SUBJECT})
        is_known = not any(name in self.errors for name in self.SUBJECT)
        if self.ENDED_BY and is_known and not values.get(self.ENDED_BY) and not same.exists():
            self.add_error(self.ENDED_BY, self.NOTHING_ENDS)
        if "holds_from" in self.errors:
            return values
        values["holds_from"] = values.get("holds_from") or now
        if values["holds_from"] < now:
            self.add_error("holds_from", "That is over: it holds from now on, or from a later moment.")
        elif same.filter(holds_from=values["holds_from"]).exists():
            self.add_error("holds_from", "There is one from this moment already.")
        return values


class Dated(Settings):
    """The page of such rows: its form is a DatedForm, its model has the columns `holds_from` and `why`. The list shows which row
    holds now; `state` and `begins` are columns for `list_display`.
    """

    form: type[DatedForm] = DatedForm
    search_fields: Any = ("why",)
    search_help_text = "Words of the reason."
    ordering: Any = ("-holds_from", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        same = {name: OuterRef(name) for name in self.form.SUBJECT}
        later = self.model._default_manager.filter(
            **same, holds_from__gt=OuterRef("holds_from"), holds_from__lte=clock.now()
        )
        return rows.annotate(is_replaced=Exists(later))

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Never edited: another one is another row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only one that has not begun: nothing was done by it."""
        return super().has_delete_permission(request, obj) and obj is not None and obj.holds_from > clock.now()

    def at_approval(self, typed: Any) -> dict[str, Any]:
        is_named = bool(typed.get("holds_from_0")) or not typed
        return {} if is_named else {"holds_from": "when it is approved"}

    @admin.display(description="holds")
    def state(self, row: Any) -> str:
        """`to come`, `now`, or `replaced`."""
        if row.holds_from > clock.now():
            return "to come"
        return "replaced" if row.is_replaced else "now"

    @admin.display(description="holds from", ordering="holds_from")
    def begins(self, row: Any) -> SafeString | str:
        return moment(row.holds_from)
