"""The bank account behind a person's id at the payout provider: which one it is, when it was given, and who had asked for the
page on which it was. Its owner is told of each other one, whoever gave it: whoever has the page's address can."""

from django.utils.translation import gettext as _

from marketplace.core import clock, reader
from marketplace.core.actor import Actor
from marketplace.models import Account
from marketplace.services import alerts, calls
from wallet.models import ProviderAccount
from wallet.providers.cards import Recipient
from wallet.rules.outflows import bank_words, who_asked_words

GIVEN = "giveBankAccount"  # of the timeline: no operation, since whoever gives it calls nothing


def note_asker(actor: Actor, row: ProviderAccount) -> None:
    """This caller asks for the page of the account's row. One statement."""
    named = actor.key or actor.connector
    by = named.name if named is not None else actor.person.display_name
    ProviderAccount.objects.filter(pk=row.pk).update(bank_asked_via=actor.via, bank_asked_by=by[:100])


def learn(row: ProviderAccount, found: Recipient, *, in_person: bool) -> None:
    """Keep which bank account the provider has, and tell its owner by mail and in the timeline when it is another one than before.
    In the caller's transaction.

    in_person: whoever gave it is the caller, whose address and device the mail names; else the provider told us of it.
    Locks the ProviderAccount row. Issue "console".
    """
    locked: ProviderAccount = ProviderAccount.objects.locked().select_related("account").get(pk=row.pk)
    if found.bank == locked.bank_ref:
        return
    before = locked.bank_last4
    locked.bank_ref, locked.bank_last4 = found.bank, found.last4
    locked.bank_given_at = clock.now() if found.bank else None
    locked.bank_given_via = locked.bank_asked_via if found.bank else ""
    locked.bank_given_by = locked.bank_asked_by if found.bank else ""
    locked.save(update_fields=["bank_ref", "bank_last4", "bank_given_at", "bank_given_via", "bank_given_by"])
    if found.bank:
        _tell(locked, before, in_person=in_person)


def forget(row: ProviderAccount) -> None:
    """The sandbox took it back: no bank account is known. In the caller's transaction; one statement, nobody is told."""
    ProviderAccount.objects.filter(pk=row.pk).update(
        bank_ref="", bank_last4="", bank_given_at=None, bank_given_via="", bank_given_by=""
    )


def _tell(row: ProviderAccount, before: str, *, in_person: bool) -> None:
    account: Account = row.account
    with reader.written_to(account):
        bank, asked_by = bank_words(row.bank_last4), who_asked_words(row.bank_given_via, row.bank_given_by)
        note = _("Bank account: %(bank)s; its page was asked for by %(who)s") % {"bank": bank, "who": asked_by}
    alerts.mail_owner(
        account,
        "bank_account",
        has_origin=in_person,
        bank=bank,
        ending=row.bank_last4,
        before=before,
        asked_by=asked_by,
    )
    calls.write_for_service(account, operation=GIVEN, note=note)
