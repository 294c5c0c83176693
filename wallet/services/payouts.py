"""Where a person is paid: the provider's page asks for the bank account, and we keep the provider's id of the person.

The row of the account at its provider is made first, and its id is the provider's idempotency key.
"""

from uuid import UUID

from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.models.base import Rows
from marketplace.services import accounts
from wallet.errors import NoCardProvider, PayoutOnboardingRequired
from wallet.models import ProviderAccount
from wallet.providers import card_rail, sandbox_cards


def destination(actor: Actor) -> str:
    """The provider's id of this person, who can be paid; locked. Raises PayoutOnboardingRequired (409), NoCardProvider
    (503)."""
    found = _mine(actor).locked().first()
    if found is None or not found.can_be_paid:
        raise PayoutOnboardingRequired()
    return str(found.payout_ref)


def is_onboarded(actor: Actor) -> bool:
    """Can this person be paid by the present provider, as far as we know? Raises NoCardProvider (503)."""
    found = _mine(actor).first()
    return found is not None and found.can_be_paid


def register(actor: Actor) -> ProviderAccount:
    """The account's row at the present provider, made at its first need. Raises NoCardProvider (503)."""
    return _row(actor.id, card_rail().name)


def page(actor: Actor) -> str:
    """The address of the provider's page for a registered person; no transaction is open while it is asked.

    Asking again gives the same person another page. Raises NoCardProvider (503), ProviderUnavailable (502).
    """
    rail = card_rail()
    row = _row(actor.id, rail.name)
    reference, address = rail.onboarding(
        key=row.public_id,
        account_ref=row.payout_ref,
        return_url=f"{settings.BASE_URL}/payouts/onboarding/{row.public_id}",
    )
    if reference != row.payout_ref:
        # Two calls at once were told the same id, by the key. One that the page has completed meanwhile stays.
        ProviderAccount.objects.filter(pk=row.pk, payout_ref=row.payout_ref).update(payout_ref=reference)
        if row.account.payouts_onboarded_at is not None:  # by another provider: this one knows no bank account yet
            poll(ProviderAccount.objects.get(pk=row.pk))
    return address


def poll(row: ProviderAccount) -> bool:
    """Ask the provider whether this person can be paid now, and write it down on the account. True when it is so.

    Asked with no transaction open. Raises NoCardProvider (503), also when it is another provider by now, and
    ProviderUnavailable (502).
    """
    rail = card_rail()
    if rail.name != row.provider:
        raise NoCardProvider()
    able = bool(row.payout_ref) and rail.onboarded(row.payout_ref)
    account: Account = Account.objects.get(pk=row.account_id)
    if able != (account.payouts_onboarded_at is not None):
        accounts.update_columns(row.account_id, payouts_onboarded_at=clock.now() if able else None)
    return able


def on_webhook(reference: str) -> None:
    """The provider says that something changed about this person of its: look, and write it down."""
    row = ProviderAccount.objects.filter(provider=card_rail().name, payout_ref=reference).first()
    if row is not None and reference:
        poll(row)


def give_bank_account(row: ProviderAccount, number: str) -> bool:
    """The sandbox's form: a test bank account was typed. False for any other number, and nothing has changed then."""
    reference = sandbox_cards().bank_account(f"sbx_acct_{row.public_id}", number)
    if reference is None:
        return False
    _set(row.account_id, row.provider, reference)
    return True


def stand_in(account: Account, able: bool) -> None:
    """The sandbox's verify route says whether this person can be paid. In its transaction; the account is locked."""
    if settings.CARD_PROVIDER == "sandbox":
        row = _row(account.pk, "sandbox")
        ProviderAccount.objects.filter(pk=row.pk).update(payout_ref=f"sbx_acct_{row.public_id}:ok" if able else "")


def _set(account_id: UUID, provider: str, reference: str) -> None:
    def work() -> None:
        accounts.update_columns(account_id, payouts_onboarded_at=clock.now())
        ProviderAccount.objects.filter(account_id=account_id, provider=provider).update(payout_ref=reference)

    unit(work)


def _mine(actor: Actor) -> Rows:
    rows: Rows = ProviderAccount.objects.select_related("account").filter(
        account_id=actor.id, provider=card_rail().name
    )
    return rows


def _row(account_id: UUID, provider: str) -> ProviderAccount:
    mine = {"account_id": account_id, "provider": provider}
    found = ProviderAccount.objects.filter(**mine).first()
    if found is None:
        ProviderAccount.objects.bulk_create([ProviderAccount(**mine)], ignore_conflicts=True)
        found = ProviderAccount.objects.get(**mine)
    return found
