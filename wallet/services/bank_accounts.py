"""The bank account behind a person's id at the payout provider: which one it is, when it was given, and who had last asked for the
page on which it was. Its owner is told of each other one, whoever gave it: whoever has the page's address can."""

from django.utils.translation import gettext as _

from marketplace.core import clock, reader
from marketplace.core.actor import Actor
from marketplace.models import Account
from marketplace.services import alerts, calls
from wallet.models import ProviderAccount
from wallet.providers.cards import Recipient
from wallet.rules.outflows import bank_words, who_asked_words
from wallet.selectors.bank_accounts import asked_words

GIVEN = "giveBankAccount"  # of the timeline: no operation, since whoever gives it calls nothing
_BANK = ("bank_ref", "bank_last4", "bank_given_at", "bank_given_via", "bank_given_by", "bank_looked_at")


def note_asker(actor: Actor, row: ProviderAccount) -> None:
    """This caller asks for the page of the account's row: a key or a program by its name, a person by their id. One statement."""
    named = actor.key or actor.connector
    by = named.name if named is not None else actor.person.public_id
    ProviderAccount.objects.filter(pk=row.pk).update(bank_asked_via=actor.via, bank_asked_by=by[:100])


def learn(row: ProviderAccount, found: Recipient, *, was_paid: bool, in_person: bool) -> None:
    """Keep which bank account the provider has, and tell its owner by mail and in the timeline when it is another one than before.
    In the caller's transaction.

    was_paid: payouts were possible before this look; the first look at such a row finds the bank account of before these were kept,
    which is no change. in_person: whoever gave it is the caller, whose address and device the mail names; else the provider told us
    of it. Locks the ProviderAccount row. Issue "console".
    """
    locked: ProviderAccount = ProviderAccount.objects.locked().select_related("account").get(pk=row.pk)
    is_of_before = was_paid and locked.bank_looked_at is None and not locked.bank_ref
    before, is_same = locked.bank_last4, found.bank == locked.bank_ref
    if is_same and locked.bank_looked_at is not None:
        return
    locked.bank_looked_at = locked.bank_looked_at or clock.now()
    if not is_same:
        is_given = bool(found.bank) and not is_of_before
        locked.bank_ref, locked.bank_last4 = found.bank, found.last4
        locked.bank_given_at = clock.now() if is_given else None
        locked.bank_given_via = locked.bank_asked_via if is_given else ""
        locked.bank_given_by = locked.bank_asked_by if is_given else ""
    locked.save(update_fields=_BANK)
    if locked.bank_given_at is not None and not is_same:
        _tell(locked, before, can_be_paid=found.can_be_paid, in_person=in_person)


def keep(row: ProviderAccount, found: Recipient) -> None:
    """The sandbox gave it, or took it back: nobody asked for its page, and nobody is told. In the caller's transaction; one
    statement."""
    now = clock.now()
    ProviderAccount.objects.filter(pk=row.pk).update(
        bank_ref=found.bank,
        bank_last4=found.last4,
        bank_given_at=now if found.bank else None,
        bank_given_via="",
        bank_given_by="",
        bank_looked_at=now,
    )


def _tell(row: ProviderAccount, before: str, *, can_be_paid: bool, in_person: bool) -> None:
    account: Account = row.account
    is_person = row.bank_given_via == "session"
    with reader.written_to(account):
        bank, asked_by = bank_words(row.bank_last4), asked_words(row.bank_given_via, row.bank_given_by)
        # A line stays when a member is erased: it names no person.
        in_line = who_asked_words(row.bank_given_via, "" if is_person else row.bank_given_by)
        note = _("Bank account: %(bank)s; its page was last asked for by %(who)s") % {"bank": bank, "who": in_line}
    alerts.mail_owner(
        account,
        "bank_account",
        has_origin=in_person,
        bank=bank,
        ending=row.bank_last4,
        before=before,
        asked_by=asked_by,
        can_be_paid=can_be_paid,
    )
    calls.write_for_service(account, operation=GIVEN, note=note)
