"""Lists that stay quick over millions of rows: nothing is counted, a page is read where it begins, and a search that finds
nothing quickly is given up with a word of advice."""

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
MAX_PAGES = 200  # further down, a filter or a search leads there sooner
_SAMPLE = 1000


class Uncounted(Paginator):
    """Gives the template of its links and the size of a page; it is never asked how many rows there are."""

    template_name = "admin/uncounted.html"


class Rows(ChangeList):
    """One row more than a page shows says whether there is a next page."""

    has_next = False

    def get_results(self, request: HttpRequest) -> None:
        if not 1 <= self.page_num <= MAX_PAGES:
            raise IncorrectLookupParameters()
        first = (self.page_num - 1) * self.list_per_page
        found = self._read(request, self.queryset[first : first + self.list_per_page + 1])
        self.has_next = len(found) > self.list_per_page and self.page_num < MAX_PAGES
        self.result_list = found[: self.list_per_page]
        self.result_count = len(self.result_list)  # "select all across pages" stays away
        self.paginator = self.model_admin.get_paginator(request, self.result_list, self.list_per_page)
        self.full_result_count = self.result_count  # no number stands above the list
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
    def first_number(self) -> int:
        return (self.page_num - 1) * self.list_per_page + 1

    @property
    def last_number(self) -> int:
        return self.first_number + len(self.result_list) - 1


class Seen(admin.FieldListFilter):
    """The values of a column without a list of its own, from the latest rows: no look at the whole table."""

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


def suited(model: type[models.Model], wanted: Any) -> Any:
    """Django would ask the whole table for the values of a column without choices."""
    if not isinstance(wanted, str) or "__" in wanted:
        return wanted
    field: Any = model._meta.get_field(wanted)
    plain = isinstance(field, models.CharField | models.TextField | models.IntegerField) and not field.choices
    return (wanted, Seen) if plain else wanted
