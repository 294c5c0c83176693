"""Query parameters of lists, based on django-filter: unknown parameters are ignored, invalid values are 400."""

import re
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework.request import Request

from marketplace.core import clock, countries, ids, moments
from marketplace.core.errors import Invalid

NOTHING = "nothing has this id"
RANGE_DEFAULT = timedelta(days=30)
RANGE_MAX = timedelta(days=366)
_EPOCH_MS = re.compile(r"[0-9]{9,14}")
_DOLLARS = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,2})?")


class Query(django_filters.FilterSet):
    """Abstract. Only filters whose parameter was sent are built, so that a list without filters costs nothing."""

    def __init__(self, request: Request, rows: QuerySet[Any], *, without: Collection[str] = ()) -> None:
        """`without`: parameters that are read by the caller instead."""
        given = request.query_params.items()
        sent = {name: value for name, value in given if value != "" and name not in without}
        declared: dict[str, Any] = type(self).base_filters  # type: ignore[misc, has-type]
        self.base_filters = {name: filter_ for name, filter_ in declared.items() if name in sent}
        super().__init__(data=sent, queryset=rows, request=request)

    def apply(self) -> tuple[QuerySet[Any], dict[str, Any]]:
        """The filtered rows, and the cleaned values, which become part of the cursor. Raises Invalid (400)."""
        if not self.base_filters:
            return self.queryset, {}
        if not self.is_valid():
            raise Invalid({name: [str(error) for error in errors] for name, errors in self.form.errors.items()})
        return self.qs, dict(self.form.cleaned_data)


def read_choice(request: Request, name: str, choices: tuple[str, ...]) -> str:
    """A parameter that is not a filter; the first choice is the default. Raises Invalid (400) for any other value."""
    value: str = request.query_params.get(name) or choices[0]
    if value not in choices:
        raise Invalid({name: [f"Give one of: {', '.join(choices)}."]})
    return value


def read_range(request: Request) -> tuple[datetime, datetime]:
    """The parameters `start` and `end`: each an ISO date, an ISO timestamp or epoch milliseconds; by default 30 days ago and
    now. A date is midnight UTC.

    Raises Invalid (400), also for an end before the start and a range over 366 days.
    """
    now = clock.now()
    start, end = _moment(request, "start"), _moment(request, "end")
    last = end or now
    first = start or last - RANGE_DEFAULT
    if last < first:
        raise Invalid({"end": ["Give an end that is not before the start."]})
    if last - first > RANGE_MAX:
        raise Invalid({"start": ["A range may be 366 days long at most."]})
    return first, last


def _moment(request: Request, name: str) -> datetime | None:
    text = request.query_params.get(name)
    if not text:
        return None
    try:
        if _EPOCH_MS.fullmatch(text):
            return datetime.fromtimestamp(int(text) / 1000, UTC)
        return moments.read_day_or_moment(text)
    except (ValueError, OverflowError):
        raise Invalid({name: ["Give an ISO date such as 2026-11-01, a timestamp, or epoch milliseconds."]})


class BooleanField(forms.Field):
    def to_python(self, value: Any) -> bool | None:
        if value in (None, ""):
            return None
        try:
            return {"true": True, "1": True, "false": False, "0": False}[str(value).lower()]
        except KeyError:
            raise ValidationError("Give true, false, 1 or 0.")


class BooleanFilter(django_filters.Filter):
    field_class = BooleanField


class _IdField(forms.CharField):
    def __init__(self, *, prefix: str, **kwargs: Any) -> None:
        self.id_prefix = prefix
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return ids.decode(self.id_prefix, text) if text else None
        except ValueError:
            return NOTHING


class IdFilter(django_filters.Filter):
    """`?bountyId=bty_…`; an unknown or malformed id gives an empty list."""

    field_class = _IdField

    def filter(self, rows: QuerySet[Any], value: Any) -> QuerySet[Any]:
        return rows.none() if value is NOTHING else super().filter(rows, value)


class CountryField(forms.CharField):
    """A country by code or English name, as its code. An unknown one is 400: it would find nothing without saying why."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=56, **kwargs)

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        code = countries.find(text) if text else ""
        if code is None:
            raise ValidationError("Give a country by its ISO 3166 code or its English name.")
        return code


class CountryFilter(django_filters.Filter):
    field_class = CountryField


class DollarsField(forms.CharField):
    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        if not _DOLLARS.fullmatch(text):
            raise ValidationError("Give US dollars with at most two decimals, such as 12.50.")
        whole, _, rest = text.partition(".")
        return int(whole) * 100 + int((rest + "00")[:2]) * (-1 if whole.startswith("-") else 1)


class DollarsFilter(django_filters.Filter):
    field_class = DollarsField


class ChoiceFilter(django_filters.ChoiceFilter):
    """An unknown value is 400 and names the known ones."""

    def __init__(self, *args: Any, values: list[str], **kwargs: Any) -> None:
        known = ", ".join(values)
        kwargs["error_messages"] = {"invalid_choice": f"Give one of: {known}."}
        super().__init__(*args, choices=[(value, value) for value in values], **kwargs)
