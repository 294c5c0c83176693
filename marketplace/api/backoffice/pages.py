"""Records to be read, and settings rows to be edited: who may, what is shown, and how a public id finds its row."""

import re
from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from marketplace.api.backoffice import cells, lists
from marketplace.core import ids, roles
from marketplace.models import Account

_PUBLIC_ID = re.compile(r"([a-z]{3})_[0-9a-z]{26}")
_OWNER_COLUMNS = ("subject_id", "owner_id")  # hold the key of whatever row a record belongs to


def is_operator(request: HttpRequest) -> bool:
    """May edit settings, give tiers and roles."""
    return request.user.is_active and roles.sets(_role(request))


def is_decider(request: HttpRequest) -> bool:
    """May press buttons: everybody of the staff but auditors."""
    return request.user.is_active and roles.decides(_role(request))


def _role(request: HttpRequest) -> str:
    return request.user.role if isinstance(request.user, Account) else ""


class Page(ModelAdmin):
    """What both kinds have in common: all staff may look, and a public id in the search box finds what it names."""

    list_per_page = 50
    paginator = lists.Uncounted
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count
    list_fullwidth = True
    actions: Sequence[Any] | None = None
    # Prefix of a public id -> lookups besides those that the columns of the model give by themselves.
    id_lookups: ClassVar[dict[str, tuple[str, ...]]] = {}
    id_prefixes: ClassVar[dict[str, str]] = {}  # a column of uuids -> the prefix of what it names
    id_texts: ClassVar[tuple[str, ...]] = ()  # columns that hold a public id as text

    def __init__(self, model: type[models.Model], site: admin.AdminSite) -> None:
        self._in_list: dict[str, str] = {}
        self._in_page: dict[str, str] = {}
        for field in model._meta.concrete_fields:
            for suffix, known, full in (("cell", self._in_list, False), ("line", self._in_page, True)):
                if cell := cells.cell_of(field, self._prefix(model, field), full=full):
                    known[field.name] = f"{field.name}_{suffix}"
                    setattr(self, known[field.name], cells.titled(field, cell))
        super().__init__(model, site)

    def _prefix(self, model: type[models.Model], field: Any) -> str | None:
        own = getattr(model, "PREFIX", None) if field.primary_key else None
        return self.id_prefixes.get(field.name) or own or cells.NAMED.get(field.name)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_staff", False))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [self._in_list.get(str(name), name) for name in super().get_list_display(request)]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        """Every row that a column names is read with the list, so that its length costs no queries."""
        named = {str(name) for name in self.list_display}
        keys = [
            f.name for f in self.model._meta.concrete_fields if isinstance(f, models.ForeignKey) and f.name in named
        ]
        more = self.list_select_related
        return [*keys, *(more if isinstance(more, list | tuple) else ())]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[lists.Rows]:
        return lists.Rows

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        return [lists.suited(self.model, wanted) for wanted in super().get_list_filter(request)]

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return list(self.search_fields) or ["pk"]  # Django shows no box without any

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        found = self.by_public_id(term)
        if found is None and "@" in term and " " not in term:
            found = self.by_email(term)
        if found is not None:
            return queryset.filter(found), False
        if search_term and not self.search_fields:
            return queryset.none(), False
        rows, may_repeat = super().get_search_results(request, queryset, search_term)
        return rows, may_repeat

    def by_public_id(self, term: str) -> Q | None:
        """The rows that this id names or that belong to what it names; None for other words."""
        matched = _PUBLIC_ID.fullmatch(term)
        if matched is None:
            return None
        prefix = matched[1]
        try:
            key = ids.decode(prefix, term)
        except ValueError:
            return None
        ways: dict[str, Any] = dict.fromkeys(self._lookups(prefix), key) | dict.fromkeys(self.id_texts, term)
        if prefix == "prf":  # the columns that hold an account's key
            keys = Account.objects.filter(profile_id=key).values("pk")
            ways |= {f"{lookup}__in": keys for lookup in self._lookups("usr")}
        return self._one_of(ways)

    def by_email(self, term: str) -> Q | None:
        """What belongs to the account with this address; None when there is no such account, or nothing could."""
        person = Account.objects.annotate(lowered=Lower("email")).filter(lowered=term.lower()).first()
        return self._one_of(dict.fromkeys(self._lookups("usr"), person.pk)) if person else None

    def _one_of(self, ways: dict[str, Any]) -> Q | None:
        """The rows that one of these lookups finds; None without any. Each is made by itself, with its own index: of an OR
        over several tables PostgreSQL would join every row before it looks."""
        if len(ways) < 2:
            return Q(**ways) or None
        rows = self.model._default_manager.order_by().values("pk")
        first, *others = (rows.filter(**{lookup: value}) for lookup, value in ways.items())
        return Q(pk__in=first.union(*others))

    def _lookups(self, prefix: str) -> list[str]:
        lookups = list(self.id_lookups.get(prefix, ()))
        for field in self.model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey):
                fits = getattr(field.related_model, "PREFIX", None) == prefix
            else:
                named = self._prefix(self.model, field) == prefix or field.name in _OWNER_COLUMNS
                fits = isinstance(field, models.UUIDField) and named
            if fits:
                lookups.append(field.attname)
        return lookups


class ReadOnly(Page):
    """No add, change or delete: verbs are forms that call services. Every column is shown, as the API names it."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[tuple[Any, Any]]:
        """A column that this person may edit keeps its name, every other one becomes its cell."""
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
        """Several names in a tuple stand in one line."""
        return [
            tuple(self._lines(name, but=but))
            if isinstance(name, list | tuple)
            else name
            if name in but
            else self._in_page.get(name, name)
            for name in names
        ]


class Settings(Page):
    """Rows that operators edit and everybody else reads. Each change is in the page's history; rows go one by one."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_operator(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_operator(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """What a row is known by stays: another name would be another row."""
        key = self.model._meta.pk
        fixed = [key.name] if obj is not None and key is not None and not isinstance(key, models.AutoField) else []
        return [*super().get_readonly_fields(request, obj), *(name for name in fixed if key.editable)]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions


class Lines(TabularInline):
    """Rows of another table on a record's page, to be read."""

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
