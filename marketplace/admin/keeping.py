"""Keeping times: how long what grows for good is kept."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from marketplace.api.backoffice import Settings, SettingsForm
from marketplace.core.keeping import KEEPING, MOST_DAYS
from marketplace.models import KeepingTime


class KeepingForm(SettingsForm):
    class Meta:
        model = KeepingTime
        fields = ("kind", "days", "is_archived")
        help_texts = {
            "days": "Older ones are deleted for good, within a day. Not what is still due, and not what is part of open work.",
            "is_archived": "Before that they are written to the storage of files, below archive/.",
        }

    def clean_days(self) -> int:
        days: int = self.cleaned_data["days"]
        kind = KEEPING.get(self.instance.kind)
        floor = kind.floor if kind is not None else 1
        if kind is not None and days < floor:
            raise forms.ValidationError(f"At least {floor}. {kind.why}")
        if days > MOST_DAYS:
            raise forms.ValidationError(f"At most {MOST_DAYS}.")
        return days

    def clean_is_archived(self) -> bool:
        wanted: bool = self.cleaned_data["is_archived"]
        kind = KEEPING.get(self.instance.kind)
        if wanted and kind is not None and not kind.may_be_archived:
            raise forms.ValidationError("These have codes or answers in them, which are not kept in files.")
        return wanted


@admin.register(KeepingTime)
class KeepingTimeAdmin(Settings):
    """One row per kind of record; rows are edited, never added or deleted."""

    form = KeepingForm
    list_display = ("kind", "days", "fewest", "is_archived", "why_so_long")
    ordering = ("kind",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="at least")
    def fewest(self, row: KeepingTime) -> int | str:
        return KEEPING[row.kind].floor if row.kind in KEEPING else "-"

    @admin.display(description="why")
    def why_so_long(self, row: KeepingTime) -> str:
        return KEEPING[row.kind].why if row.kind in KEEPING else ""
