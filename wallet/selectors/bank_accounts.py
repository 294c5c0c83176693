"""The bank account that an account is paid out to, as far as it is known."""

from uuid import UUID

from marketplace.ports import BankAccount
from wallet.models import ProviderAccount
from wallet.providers import NoCardProvider, card_rail
from wallet.rules.outflows import bank_words, who_asked_words


def shown(account_id: UUID) -> BankAccount | None:
    """Which one, since when, and who had asked for the page on which it was given; None while there is none at the configured
    provider, and where nobody is paid out."""
    try:
        provider = card_rail().name
    except NoCardProvider:
        return None
    rows = ProviderAccount.objects.select_related("account").filter(account_id=account_id, provider=provider)
    row: ProviderAccount | None = rows.first()
    if row is None or not row.can_be_paid:
        return None
    return BankAccount(
        last4=row.bank_last4,
        words=bank_words(row.bank_last4),
        given_at=row.bank_given_at,
        asked_by=who_asked_words(row.bank_given_via, row.bank_given_by) if row.bank_given_at else "",
    )
