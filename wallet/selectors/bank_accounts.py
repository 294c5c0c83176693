"""The bank account that an account is paid out to, as far as it is known."""

from uuid import UUID

from django.db.models import QuerySet

from marketplace.ports import BankAccount
from marketplace.selectors import accounts
from wallet.models import ProviderAccount
from wallet.providers import NoCardProvider, card_rail
from wallet.rules.outflows import bank_words, who_asked_words


def shown(account_id: UUID) -> BankAccount | None:
    """Which one, since when, and who had asked for the page on which it was given, if that is known. None while there is none at
    the configured provider, and where nobody is paid out."""
    try:
        provider = card_rail().name
    except NoCardProvider:
        return None
    rows = ProviderAccount.objects.select_related("account").filter(account_id=account_id, provider=provider)
    row: ProviderAccount | None = rows.first()
    if row is None or not row.can_be_paid or (row.bank_looked_at is not None and not row.bank_ref):
        return None
    return BankAccount(
        last4=row.bank_last4,
        words=bank_words(row.bank_last4),
        given_at=row.bank_given_at,
        asked_by=asked_words(row.bank_given_via, row.bank_given_by) if row.bank_given_via else "",
    )


def asked_words(via: str, by: str) -> str:
    """Who had asked for the page, with the name that a person has now. A query for a person, none for a key or a program."""
    return who_asked_words(via, accounts.names_in([by]).get(by, "") if via == "session" else by)


def not_looked_at(provider: str) -> QuerySet[ProviderAccount]:
    """People of before bank accounts were kept, of whom this provider has not said yet which one they have."""
    rows: QuerySet[ProviderAccount] = ProviderAccount.objects.filter(
        provider=provider, bank_looked_at=None, account__closed_at=None
    )
    return rows.exclude(payout_ref="")
