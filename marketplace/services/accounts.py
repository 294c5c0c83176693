"""What the program writes down on an account, and who is told: steps that keep a copy for their indexes follow."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.later import unit
from marketplace.core.states import InvalidState
from marketplace.errors import OperatorRequired
from marketplace.models import Account
from marketplace.ports import followers
from marketplace.rules import PLATFORM

_ACTIVE = timedelta(hours=1)


def mark_active(account: Account) -> None:
    """Its person did something just now; written at most once an hour. Locks the account."""
    if account.last_active_at < clock.now() - _ACTIVE:
        write_down(account.pk, last_active_at=clock.now())


def write_down(pk: UUID, **facts: object) -> Account:
    """Set these columns of an account and tell its followers, all in one transaction. Locks the account."""

    def work() -> Account:
        account: Account = Account.objects.locked().get(pk=pk)
        for name, value in facts.items():
            setattr(account, name, value)
        account.save(update_fields=list(facts))
        tell(account)
        return account

    return unit(work)


def set_staff(actor: Actor, pk: UUID, is_staff: bool) -> Account:
    """An operator makes somebody support staff, or takes that back. Locks the account.

    Raises OperatorRequired (403), InvalidState (409) for an operator's account, for one that has no password to sign in
    with, and when it is so already.
    """

    def work() -> Account:
        if not actor.is_operator:
            raise OperatorRequired()
        account: Account = Account.objects.locked().get(pk=pk)
        useless = is_staff and not (account.is_active and account.has_usable_password())
        if account.is_superuser or useless or account.is_staff == is_staff:
            state = "operator" if account.is_superuser else "support" if account.is_staff else "no staff"
            raise InvalidState(
                f"This account is {state}; that can't be changed to {'support' if is_staff else 'no staff'}.",
                currentState=state,
                allowedActions=[],
            )
        account.is_staff = is_staff
        account.save(update_fields=["is_staff"])
        return account

    return unit(work)


def tell(account: Account) -> None:
    """The account was changed and is locked: whoever keeps a copy follows, in the same transaction."""
    for follow in followers.all():
        follow(account)


def platform() -> Account:
    """The account that speaks for the service in conversations of support. Nobody signs in with it; made on first need."""
    name = f"{settings.SERVICE_NAME} support"[:100]
    account, _ = Account.objects.get_or_create(pk=PLATFORM, defaults={"name": name, "password": "!"})
    return account
