"""The timeline of an account's calls."""

from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.models import ApiKey, Call

ORDER = ("-created_at", "-id")


def visible(actor: Actor) -> QuerySet[Call]:
    """A key sees its own calls, a connected program those of its kind, a person signed in all of the account's."""
    if actor.via == "key" and actor.key is not None:
        return Call.objects.filter(key=actor.key)
    rows = Call.objects.filter(account=actor.id)
    if actor.via != "oauth":
        return rows
    return rows.filter(connector_id=actor.connector.pk) if actor.connector else rows.filter(via="oauth")


def of_request(actor: Actor, request_id: str) -> list[Call]:
    """The lines of one request, oldest first: a call of a tool or a page may carry out several. Raises NotFound (404) for one
    that changed nothing, was no write, or is another caller's."""
    found = list(visible(actor).filter(request_id=request_id).order_by("created_at", "pk"))
    if not found:
        raise NotFound(
            "No write of yours has this request id (X-Request-Id of its answer). Reads are not kept, nor failures of ours (5xx), "
            "which did nothing; lines are kept for 90 days. GET /api/activity lists them."
        )
    return found


def call(actor: Actor, call_id: str) -> Call:
    """The line with this id (`act_…`). Raises NotFound (404) for one that the caller does not see."""
    try:
        found: Call = visible(actor).select_related("key", "person").get(pk=ids.decode("act", call_id))
        return found
    except (ValueError, Call.DoesNotExist):
        raise NotFound(
            "There is no such line in your timeline. GET /api/activity lists them; they are kept for 90 days."
        )


def makers_of_keys(actor: Actor, key_ids: Collection[str]) -> dict[str, ApiKey]:
    """Which of these keys (`key_…`) another key of the account made, and which one. As the timeline has it, so for 90 days."""
    made = Call.objects.filter(account=actor.id, operation="createKey", via="key", status=200, object_id__in=key_ids)
    return {row.object_id: row.key for row in made.select_related("key") if row.key is not None}


def first_since(actor: Actor, operations: Collection[str], since: datetime, *, within: timedelta) -> Call | None:
    """The first of these acts that was carried out for the account from `since` on and `within` that time; None where no line tells
    it (any more)."""
    of_account = Call.objects.filter(account=actor.id, operation__in=operations, status__lt=400)
    rows = of_account.filter(created_at__gte=since, created_at__lte=since + within)
    found: Call | None = rows.select_related("person").order_by("created_at", "id").first()
    return found


def keys_made_by(actor: Actor, key: ApiKey) -> list[ApiKey]:
    """The active keys of the account that this key made, or a key that it made, and so on; the newest first. As the timeline has
    it, so for 90 days. A query for each generation."""
    made = Call.objects.filter(account=actor.id, operation="createKey", via="key", status=200)
    found, makers = set[UUID](), {key.pk}
    while makers:
        texts = made.filter(key__in=makers).values_list("object_id", flat=True)
        makers = {ids.decode(ApiKey.PREFIX, text) for text in texts if text.startswith(f"{ApiKey.PREFIX}_")} - found
        found |= makers
    return list(ApiKey.objects.filter(account=actor.id, pk__in=found, revoked_at=None).order_by("-id"))
