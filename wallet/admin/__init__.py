"""The back office of money: the books, what came in, what leaves, and what its owners have set. Records are only read."""

from wallet.admin import books, outflows, owners, providers

__all__ = ("books", "outflows", "owners", "providers")
