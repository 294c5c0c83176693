"""Base classes of all pages and of read-only records: permissions, columns, search by public id, the staff log, CSV."""

import re
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import SimpleTemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin, TabularInline

from marketplace.api.backoffice import by_request, cells, exporting, journal, lists, reading
from marketplace.core import ids, roles
from marketplace.core.masking import Kind
from marketplace.models import Account
from marketplace.services import private_reads, staff_log

_PUBLIC_ID = re.compile(r"([a-z]{3})_[0-9a-z]{26}")
_OWNER_COLUMNS = ("subject_id", "owner_id")  # have the key of the row that a record belongs to, of any model


def is_operator(request: HttpRequest) -> bool:
    """May edit settings, rate tiers and roles."""
    return request.user.is_active and roles.can_configure(_role(request))


def is_decider(request: HttpRequest) -> bool:
    """May run actions: all staff except auditors."""
    return request.user.is_active and roles.can_decide(_role(request))


def _role(request: HttpRequest) -> str:
    return request.user.role if isinstance(request.user, Account) else ""


def _by_id(entry: LogEntry, row: models.Model) -> LogEntry:
    """Django's log, which is never deleted, calls a row by its text: a name or words that may be erased. So by its public id. What
    has none is a setting, or is called by the id of whose it is: no words of a person."""
    entry.object_repr = staff_log.name_of(row)[:200]
    entry.save(update_fields=["object_repr"])
    return entry


