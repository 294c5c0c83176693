"""Members of an account: invited by mail, they sign in as themselves and act for the account as far as their role allows.

Every change locks the account first, and reads the caller's own role again under that lock: of two owners who remove each other
at once, one stays. The account's own person is its owner for good, so that it is never without one.
"""

import secrets
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from marketplace.core import clock, crypto, ids, reader, rights
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.states import InvalidState
from marketplace.errors import (
    AlreadyMember,
    FoundingOwner,
    InvitationForAnother,
    MemberLimitReached,
    StaffAccount,
)
from marketplace.models import Account, Invitation, Membership
from marketplace.rules import INVITATION_LIFE, MAX_MEMBERS
from marketplace.selectors import callers
from marketplace.selectors import members as reads
from marketplace.services import calls, mail_templates

_NO_INVITATION = (
    "This invitation is not valid (any more): it was used, taken back, or is older than 7 days. Ask for a new one."
)


def acting(actor: Actor, account_id: str) -> Actor:
    """The caller, acting for the account (`usr_…`) that they name: a member of it, with the rights of this moment.

    One statement, nothing locked. Raises NotFound (404) for every account that they may not act for, and for whoever did not sign
    in: keys and connected programs act for their own account.
    """
    if account_id == actor.me.public_id:
        return actor
    unknown = NotFound(
        "There is no such account that you may act for. GET /api/memberships lists them; X-Account takes one of these, with a "
        "session."
    )
    try:
        pk = ids.decode("usr", account_id)
    except ValueError:
        raise unknown
    found = callers.acts_for(actor.id, pk) if actor.via == "session" else None
    if found is None:
        raise unknown
    return Actor(account=found.account, via="session", member=actor.me, rights=found.role)


def invite(actor: Actor, *, email: str, role: str) -> Invitation:
    """POST /api/members/invitations: mail somebody a link by which they become a member, whether or not they have an account yet.
    A second invitation of an address takes the place of the first.

    role: owner, manager or viewer. Locks the account. Raises StaffAccount (403), RoleRequired (403) for whoever is no owner (any
    more), AlreadyMember, MemberLimitReached (409).
    """
    account = _lock(actor.id)
    _check_owner(actor)
    if _is_staff(account):
        raise StaffAccount()
    email = email.lower()
    present = reads.of_account(account.pk)
    if email == (account.email or "").lower() or present.filter(person__email__iexact=email).exists():
        raise AlreadyMember()
    waiting = reads.pending(account.pk)
    now = clock.now()
    waiting.filter(email__iexact=email).update(revoked_at=now)
    if present.count() + waiting.filter(expires_at__gt=now).count() >= MAX_MEMBERS:
        raise MemberLimitReached()
    token = secrets.token_urlsafe(32)
    made: Invitation = Invitation.objects.create(
        account=account,
        email=email,
        role=role,
        digest=crypto.digest(token),
        invited_by=actor.person,
        expires_at=now + INVITATION_LIFE,
    )
    known = Account.objects.filter(email__iexact=email).exclude(email_verified_at=None).first()
    with reader.written_to(known, asked_by=actor.person):
        mail_templates.send_to_address(
            email,
            "member_invited",
            as_here=True,
            account_name=account.display_name,
            by=actor.person.display_name,
            role=role,
            url=f"{settings.BASE_URL}/owner/members/join?token={token}",
            until=made.expires_at,
        )
    return made


def revoke_invitation(actor: Actor, invitation_id: str) -> Invitation:
    """DELETE /api/members/invitations/{id}: its link is worth nothing from this commit on.

    Locks the account, then the invitation. Raises NotFound (404) for another account's, and for one that was accepted or revoked;
    RoleRequired (403).
    """
    account = _lock(actor.id)
    _check_owner(actor)
    found: Invitation | None = None
    if (pk := _key("ivt", invitation_id)) is not None:
        rows = Invitation.objects.locked().filter(account=account, accepted_at=None, revoked_at=None)
        found = rows.filter(pk=pk).first()
    if found is None:
        raise NotFound("There is no such invitation (any more). GET /api/members/invitations lists those that wait.")
    found.revoked_at = clock.now()
    found.save(update_fields=["revoked_at"])
    return found


def find_invitation(token: str) -> Invitation | None:
    """The invitation of this token, while it can be accepted; None for anything else. Locks nothing."""
    rows = Invitation.objects.select_related("account", "invited_by").filter(digest=crypto.digest(token))
    found = rows.first()
    return found if found is not None and _is_open(found) and found.account.is_active else None


