"""Who of the staff works on cases."""

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Q, Value

from marketplace.core.roles import can_decide, role_of
from marketplace.models import Account


def deciders() -> list[Account]:
    """Active support staff and operators by name. One query."""
    named = ArrayAgg("groups__name", filter=Q(groups__isnull=False), default=Value([]))
    rows = Account.objects.filter(is_staff=True, is_active=True).annotate(named=named)
    found = [row for row in rows if can_decide(role_of(is_staff=True, is_superuser=row.is_superuser, groups=row.named))]
    return sorted(found, key=lambda row: row.display_name.casefold())
