"""What the program writes down on an account, and who is told: steps that keep a copy for their indexes follow."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import Group

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.roles import ROLES
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired
from marketplace.models import Account
from marketplace.ports import account_copies
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
        update_search_copy(account)
        return account

    return unit(work)


def set_role(actor: Actor, pk: UUID, role: str) -> Account:
    """An operator gives somebody a role among our staff (core/roles.py), or with `""` takes it away. Locks the account.

    Raises OperatorRequired (403); InvalidState (409) for a superuser, whom the command line has made, for oneself, for an
    account that can't sign in with a password, and when it is so already.
    """

    def work() -> Account:
        if not actor.is_operator:
            raise OperatorRequired()
        account: Account = Account.objects.locked().get(pk=pk)
        useless = role and not (account.is_active and account.has_usable_password())
        if account.is_superuser or account.pk == actor.id or useless or account.role == role:
            raise InvalidState(
                f"This account is {account.role or 'no staff'}; that can't be changed to {role or 'no staff'}.",
                currentState=account.role or "none",
                allowedActions=[],
            )
        account.is_staff = bool(role)
        account.save(update_fields=["is_staff"])
        account.groups.remove(*Group.objects.filter(name__in=ROLES))
        if role:
            account.groups.add(Group.objects.get_or_create(name=role)[0])
        del account.role  # read anew
        return account

    return unit(work)


def close(actor: Actor, pk: UUID) -> Account:
    """An operator ends what an account may do, from its next request on: keys, sessions and programs open nothing, nobody
    finds it in the search, and no mail is written to it. What it has begun goes on by its clocks. As `_open_or_close`."""
    return _open_or_close(actor, pk, is_active=False)


def reopen(actor: Actor, pk: UUID) -> Account:
    """A closed account is as it was: also the keys and sessions that have not ended meanwhile. As `_open_or_close`."""
    return _open_or_close(actor, pk, is_active=True)


def _open_or_close(actor: Actor, pk: UUID, *, is_active: bool) -> Account:
    """Locks the account. Raises OperatorRequired (403); InvalidState (409) for a superuser, whom the command line has made,
    for the service's own account, for oneself, and when it is so already."""

    def work() -> Account:
        if not actor.is_operator:
            raise OperatorRequired()
        account: Account = Account.objects.locked().get(pk=pk)
        if account.is_superuser or account.pk in (actor.id, PLATFORM) or account.is_active == is_active:
            state = "open" if account.is_active else "closed"
            raise InvalidState(f"This account is {state}, and stays so.", currentState=state, allowedActions=[])
        return write_down(pk, is_active=is_active)

    return unit(work)


def update_search_copy(account: Account) -> None:
    """The account was changed and is locked: the copy for search is updated in the same transaction."""
    account_copies.get()(account)


def platform() -> Account:
    """The account that speaks for the service in conversations of support. Nobody signs in with it; made on first need."""
    name = f"{settings.SERVICE_NAME} support"[:100]
    account, _ = Account.objects.get_or_create(pk=PLATFORM, defaults={"name": name, "password": "!"})
    return account
