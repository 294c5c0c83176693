"""How much waits for staff."""

from wallet.models import Chargeback, Discrepancy, MppCharge, Outflow, TopUp, X402Payment


def outflows() -> int:
    """Money on its way out that nobody could account for."""
    return Outflow.objects.filter(status="attention").count()


def stablecoins() -> int:
    """Signed payments of which the chain did not say in a day what became of them."""
    return X402Payment.objects.filter(status="attention").count()


def card_tokens() -> int:
    """Card tokens of which the provider did not say in a day whether they were charged."""
    return MppCharge.objects.filter(status="attention").count()


def top_ups() -> int:
    """Automatic top-ups of which the provider did not say in a day whether they were charged."""
    return TopUp.objects.filter(status="attention").count()


def discrepancies() -> int:
    """What the books don't agree on, and nobody has explained."""
    return Discrepancy.objects.filter(over_at=None).count()


def chargebacks() -> int:
    """Payments that a bank took back and has not decided about: the provider waits for our evidence."""
    return Chargeback.objects.filter(status="open").count()
