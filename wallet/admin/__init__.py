"""Admin pages of money: books, payments, outflows, chargebacks and owners' settings. Records are read only."""

from wallet.admin import books, card_tokens, chargebacks, outflows, owners, providers, stablecoins

__all__ = ("books", "card_tokens", "chargebacks", "outflows", "owners", "providers", "stablecoins")
