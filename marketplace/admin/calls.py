"""The timeline: what callers changed, and which of their writes were refused. Kept for 90 days."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from marketplace.api.backoffice import ReadOnly, named_link
from marketplace.models import Call


class Outcome(admin.SimpleListFilter):
    """What became of the call."""

    title = "outcome"
    parameter_name = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("done", "Done"), ("refused", "Refused"), ("waits", "Waits for an approval"), ("cost", "Cost money")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "done":
                return queryset.filter(status__lt=400).exclude(status=202)
            case "refused":
                return queryset.filter(status__gte=400)
            case "waits":
                return queryset.filter(status=202, object_id__startswith="apv_")
            case "cost":
                return queryset.filter(cents__gt=0)
        return queryset


@admin.register(Call)
class CallAdmin(ReadOnly):
    """Never a body, never a secret. What staff did is in the log entries."""

    list_display = ("created_at", "account", "via", "by", "operation", "status", "cents", "about", "request_id")
    list_select_related = ("key", "person")
    list_filter = (Outcome, "via", "operation", "error_code")
    search_fields = ("operation", "account__name", "account__email")
    search_help_text = (
        "A request id (req_…), an operation, whose it is, or any public id of who did it or what it was about "
        "(usr_…, prf_…, key_…, ctr_…, bty_…, app_…, apv_…)."
    )
    id_prefixes = {"connector_id": "ctr"}
    id_texts = ("object_id",)
    exclude = ("object_id", "slot")
    readonly_fields = ("about",)
    ordering = ("-id",)

    def by_public_id(self, term: str) -> Q | None:
        """The id of a request is no public id of a row, but is what people send us."""
        if not term or " " in term or not Call.objects.filter(request_id=term).exists():
            return super().by_public_id(term)
        return Q(request_id=term)

    @admin.display(description="by")
    def by(self, row: Call) -> str:
        return row.program or (row.person.display_name if row.person else "-")

    @admin.display(description="about")
    def about(self, row: Call) -> SafeString | str:
        return named_link(row.object_id)
