"""Counts of rows that await staff."""

from wallet.models import Chargeback, Discrepancy, MppCharge, Outflow, TopUp, X402Payment


def outflows() -> int:
    """Outflows whose outcome the provider has not given in time."""
    return Outflow.objects.filter(status="attention").count()


def stablecoins() -> int:
    """Signed payments whose outcome the chain has not given for a day."""
    return X402Payment.objects.filter(status="attention").count()


def card_tokens() -> int:
    """Card tokens whose outcome the provider has not given for a day."""
    return MppCharge.objects.filter(status="attention").count()


def top_ups() -> int:
    """Automatic top-ups whose outcome the provider has not given for a day."""
    return TopUp.objects.filter(status="attention").count()


def discrepancies() -> int:
    """Open differences between books."""
    return Discrepancy.objects.filter(over_at=None).count()


def chargebacks() -> int:
    """Open chargebacks, for which the provider accepts evidence."""
    return Chargeback.objects.filter(status="open").count()
