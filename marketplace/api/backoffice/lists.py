"""Change lists that stay fast with millions of rows: rows aren't counted, pages are limited, and a slow search is cancelled with
a hint.
"""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR
from django.core.paginator import Paginator
from django.db import OperationalError, connection, models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from psycopg.errors import QueryCanceled
from unfold.views import ChangeList

PATIENCE = "5s"
MAX_PAGES = 200  # beyond that a filter or a search is faster
_SAMPLE = 1000


class UncountedPaginator(Paginator):
    """A paginator that supplies the template and the page size; never asked for the number of rows."""

    template_name = "admin/uncounted.html"


class UncountedChangeList(ChangeList):
    """A change list that reads one row more than a page, to know whether there is a next page."""

    has_next = False

    def get_results(self, request: HttpRequest) -> None:
        if not 1 <= self.page_num <= MAX_PAGES:
            raise IncorrectLookupParameters()
        first = (self.page_num - 1) * self.list_per_page
        found = self._read(request, self.queryset[first : first + self.list_per_page + 1])
        self.has_next = len(found) > self.list_per_page and self.page_num < MAX_PAGES
        self.result_list = found[: self.list_per_page]
        self.result_count = len(self.result_list)  # hides "select all across pages"
        self.paginator = self.model_admin.get_paginator(request, self.result_list, self.list_per_page)
        self.full_result_count = self.result_count  # hides the total above the list
        self.show_full_result_count = self.show_admin_actions = False
        self.can_show_all = self.multi_page = False

    def _read(self, request: HttpRequest, rows: QuerySet[Any]) -> list[Any]:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("select set_config('statement_timeout', %s, true)", [PATIENCE])
                found = list(rows)
                cursor.execute("set local statement_timeout to default")
        except OperationalError as error:
            if not isinstance(error.__cause__, QueryCanceled):
                raise
            messages.warning(
                request, f"Not found within {PATIENCE}. Search by an id or a whole e-mail address: those are indexed."
            )
            return []
        return found

    @property
    def earlier(self) -> str:
        return self.get_query_string({PAGE_VAR: self.page_num - 1}) if self.page_num > 1 else ""

    @property
    def later(self) -> str:
        return self.get_query_string({PAGE_VAR: self.page_num + 1}) if self.has_next else ""

    @property
    def csv(self) -> str:
        """The whole list, as it is filtered and searched, as a file."""
        return f"export.csv{self.get_query_string(remove=[PAGE_VAR])}"

    @property
    def first_number(self) -> int:
        return (self.page_num - 1) * self.list_per_page + 1

    @property
    def last_number(self) -> int:
        return self.first_number + len(self.result_list) - 1


class RecentValuesFilter(admin.FieldListFilter):
    """Filters by the values of a column without choices, taken from the latest rows instead of a scan of the table."""

    def __init__(self, field: Any, request: HttpRequest, params: Any, model: Any, page: Any, field_path: str) -> None:
        self.lookup_kwarg = f"{field_path}__exact"
        self.chosen = (params.get(self.lookup_kwarg) or [None])[-1]
        super().__init__(field, request, params, model, page, field_path)
        latest = model._default_manager.order_by("-pk").values_list(field_path, flat=True)[:_SAMPLE]
        found = {str(value) for value in latest if value not in (None, "")}
        self.values = sorted(found | ({self.chosen} if self.chosen else set()))

    def expected_parameters(self) -> list[str | None]:
        return [self.lookup_kwarg]

    def has_output(self) -> bool:
        return bool(self.values)

    def choices(self, changelist: Any) -> Any:
        yield {
            "selected": self.chosen is None,
            "query_string": changelist.get_query_string(remove=[self.lookup_kwarg]),
            "display": "All",
        }
        for value in self.values:
            yield {
                "selected": self.chosen == value,
                "query_string": changelist.get_query_string({self.lookup_kwarg: value}),
                "display": value,
            }


def cheap_filter(model: type[models.Model], wanted: Any) -> Any:
    """Replaces Django's filter for a column without choices, which would scan the table for its values."""
    if not isinstance(wanted, str) or "__" in wanted:
        return wanted
    field: Any = model._meta.get_field(wanted)
    plain = isinstance(field, models.CharField | models.TextField | models.IntegerField) and not field.choices
    return (wanted, RecentValuesFilter) if plain else wanted