def is_for(invitation: Invitation, person: Account) -> bool:
    """Has this person confirmed the address that the invitation was mailed to?"""
    return (person.email or "").lower() == invitation.email.lower() and person.email_verified_at is not None


def accept(actor: Actor, token: str) -> Membership:
    """POST /api/members/invitations/accept: the caller becomes a member. The token alone is not enough: the invitation is for
    whoever has confirmed the address that it was mailed to. Accepting twice gives the same membership; the owners are mailed once.

    Locks the inviting account, then the invitation. Raises NotFound (404) for a token that is wrong, used by somebody, revoked or
    expired; InvitationForAnother, StaffAccount (403); AlreadyMember, MemberLimitReached (409).
    """
    me = actor.me
    digest = crypto.digest(token)
    account_id = Invitation.objects.filter(digest=digest).values_list("account_id", flat=True).first()
    if account_id is None:
        raise NotFound(_NO_INVITATION)
    account = _lock(account_id)
    invitation = Invitation.objects.locked().get(digest=digest)
    if not is_for(invitation, me):
        raise InvitationForAnother()
    mine: Membership | None = Membership.objects.filter(account=account, person=me, ended_at=None).first()
    if invitation.accepted_at is not None and mine is not None:
        return mine
    if not _is_open(invitation) or not account.is_active:
        raise NotFound(_NO_INVITATION)
    if _is_staff(me) or _is_staff(account):
        raise StaffAccount()
    if mine is not None or me.pk == account.pk:
        raise AlreadyMember()
    if Membership.objects.filter(person=me, ended_at=None).count() >= MAX_MEMBERS:
        raise MemberLimitReached()
    invitation.accepted_at = clock.now()
    invitation.save(update_fields=["accepted_at"])
    made: Membership = Membership.objects.create(
        account=account, person=me, role=invitation.role, invited_by_id=invitation.invited_by_id
    )
    _tell(actor, account, made, "acceptInvitation")
    _mail_owners(account, me, "member_joined", role=made.role)
    return made


def change_role(actor: Actor, member_id: str, role: str) -> Membership:
    """PATCH /api/members/{id}: another role, from their next request on; what they began before may end. The member is mailed.

    Locks the account, then the membership. Raises NotFound (404), RoleRequired (403), FoundingOwner (409).
    """
    account = _lock(actor.id)
    _check_owner(actor)
    _check_not_founder(account, member_id)
    found = _locked(member_id, account_id=account.pk)
    if found.role != role:
        found.role = role
        found.save(update_fields=["role"])
        _mail(found, "member_role", by=actor.person.display_name, role=role)
    return found


def remove(actor: Actor, member_id: str) -> Membership:
    """DELETE /api/members/{id}: an owner removes a member, or a member leaves, whichever account they act for. Effective with the
    member's next request. A removed member is mailed; of one who leaves, the owners are.

    Locks the account, then the membership. Raises NotFound (404), RoleRequired (403), FoundingOwner (409).
    """
    pk = _key("mbr", member_id)
    mine = Membership.objects.filter(pk=pk, person_id=actor.person.pk, ended_at=None).first() if pk else None
    account = _lock(mine.account_id if mine is not None else actor.id)
    if mine is None:
        _check_owner(actor)
        _check_not_founder(account, member_id)
    found = _locked(member_id, account_id=account.pk)
    found.ended_at = clock.now()
    found.save(update_fields=["ended_at"])
    if mine is not None:
        if account.pk != actor.id:
            _tell(actor, account, found, "removeMember")
        _mail_owners(account, found.person, "member_left", role=found.role)
    else:
        _mail(found, "member_removed", by=actor.person.display_name)
    return found