class Page(ModelAdmin):
    """Common base: all staff may view, and a public id in the search box finds its row."""

    list_per_page = 50
    paginator = lists.UncountedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # facets count rows
    list_fullwidth = True
    actions: Sequence[Any] | None = None
    # Prefix of a public id -> additional lookups; those for the model's own columns are derived.
    id_lookups: ClassVar[dict[str, tuple[str, ...]]] = {}
    id_prefixes: ClassVar[dict[str, str]] = {}  # a UUID column -> the prefix of the ids it holds
    id_texts: ClassVar[tuple[str, ...]] = ()  # columns with a public id as text
    request_lookup: ClassVar[str] = (
        ""  # where the id of the request stands that caused a row, which the search box finds
    )
    masked: ClassVar[dict[str, Kind]] = {}  # columns with personal data: shown masked, in lists, pages and files
    none_yet: ClassVar[str] = ""  # what an empty list says, where nothing is something
    is_list_only_read: ClassVar[bool] = False  # staff act on nothing in the list: a replica may give it

    def __init__(self, model: type[models.Model], site: admin.AdminSite) -> None:
        self._in_list: dict[str, str] = {}
        self._in_page: dict[str, str] = {}
        for field in model._meta.concrete_fields:
            for suffix, known, full in (("cell", self._in_list, False), ("line", self._in_page, True)):
                kind = self.masked.get(field.name)
                cell = cells.masked_cell(field.name, kind) if kind else None
                if cell or (cell := cells.cell_of(field, self._prefix(model, field), full=full)):
                    known[field.name] = f"{field.name}_{suffix}"
                    setattr(self, known[field.name], cells.as_column(field, cell))
        super().__init__(model, site)

    def _prefix(self, model: type[models.Model], field: Any) -> str | None:
        own = getattr(model, "PREFIX", None) if field.primary_key else None
        return self.id_prefixes.get(field.name) or own or cells.NAMED.get(field.name)

    @admin.display(description="belongs to it")
    def belongings(self, row: Any) -> SafeString | str:
        """Links to the lists that hold what belongs to this row, found by its id; a page shows them by naming this column. No list
        is read. Those of upper apps are in it without being known here."""
        lists_of = sorted(
            (
                str(model._meta.verbose_name_plural),
                reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"),
            )
            for model, page in admin.site._registry.items()
            if model is not self.model and isinstance(page, Page) and page.names(row.PREFIX)
        )
        return (
            format_html_join(", ", '<a href="{}?q={}">{}</a>', ((url, row.public_id, name) for name, url in lists_of))
            or cells.NOTHING
        )

    def names(self, prefix: str) -> bool:
        """Whether a row of this list can name one with a public id of this prefix."""
        if self.id_texts or self.id_lookups.get(prefix):
            return True
        return any(
            prefix in (getattr(field.related_model, "PREFIX", None), self._prefix(self.model, field))
            for field in self.model._meta.concrete_fields
            if not field.primary_key or field.is_relation
        )

    def heading(self, row: Any) -> str:
        """What the head of its page calls a row: never by an id alone where it has a title or a name."""
        text, public_id = str(row), getattr(row, "public_id", "")
        name = str(getattr(row, "title", "") or getattr(row, "display_name", "")).strip()
        return f"{name} {public_id}" if name and text == public_id else text

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_staff", False))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [self._in_list.get(str(name), name) for name in super().get_list_display(request)]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        """Joins every foreign key that is listed, so that the number of queries doesn't grow with the list."""
        named = {str(name) for name in self.list_display}
        keys = [
            f.name for f in self.model._meta.concrete_fields if isinstance(f, models.ForeignKey) and f.name in named
        ]
        more = self.list_select_related
        return [*keys, *(more if isinstance(more, list | tuple) else ())]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[lists.UncountedChangeList]:
        return lists.UncountedChangeList

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [lists.cheap_filter(self.model, wanted) for wanted in super().get_list_filter(request)]

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """Django shows no search box without one."""
        return list(self.search_fields) or (["pk"] if self._finds_ids() else [])

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        found = self.by_public_id(term)
        if found is None and self.request_lookup:
            found = by_request.rows_of(self.request_lookup, term)
        if found is None and "@" in term and " " not in term:
            found = self.by_email(term)
        if found is not None:
            return queryset.filter(found), False
        if search_term and not self.search_fields:
            return queryset.none(), False
        rows, may_repeat = super().get_search_results(request, queryset, search_term)
        return rows, may_repeat

    def by_public_id(self, term: str) -> Q | None:
        """Rows with this public id, or belonging to the row it names; None when `term` is not a public id."""
        match = _PUBLIC_ID.fullmatch(term)
        if match is None:
            return None
        prefix = match[1]
        try:
            key = ids.decode(prefix, term)
        except ValueError:
            return None
        lookups_and_values: dict[str, Any] = dict.fromkeys(self._lookups(prefix), key) | dict.fromkeys(
            self.id_texts, term
        )
        if prefix == "prf":  # columns with an account's primary key
            keys = Account.objects.filter(profile_id=key).values("pk")
            lookups_and_values |= {f"{lookup}__in": keys for lookup in self._lookups("usr")}
        return self._one_of(lookups_and_values)

    def by_email(self, term: str) -> Q | None:
        """Rows that belong to the account with this address; None when there is no such account or no such column."""
        person = Account.objects.annotate(lowered=Lower("email")).filter(lowered=term.lower()).first()
        return self._one_of(dict.fromkeys(self._lookups("usr"), person.pk)) if person else None

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        entry = _by_id(super().log_addition(request, obj, message), obj)
        self.record(request, "added", obj, entry.get_change_message())
        return entry

    def log_change(self, request: HttpRequest, obj: Any, message: Any, *, act: str = "changed") -> LogEntry:
        """`act`: which one, for the staff log."""
        entry = _by_id(super().log_change(request, obj, message), obj)
        self.record(request, act, obj, entry.get_change_message())
        return entry

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        rows = list(queryset)
        entries = super().log_deletions(request, rows)
        for entry, obj in zip(entries, rows, strict=True):
            _by_id(entry, obj)
            self.record(request, "deleted", obj, "")
        return entries

    def record(self, request: HttpRequest, act: str, row: models.Model, words: str) -> None:
        """Every act on this page comes through here, in its own transaction."""
        assert isinstance(request.user, Account)
        staff_log.write(request.user, act, row, words)

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta
        name = f"{meta.app_label}_{meta.model_name}_csv"
        return [path("export.csv", self.admin_site.admin_view(self.csv_view), name=name), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Whose private data is on the page, can read later that it was opened."""
        answer: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        shown = getattr(answer, "context_data", None) or {}
        if isinstance(shown.get("original"), self.model):
            shown["subtitle"] = self.heading(shown["original"])  # for the browser's tab
        if request.method == "GET" and answer.status_code == 200 and (row := self.get_object(request, object_id)):
            self.opened(request, row)
        return answer

    def opened(self, request: HttpRequest, row: models.Model) -> None:
        assert isinstance(request.user, Account)
        private_reads.note(request.user, row, "opened")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """That a list of people's data was looked at is written down."""
        answer: HttpResponse
        if self.is_list_only_read:
            answer = reading.read(request, partial(self._whole_list, request, extra_context))
        else:
            answer = super().changelist_view(request, extra_context)
        found = (getattr(answer, "context_data", None) or {}).get("cl")
        if request.method == "GET" and answer.status_code == 200 and found is not None:
            journal.listed(request, self.model, len(found.result_list))
        return answer

    def _whole_list(self, request: HttpRequest, extra_context: dict[str, Any] | None) -> HttpResponse:
        """With its words: columns may ask for more while they are written."""
        answer: HttpResponse = super().changelist_view(request, extra_context)
        return answer.render() if isinstance(answer, SimpleTemplateResponse) else answer

    def csv_view(self, request: HttpRequest) -> HttpResponse:
        """The list as it is filtered and searched now, as a file. Who fetched it is written down before it is sent."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            answer = exporting.download(self, request)
        except exporting.TooSlow as slow:
            messages.warning(request, str(slow))
            return HttpResponseRedirect(f"./?{request.GET.urlencode()}")
        except IncorrectLookupParameters:
            return HttpResponseRedirect("./?e=1")
        journal.write(request, "exported", self.model, journal.filtered(request)[:1000] or "the whole list")
        return answer

    def _one_of(self, lookups_and_values: dict[str, Any]) -> Q | None:
        """Rows matched by any of these lookups; None without any. As a union, in which each lookup uses its own index: for an OR
        over several tables PostgreSQL would join every row first.
        """
        if len(lookups_and_values) < 2:
            return Q(**lookups_and_values) or None
        rows = self.model._default_manager.order_by().values("pk")
        first, *others = (rows.filter(**{lookup: value}) for lookup, value in lookups_and_values.items())
        return Q(pk__in=first.union(*others))

    def _finds_ids(self) -> bool:
        """Whether a search without words of its own can find a row: by its id, one that it holds, or its request's."""
        return bool(self.id_lookups or self.id_texts or self.request_lookup) or any(
            getattr(field.related_model, "PREFIX", None)
            or self._prefix(self.model, field)
            or field.name in _OWNER_COLUMNS
            for field in self.model._meta.concrete_fields
        )

    def _lookups(self, prefix: str) -> list[str]:
        lookups = list(self.id_lookups.get(prefix, ()))
        for field in self.model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                matches = getattr(field.related_model, "PREFIX", None) == prefix
            else:
                named = self._prefix(self.model, field) == prefix or field.name in _OWNER_COLUMNS
                matches = isinstance(field, models.UUIDField) and named
            if matches:
                lookups.append(field.attname)
        return lookups


class ReadOnly(Page):
    """Nobody can add, change or delete: actions are forms that call services. Shows every column, rendered as the API does."""

    is_list_only_read = True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[tuple[Any, Any]]:
        """Editable columns keep their field, all others are rendered as cells."""
        editable: set[str] = set()
        if self.has_change_permission(request, obj):
            editable = {f.name for f in self.model._meta.concrete_fields if f.name not in self.readonly_fields}
        if self.fieldsets is None and self.fields is None:
            return [(None, {"fields": self._lines(self._everything(), but=editable)})]
        sets = super().get_fieldsets(request, obj)
        return [(name, {**options, "fields": self._lines(options["fields"], but=editable)}) for name, options in sets]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return self._lines(super().get_readonly_fields(request, obj))

    def _everything(self) -> list[str]:
        hidden = set(self.exclude or ())
        meta = self.model._meta
        own = [field.name for field in (*meta.concrete_fields, *meta.many_to_many) if field.name not in hidden]
        return [*own, *(str(name) for name in self.readonly_fields if name not in own and name not in hidden)]

    def _lines(self, names: Sequence[Any], *, but: Collection[str] = ()) -> list[Any]:
        """Names in a tuple share a line."""
        return [
            tuple(self._lines(name, but=but))
            if isinstance(name, list | tuple)
            else name
            if name in but
            else self._in_page.get(name, name)
            for name in names
        ]


class Lines(TabularInline):
    """Rows of a related table on a record's page, read-only."""

    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_staff", False))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
