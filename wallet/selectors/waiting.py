"""How much waits for staff."""

from wallet.models import Chargeback, Discrepancy, Outflow


def outflows() -> int:
    """Money on its way out that nobody could account for."""
    return Outflow.objects.filter(status="attention").count()


def discrepancies() -> int:
    """What the books don't agree on, and nobody has explained."""
    return Discrepancy.objects.filter(over_at=None).count()


def chargebacks() -> int:
    """Payments that a bank took back and has not decided about: the provider waits for our evidence."""
    return Chargeback.objects.filter(status="open").count()