def end_by_staff(actor: Actor, pk: UUID, *, reason: str) -> Membership:
    """Staff end somebody's membership, for a reason that they and the owners of the account read. Effective with the member's next
    request; what they made, API keys too, stays.

    actor: staff. pk: of the membership. reason: up to 300 characters. Locks the account, then the membership. Raises InvalidState
    (409) for one that has ended.
    """
    account = _lock(Membership.objects.values_list("account_id", flat=True).get(pk=pk))
    found: Membership = Membership.objects.locked().select_related("person", "account").get(pk=pk)
    if found.ended_at is not None:
        raise InvalidState("This membership has ended already.", currentState="ended", allowedActions=[])
    found.ended_at = clock.now()
    found.save(update_fields=["ended_at"])
    told = {"reason": mail_templates.Words(reason), "support": settings.SUPPORT_EMAIL}
    _mail(found, "member_ended", is_theirs=True, **told)
    for owner in reads.owners(account):
        mail_templates.send(
            owner,
            "member_ended",
            is_theirs=False,
            person=found.person.display_name,
            account_name=account.display_name,
            **told,
        )
    return found


def revoke_by_staff(actor: Actor, pk: UUID) -> Invitation:
    """Staff take an invitation back, as an owner would: its link is worth nothing from this commit on. Nobody is told.

    actor: staff. pk: of the invitation. Locks its account, then the invitation. Raises InvalidState (409) for one that was accepted
    or revoked, or has expired.
    """
    _lock(Invitation.objects.values_list("account_id", flat=True).get(pk=pk))
    found: Invitation = Invitation.objects.locked().get(pk=pk)
    if found.state != "pending":
        raise InvalidState("This invitation can't be accepted any more.", currentState=found.state, allowedActions=[])
    found.revoked_at = clock.now()
    found.save(update_fields=["revoked_at"])
    return found


def end_all(account: Account) -> None:
    """An account is being closed: its members lose their access and are mailed, its person leaves the accounts of others, and its
    invitations, with those to its address, are deleted. In the caller's transaction, which holds the account's lock. Locks the
    memberships.
    """
    rows = Membership.objects.select_related("person", "account")
    open_rows = rows.locked().filter(Q(account=account) | Q(person=account), ended_at=None)
    for found in open_rows:
        found.ended_at = clock.now()
        found.save(update_fields=["ended_at"])
        if found.account_id == account.pk:
            _mail(found, "member_removed", by="")
    to_them = Q(email__iexact=account.email) if account.email else Q()
    Invitation.objects.filter(Q(account=account) | to_them).delete()


def _lock(account_id: UUID) -> Account:
    found: Account = Account.objects.locked().get(pk=account_id)
    return found


def _check_owner(actor: Actor) -> None:
    """The caller holds the account's lock: nobody's role changes any more. Raises NotFound (404), RoleRequired (403)."""
    role = reads.role_now(actor)
    if not role:
        raise NotFound(
            "You are not a member of this account any more. GET /api/memberships lists those that you may act for."
        )
    if not rights.covers(role, rights.OWNER):
        raise rights.RoleRequired(requiredRole=rights.OWNER, role=role)


def _check_not_founder(account: Account, member_id: str) -> None:
    if member_id == reads.founders_id(account):
        raise FoundingOwner()


def _locked(member_id: str, *, account_id: UUID) -> Membership:
    pk = _key("mbr", member_id)
    rows = Membership.objects.locked().select_related("person", "account")
    found: Membership | None = rows.filter(pk=pk, account_id=account_id, ended_at=None).first() if pk else None
    if found is None:
        raise NotFound("There is no such member of this account (any more). GET /api/members lists them.")
    return found


def _key(prefix: str, public_id: str) -> UUID | None:
    try:
        return ids.decode(prefix, public_id)
    except ValueError:
        return None


def _is_open(row: Invitation) -> bool:
    return row.state == "pending"


def _is_staff(account: Account) -> bool:
    return account.is_staff or account.is_superuser


def _mail(row: Membership, template: str, **values: Any) -> None:
    mail_templates.send(row.person, template, account_name=row.account.display_name, **values)


def _tell(actor: Actor, account: Account, membership: Membership, verb: str) -> None:
    """Somebody who acts for themselves joined or left the account: that is a line of its timeline, too."""
    member = Actor(account=account, via="session", member=actor.person, rights=membership.role)
    row = calls.line(member, verb=verb, key=None, status=200, body={"id": membership.public_id})
    if row is not None:
        row.operation, row.verb, row.object_id, row.idempotency_key = verb, "", membership.public_id, ""
        calls.write(row)


def _mail_owners(account: Account, person: Account, template: str, *, role: str) -> None:
    for owner in reads.owners(account):
        if owner.pk != person.pk:
            mail_templates.send(
                owner,
                template,
                person=person.display_name,
                email=person.email or "",
                account_name=account.display_name,
                role=role,
            )
