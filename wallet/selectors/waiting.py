"""How much waits for staff."""

from wallet.models import Outflow


def outflows() -> int:
    """Money on its way out that nobody could account for."""
    return Outflow.objects.filter(status="attention").count()
