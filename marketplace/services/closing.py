"""Closing an account for good, which erases what is personal about it. What is open stands in the way; the books stay."""

from typing import Final
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit, write_gathered_events
from marketplace.errors import AccountInUse, OperatorRequired, SecondPersonNeeded
from marketplace.models import Account, Mail, Proposal
from marketplace.ports import account_data
from marketplace.rules import MONEY_MATTERS, PLATFORM
from marketplace.selectors.personal import addresses_of
from marketplace.services import erasing, exports, keys, mail_templates, members, oauth
from marketplace.services.accounts import update_search_copy

# What the last mail is written with: to whom, and in which language and zone.
_READER: Final = (
    *("id", "email", "email_verified_at", "name", "username"),
    *("language", "browser_language", "time_zone", "browser_time_zone"),
)


def open_matters(account: Account) -> list[str]:
    """Why the account can't be closed by its owner now, as codes: money, work, jobs, disputes. Empty when nothing is open."""
    if account.is_staff or account.is_superuser or account.pk == PLATFORM:
        return ["staff"]
    return [matter for part in account_data.all() for matter in part.open_matters(account)]


def close_own(actor: Actor) -> Account:
    """Close the caller's account and erase what is personal about it. It can't be undone: sign-in, keys and programs end at
    once, and so do its members' rights; what becomes of each column says its app's table (`marketplace/core/personal.py`). The
    books stay, under the name "Deleted account"; texts and files of finished work go a few minutes later, those of a case that is
    open yet when it ends.

    The owner gets one last mail. Locks the account, then rows of its parts. Raises AccountInUse (409) naming what is open; then
    nothing is changed. Raises InvalidState (409) when it is closed already.
    """

    def work() -> Account:
        account: Account = Account.objects.locked().get(pk=actor.id)
        if not account.is_active:
            raise InvalidState("This account is closed.", currentState="closed", allowedActions=[])
        if matters := open_matters(account):
            raise AccountInUse(matters=matters)
        return _close(account, operator=None)

    return unit(work)


def erase_for(actor: Actor, pk: UUID, *, approved: Proposal | None = None) -> Account:
    """An operator closes and erases an account at its owner's word, or one that was closed by an operator. As `close_own`; what is
    left of its money stays in the books of the account without a name.

    approved: the proposal by which two operators erase an account that has money here, or for which money waits. Raises
    OperatorRequired (403), SecondPersonNeeded (403) for such an account without one; AccountInUse (409) naming what else is open;
    InvalidState (409) for one of the staff, the platform's own, and one that is erased.
    """

    def work() -> Account:
        if not actor.is_operator:
            raise OperatorRequired()
        account, has_money = _erasable(pk)
        if has_money and approved is None:
            raise SecondPersonNeeded("This account holds money: propose to erase it, and another operator approves.")
        return _close(account, operator=actor.me)

    return unit(work)


def erase_again(pk: UUID) -> Account:
    """Erase an account whose erasure was undone by restoring an older database. As `erase_for`, but nobody is told: the owner had
    the mail when it happened. For the command `erasures --again`, which is given the ids of those that were erased.

    Raises Account.DoesNotExist; AccountInUse (409) naming what is open besides money; InvalidState (409) for one of the staff, the
    platform's own, and one that is erased.
    """
    return unit(lambda: _close(_erasable(pk)[0], operator=None, is_told=False))


def _erasable(pk: UUID) -> tuple[Account, bool]:
    """The account, locked, and whether there is money in it or waits for it. Refuses whatever else is open."""
    account: Account = Account.objects.locked().get(pk=pk)
    if account.closed_at is not None:
        raise InvalidState("This account is erased already.", currentState="closed", allowedActions=[])
    matters = open_matters(account)
    if "staff" in matters:
        raise InvalidState("This account is of the staff.", currentState="staff", allowedActions=[])
    if others := [matter for matter in matters if matter not in MONEY_MATTERS]:
        raise AccountInUse(matters=others)
    return account, bool(matters)


def _close(account: Account, *, operator: Account | None, is_told: bool = True) -> Account:
    """In the caller's transaction, which holds the account's lock."""
    addresses = addresses_of(account)
    keys.revoke_all(account)
    oauth.end_all(account.pk)
    exports.delete_of(account)
    members.end_all(account)
    Session.objects.filter(session_key__in=UserSession.objects.filter(user=account).values("session_key")).delete()
    for part in account_data.all():
        part.erase(account)
    reader = Account(**{name: getattr(account, name) for name in _READER})
    erasing.erase(account, addresses)
    closed = _without_names(account)
    last = None
    if is_told:
        mail_templates.send(reader, "account_closed", support=settings.SUPPORT_EMAIL)
        write_gathered_events()  # and the mails beside them
        last = Mail.objects.filter(to__in=addresses).order_by("-pk").first()
    erasing.begin(account, operator=operator, last_mail=last)
    return closed


def _without_names(account: Account) -> Account:
    account.refresh_from_db()
    account.set_unusable_password()
    account.is_active, account.closed_at = False, clock.now()
    account.save()
    update_search_copy(account)
    return account
