"""Closing one's own account, for good. What is open stands in the way; what others or the books need stays; the rest is deleted."""

from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import AccountInUse
from marketplace.models import Account, Call
from marketplace.ports import account_data
from marketplace.rules import PLATFORM
from marketplace.services import exports, keys, mail_templates, members, oauth
from marketplace.services.accounts import update_search_copy

NAME: Final = "Deleted account"  # what others see from then on


def open_matters(account: Account) -> list[str]:
    """Why the account can't be closed by its owner now, as codes: money, work, jobs, disputes. Empty when nothing is open."""
    if account.is_staff or account.is_superuser or account.pk == PLATFORM:
        return ["staff"]
    return [matter for part in account_data.all() for matter in part.open_matters(account)]


def close_own(actor: Actor) -> Account:
    """Close the caller's account and delete what is personal about it. It can't be undone: sign-in, keys and programs end at
    once, and so do its members' rights; address and names are removed, and so is what the parts of the upper apps name in
    `erase`. The books, finished work and what others take part in stay, under the name "Deleted account".

    The owner gets one last mail. Locks the account, then rows of its parts. Raises AccountInUse (409) naming what is open; then
    nothing is changed. Raises InvalidState (409) when it is closed already.
    """

    def work() -> Account:
        account: Account = Account.objects.locked().get(pk=actor.id)
        if not account.is_active:
            raise InvalidState("This account is closed.", currentState="closed", allowedActions=[])
        if matters := open_matters(account):
            raise AccountInUse(matters=matters)
        mail_templates.send(account, "account_closed", support=settings.SUPPORT_EMAIL)
        keys.revoke_all(account)
        oauth.end_all(account.pk)
        Authenticator.objects.filter(user=account).delete()
        EmailAddress.objects.filter(user=account).delete()
        UserSession.objects.filter(user=account).update(ip="0.0.0.0", user_agent="")  # noqa: S104  (ended by the page)
        exports.delete_of(account)
        Call.objects.filter(account=account).delete()
        members.end_all(account)
        for part in account_data.all():
            part.erase(account)
        return _without_names(account)

    return unit(work)


def _without_names(account: Account) -> Account:
    account.set_unusable_password()
    account.is_active, account.closed_at = False, clock.now()
    account.name = NAME
    account.email = account.username = account.phone = account.billing_email = None
    account.signup_region = account.signup_city = account.time_zone = account.browser_time_zone = ""
    account.save()
    update_search_copy(account)
    return account
