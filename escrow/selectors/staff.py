"""Who of the staff works on cases."""

from marketplace.core.roles import can_decide
from marketplace.models import Account


def deciders() -> list[Account]:
    """Active support staff and operators by name. Two queries."""
    rows = Account.objects.filter(is_staff=True, is_active=True).prefetch_related("groups")
    return sorted((row for row in rows if can_decide(row.role)), key=lambda row: row.display_name.casefold())
