"""What keys and members are called in the timeline of their account."""

from collections.abc import Collection
from uuid import UUID

from marketplace.models import ApiKey, Membership


def keys(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """The names of this account's keys."""
    return dict(ApiKey.objects.filter(account=account_id, pk__in=keys).values_list("pk", "name"))


def members(account_id: UUID, keys: Collection[UUID]) -> dict[UUID, str]:
    """The names of the people who act for this account, or did."""
    rows = Membership.objects.filter(account=account_id, pk__in=keys).select_related("person")
    return {row.pk: row.person.display_name for row in rows}
