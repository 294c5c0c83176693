"""Payout destinations: the provider's page asks for the bank account, and we store the provider's id of the person.

The ProviderAccount row is created first; its id is the provider's idempotency key.
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
from wallet.providers.cards import Recipient
from wallet.services import bank_accounts


def destination(actor: Actor) -> str:
    """The provider's id of this person, to which money can be paid out. Locks the ProviderAccount row.

    Raises PayoutOnboardingRequired (409), NoCardProvider (503). Spec: Tool interface (withdraw_wallet, withdraw_earnings).
    """
    found = _own_rows(actor).locked().first()
    if found is None or not found.can_be_paid:
        raise PayoutOnboardingRequired()
    return str(found.payout_ref)


def is_onboarded(actor: Actor) -> bool:
    """Whether the configured provider can pay this person, according to our rows. Raises NoCardProvider (503)."""
    found = _own_rows(actor).first()
    return found is not None and found.can_be_paid


def register(actor: Actor) -> ProviderAccount:
    """Get or create the account's row for the configured provider. Locks nothing. Raises NoCardProvider (503)."""
    return _get_or_create(actor.id, card_rail().name)


def page(actor: Actor) -> str:
    """Create an onboarding page at the provider and return its address. Repeated calls create pages for the same person.

    No transaction is open while the provider is asked. Raises NoCardProvider (503), ProviderUnavailable (502).
    """
    rail = card_rail()
    row = _get_or_create(actor.id, rail.name)
    bank_accounts.note_asker(actor, row)
    reference, address = rail.onboarding(
        key=row.public_id,
        account_ref=row.payout_ref,
        return_url=f"{settings.BASE_URL}/payouts/onboarding/{row.public_id}",
    )
    if reference != row.payout_ref:
        # Concurrent calls got the same id, by the key. An id that the onboarding page has set meanwhile is kept.
        ProviderAccount.objects.filter(pk=row.pk, payout_ref=row.payout_ref).update(payout_ref=reference)
        if row.account.payouts_onboarded_at is not None:  # by another provider: this one knows no bank account yet
            poll(ProviderAccount.objects.get(pk=row.pk))
    return address


def poll(row: ProviderAccount, *, in_person: bool = False) -> bool:
    """Ask the provider whether this person can be paid and where, store the answer, and return whether.

    in_person: they have just come back from the provider's page. No transaction is open while the provider is asked. Locks the
    account, then its row at the provider. Raises NoCardProvider (503), also when another provider is configured now, and
    ProviderUnavailable (502).
    """
    rail = card_rail()
    if rail.name != row.provider:
        raise NoCardProvider()
    found = rail.recipient(row.payout_ref) if row.payout_ref else Recipient(can_be_paid=False)

    def work() -> None:
        account: Account = Account.objects.get(pk=row.account_id)
        if found.can_be_paid != (account.payouts_onboarded_at is not None):
            accounts.update_columns(row.account_id, payouts_onboarded_at=clock.now() if found.can_be_paid else None)
        bank_accounts.learn(row, found, in_person=in_person)

    unit(work)
    return found.can_be_paid


def on_webhook(reference: str) -> None:
    """A webhook named this person (the provider's id): poll whether they can be paid. Raises as `poll`."""
    row = ProviderAccount.objects.filter(provider=card_rail().name, payout_ref=reference).first()
    if row is not None and reference:
        poll(row)


def set_sandbox_bank_account(row: ProviderAccount, number: str) -> bool:
    """The sandbox's form: store a test bank account. Returns False, without a change, for any other number."""
    reference = sandbox_cards().bank_account(f"sbx_acct_{row.public_id}", number)
    if reference is None:
        return False

    def work() -> None:
        accounts.update_columns(row.account_id, payouts_onboarded_at=clock.now())
        ProviderAccount.objects.filter(pk=row.pk).update(payout_ref=reference)
        bank_accounts.learn(row, sandbox_cards().recipient(reference), in_person=True)

    unit(work)
    return True


def set_sandbox_payouts(account: Account, can_be_paid: bool) -> None:
    """The sandbox's verify route sets whether this person can be paid. In its transaction, which has locked the account."""
    if settings.CARD_PROVIDER == "sandbox":
        row = _get_or_create(account.pk, "sandbox")
        ProviderAccount.objects.filter(pk=row.pk).update(
            payout_ref=f"sbx_acct_{row.public_id}:ok" if can_be_paid else ""
        )
        bank_accounts.forget(row)


def _own_rows(actor: Actor) -> Rows:
    rows: Rows = ProviderAccount.objects.select_related("account").filter(
        account_id=actor.id, provider=card_rail().name
    )
    return rows


def _get_or_create(account_id: UUID, provider: str) -> ProviderAccount:
    mine = {"account_id": account_id, "provider": provider}
    found = ProviderAccount.objects.filter(**mine).first()
    if found is None:
        ProviderAccount.objects.bulk_create([ProviderAccount(**mine)], ignore_conflicts=True)
        found = ProviderAccount.objects.get(**mine)
    return found
