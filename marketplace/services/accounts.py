"""Changes to an account: profile columns, roles, closing and reopening. Upper apps update their copies through a port."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import Group

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.roles import ROLES
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from marketplace.errors import OperatorRequired, SecondPersonNeeded, TermsNotCurrent
from marketplace.models import Account, Proposal
from marketplace.ports import account_copies, account_data
from marketplace.rules import MONEY_MATTERS, PLATFORM

ACTIVITY_INTERVAL = timedelta(hours=1)  # the recorded time lies up to this far before the last activity


def mark_active(account: Account, **browser: str) -> None:
    """Record activity of the account's owner, at most once an hour, and what their browser says of itself (`browser_language`,
    `browser_time_zone`) as soon as it differs. Locks the account."""
    if browser:
        Account.objects.filter(pk=account.pk).update(**browser)
    if account.last_active_at < clock.now() - ACTIVITY_INTERVAL:
        update_columns(account.pk, last_active_at=clock.now())


def update_columns(pk: UUID, **columns: object) -> Account:
    """Set these columns of an account and update the search copy, in one transaction.

    columns: model field -> new value. Locks the account. Raises Account.DoesNotExist for an unknown key.
    """

    def work() -> Account:
        account: Account = Account.objects.locked().get(pk=pk)
        for name, value in columns.items():
            setattr(account, name, value)
        account.save(update_fields=list(columns))
        update_search_copy(account)
        return account

    return unit(work)


def accept_terms(actor: Actor, version: str) -> Account:
    """The account's owner accepts the terms and the privacy policy as they are now.

    version: the one that they were shown. Locks the account. Raises TermsNotCurrent (409) when there is a newer one meanwhile.
    """
    if version != settings.TERMS_VERSION:
        raise TermsNotCurrent()
    return update_columns(
        actor.id,
        terms_version=settings.TERMS_VERSION,
        privacy_version=settings.PRIVACY_VERSION,
        terms_accepted_at=clock.now(),
    )


def set_role(actor: Actor, pk: UUID, role: str) -> Account:
    """An operator gives an account a staff role (core/roles.py), or with `""` removes it.

    pk: the account's primary key. Locks the account. Raises OperatorRequired (403); InvalidState (409) for a superuser (created
    on the command line), for the operator's own account, for an account that can't sign in with a password, and when nothing
    would change.
    """

    def work() -> Account:
        if not actor.is_operator:
            raise OperatorRequired()
        account: Account = Account.objects.locked().get(pk=pk)
        cannot_sign_in = role and not (account.is_active and account.has_usable_password())
        if account.is_superuser or account.pk == actor.id or cannot_sign_in or account.role == role:
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
        del account.role  # drops the cached value
        return account

    return unit(work)


def close(actor: Actor, pk: UUID, *, approved: Proposal | None = None) -> Account:
    """An operator closes an account, effective with its next request: keys, sessions and OAuth clients stop working, the search
    omits it, and it gets no mail. Its running work continues and ends by its deadlines.

    approved: the proposal by which two operators close an account that has money here, or for which money waits.
    Locks the account. Raises OperatorRequired (403), SecondPersonNeeded (403) for such an account without one; InvalidState
    (409) for a superuser, the platform's account, the operator's own account, and one that is closed.
    """

    def work() -> Account:
        account = _open_or_close(actor, pk, is_active=False)
        if approved is None and holds_money(account):
            raise SecondPersonNeeded("This account holds money: propose to close it, and another operator approves.")
        return account

    return unit(work)


def holds_money(account: Account) -> list[str]:
    """Where it has money (wallet, earnings, pools, seats), or has money on its way, in codes of `open_matters`. Locks nothing."""
    return [matter for matter in underway(account) if matter in MONEY_MATTERS]


def underway(account: Account) -> list[str]:
    """What an account has open, in codes of `open_matters`: money, work, jobs, disputes. Locks nothing."""
    return list(dict.fromkeys(matter for part in account_data.all() for matter in part.open_matters(account)))


def reopen(actor: Actor, pk: UUID) -> Account:
    """An operator reopens a closed account, with those of its keys and sessions that have not ended meanwhile.

    Locks the account. Raises OperatorRequired (403); InvalidState (409) for the same accounts as `close`, and for one that is
    open.
    """
    return _open_or_close(actor, pk, is_active=True)


def _open_or_close(actor: Actor, pk: UUID, *, is_active: bool) -> Account:
    """Locks the account. Raises OperatorRequired (403), InvalidState (409)."""

    def work() -> Account:
        if not actor.is_operator:
            raise OperatorRequired()
        account: Account = Account.objects.locked().get(pk=pk)
        is_fixed = account.is_superuser or account.closed_at is not None or account.pk in (actor.id, PLATFORM)
        if is_fixed or account.is_active == is_active:
            state = "open" if account.is_active else "closed"
            raise InvalidState(f"This account is {state}, and stays so.", currentState=state, allowedActions=[])
        return update_columns(pk, is_active=is_active)

    return unit(work)


def update_search_copy(account: Account) -> None:
    """Update the copy of a changed account in the search index, in the caller's transaction. The caller holds the account's
    lock.
    """
    account_copies.get()(account)


def platform() -> Account:
    """The account that writes the service's messages in support conversations. Nobody can sign in with it; created on first use."""
    name = f"{settings.SERVICE_NAME} support"[:100]
    account, _ = Account.objects.get_or_create(pk=PLATFORM, defaults={"name": name, "password": "!"})
    return account
