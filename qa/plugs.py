"""What qa answers to lower steps: how its bounties behave, and what its part of check_ledger is."""

from bounties.ports import Product, products


class QaRuns(Product):
    """The bounty of a QA run: it hires, judges and pays by itself."""


def plug() -> None:
    products.plug("qa", QaRuns())
