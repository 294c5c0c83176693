"""Payout destinations: the provider's page asks for the bank account, and we store the provider's id of the person.

The ProviderAccount row is created first; its id is the provider's idempotency key.
"""

import logging
from functools import partial
from uuid import UUID

from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, Problem
from marketplace.core.transactions import unit
from marketplace.models import Account
from marketplace.models.base import Rows
from marketplace.services import accounts
from wallet.errors import NoCardProvider, PayoutOnboardingRequired, ProviderUnavailable
from wallet.models import ProviderAccount
from wallet.providers import card_rail, sandbox_cards
from wallet.providers.cards import Recipient
from wallet.selectors.bank_accounts import not_looked_at
from wallet.services import bank_accounts

log = logging.getLogger(__name__)

_ASKED_AT_MOST = 3  # while others write down what they were told meanwhile
_BATCH = 300


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
        # Whoever was made just now has no bank account yet: the first one is told, whoever could pay this person before.
        ProviderAccount.objects.filter(pk=row.pk, payout_ref=row.payout_ref).update(
            payout_ref=reference, bank_looked_at=clock.now()
        )
        if row.account.payouts_onboarded_at is not None:  # by another provider: this one knows no bank account yet
            poll(ProviderAccount.objects.get(pk=row.pk))
    return address


def poll(row: ProviderAccount) -> bool:
    """Ask the provider whether this person can be paid and where, store the answer, and return whether.

    No transaction is open while the provider is asked; when somebody else has stored another answer meanwhile it is asked again.
    Nothing is stored for an account that is closed. Locks the account, then its row at the provider. Raises NoCardProvider (503),
    also when another provider is configured now, and ProviderUnavailable (502), also when it was asked three times in vain.
    """
    rail = card_rail()
    if rail.name != row.provider:
        raise NoCardProvider()
    for _ in range(_ASKED_AT_MOST):
        known = ProviderAccount.objects.get(pk=row.pk)
        found = rail.recipient(known.payout_ref) if known.payout_ref else Recipient(can_be_paid=False)
        if unit(partial(_store, known, found)):
            return found.can_be_paid
    raise ProviderUnavailable()


def _store(known: ProviderAccount, found: Recipient) -> bool:
    """Store an answer; False when the row is another one than before the provider was asked."""
    account: Account = Account.objects.locked().get(pk=known.account_id)
    if account.closed_at is not None:
        return True
    row: ProviderAccount = ProviderAccount.objects.locked().get(pk=known.pk)
    if (row.payout_ref, row.bank_ref) != (known.payout_ref, known.bank_ref):
        return False
    was_paid = account.payouts_onboarded_at is not None
    if found.can_be_paid != was_paid:
        accounts.update_columns(account.pk, payouts_onboarded_at=clock.now() if found.can_be_paid else None)
    bank_accounts.learn(row, found, was_paid=was_paid, in_person=False)
    return True


def look_due() -> int:
    """Timer: ask once which bank account people have who gave it before it was kept, so that the next other one is told. In any
    order, so that those who can't be asked keep nobody waiting. Returns how many were asked. Locks as `poll`."""
    try:
        rows = list(not_looked_at(card_rail().name).order_by("?")[:_BATCH])
    except NoCardProvider:
        return 0
    done = 0
    for row in rows:
        try:
            poll(row)
            done += 1
        except Problem:  # for this person only: go on with the others
            log.warning("bank account could not be asked for", extra={"row": row.public_id})
    return done


def on_webhook(reference: str) -> None:
    """A webhook named this person (the provider's id): poll whether they can be paid. Raises as `poll`."""
    rows = ProviderAccount.objects.filter(provider=card_rail().name, payout_ref=reference, account__closed_at=None)
    row = rows.first() if reference else None
    if row is not None:
        poll(row)


def set_sandbox_bank_account(row: ProviderAccount, number: str) -> bool:
    """The sandbox's form: store a test bank account. Returns False, without a change, for any other number. Raises NotFound (404)
    for an account that is closed. Locks the account, then the row."""
    reference = sandbox_cards().bank_account(f"sbx_acct_{row.public_id}", number)
    if reference is None:
        return False

    def work() -> bool:
        if accounts.update_columns(row.account_id, payouts_onboarded_at=clock.now()).closed_at is not None:
            raise NotFound()
        ProviderAccount.objects.filter(pk=row.pk).update(payout_ref=reference)
        # What is typed now is no bank account of before, whoever could be paid until now.
        bank_accounts.learn(row, sandbox_cards().recipient(reference), was_paid=False, in_person=True)
        return True

    return unit(work)


def set_sandbox_payouts(account: Account, can_be_paid: bool) -> None:
    """The sandbox's verify route sets whether this person can be paid. In its transaction, which has locked the account."""
    if settings.CARD_PROVIDER == "sandbox":
        row = _get_or_create(account.pk, "sandbox")
        reference = f"sbx_acct_{row.public_id}:ok" if can_be_paid else ""
        ProviderAccount.objects.filter(pk=row.pk).update(payout_ref=reference)
        bank_accounts.keep(row, sandbox_cards().recipient(reference))


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
