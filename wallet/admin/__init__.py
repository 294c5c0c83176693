"""The back office of money: the books, what came in, what leaves or is taken back, and what its owners have set. Records
are only read."""

from wallet.admin import books, card_tokens, chargebacks, outflows, owners, providers, stablecoins

__all__ = ("books", "card_tokens", "chargebacks", "outflows", "owners", "providers", "stablecoins")
