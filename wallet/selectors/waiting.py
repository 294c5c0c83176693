"""How much waits for staff."""

from wallet.models import Discrepancy, Outflow


def outflows() -> int:
    """Money on its way out that nobody could account for."""
    return Outflow.objects.filter(status="attention").count()


def discrepancies() -> int:
    """What the books don't agree on, and nobody has explained."""
    return Discrepancy.objects.filter(over_at=None).count()
