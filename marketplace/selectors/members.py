"""Members of an account, the invitations that wait, and who is told about both."""

from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import ids, rights
from marketplace.core.actor import Actor
from marketplace.models import Account, Invitation, Membership


def of_account(account_id: UUID) -> QuerySet[Membership]:
    """The members of an account besides its own person, the first who joined first."""
    return Membership.objects.select_related("person").filter(account_id=account_id, ended_at=None).order_by("pk")


def of_person(person_id: UUID) -> QuerySet[Membership]:
    """The accounts of others that a person is a member of; not those that are closed."""
    rows = Membership.objects.select_related("account")
    return rows.filter(person_id=person_id, ended_at=None, account__is_active=True, account__is_staff=False)


def pending(account_id: UUID) -> QuerySet[Invitation]:
    """Invitations that were neither accepted nor revoked; some may have expired."""
    rows = Invitation.objects.select_related("invited_by")
    return rows.filter(account_id=account_id, accepted_at=None, revoked_at=None)


def owners(account: Account) -> list[Account]:
    """Everybody who is an owner: the account's own person, and the members with that role."""
    rows = of_account(account.pk).filter(role=rights.OWNER)
    return [account, *(row.person for row in rows)]


def described(actor: Actor) -> list[SimpleNamespace]:
    """Everybody who may act for the caller's account: its own person first, then its members."""
    founder = SimpleNamespace(pk=actor.id, person=actor.me, role=rights.OWNER, created_at=actor.me.created_at)
    return [describe(actor, founder), *(describe(actor, row) for row in of_account(actor.id))]


def describe(actor: Actor, row: Any) -> SimpleNamespace:
    """A member (with `person`) as the caller sees them: only owners, signed in, learn addresses and when somebody was there."""
    person, for_owner = row.person, actor.is_owner_in_person
    return SimpleNamespace(
        id=ids.encode("mbr", row.pk),
        profile_id=person.profile_id,
        name=person.display_name,
        role=row.role,
        is_founder=row.pk == actor.id,
        is_you=person.pk == actor.person.pk,
        email=person.email if for_owner else None,
        last_active_at=person.last_active_at if for_owner else None,
        created_at=row.created_at,
    )


def role_now(actor: Actor) -> str:
    """The caller's role in the account they act for, as it is at this moment; empty for somebody who is no member any more."""
    if actor.member is None:
        return rights.OWNER
    rows = Membership.objects.filter(account_id=actor.id, person_id=actor.member.pk, ended_at=None)
    return rows.values_list("role", flat=True).first() or ""


def founders_id(account: Account) -> str:
    """The id that stands for the account's own person among its members: they have no row."""
    return ids.encode("mbr", account.pk)
