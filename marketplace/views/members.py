"""/api/members and /api/memberships: who else acts for an account, and for which accounts one acts oneself."""

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import rights
from marketplace.models import Membership
from marketplace.selectors import members as reads
from marketplace.serializers.members import (
    AcceptIn,
    InvitationIn,
    InvitationOut,
    MemberOut,
    MembershipOut,
    RoleIn,
)
from marketplace.services import members


class MemberView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [KeyOrSession() if self.action in ("list", None) else Session()]

    @operation(
        "listMembers",
        tag="Members",
        summary="Who may act for this account",
        description="Its own person first, then its members, the first who joined first: at most 50, so that this list has no "
        "pages.",
        gives={"members": MemberOut(many=True), "count": serializers.IntegerField()},
    )
    def list(self, request: Request) -> Response:
        shown = MemberOut.render_many(reads.described(self.actor))
        return self.answer(members=shown, count=len(shown))

    @operation(
        "changeMember",
        tag="Members",
        summary="Give a member another role",
        description="It holds from their next request on. They are mailed.",
        takes=RoleIn,
        gives={"member": MemberOut()},
        errors={403: "session_required member_role_required", 404: "not_found", 409: "founding_owner"},
        example={"role": "viewer"},
        least=rights.OWNER,
    )
    def partial_update(self, request: Request, member_id: str) -> Response:
        role = self.read(RoleIn)["role"]

        def perform() -> dict[str, object]:
            return {"member": self._shown(members.change_role(self.actor, member_id, role))}

        return self.once("member.role", perform)

    @operation(
        "removeMember",
        tag="Members",
        summary="Remove a member, or leave",
        description="An owner removes anybody but the account's own person, and is obeyed with the member's next request; the "
        "member is mailed. With one's own membership, from GET /api/memberships, one leaves; then the owners are mailed. API keys "
        "stay: they are the account's.",
        gives={"removed": serializers.BooleanField()},
        errors={403: "session_required member_role_required", 404: "not_found", 409: "founding_owner"},
        least=rights.VIEWER,  # everybody may leave: the service asks for an owner to remove others
    )
    def destroy(self, request: Request, member_id: str) -> Response:
        def perform() -> dict[str, object]:
            members.remove(self.actor, member_id)
            return {"removed": True}

        return self.once("member.remove", perform)

    def _shown(self, row: Membership) -> object:
        return MemberOut.render(reads.describe(self.actor, row))


class InvitationView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session() if self.action else KeyOrSession()]

    @operation(
        "listInvitations",
        tag="Members",
        summary="Invitations that wait, newest first",
        page_of=("invitations", InvitationOut),
        errors={403: "session_required member_role_required"},
        least=rights.OWNER,
    )
    def list(self, request: Request) -> Response:
        rows = reads.pending(self.actor.id)
        return self.listed("invitations", self.paged(rows, scope=f"invitations:{self.actor.id}"), InvitationOut)

    @operation(
        "inviteMember",
        limits=("write", "members.invite"),
        tag="Members",
        summary="Invite somebody to act for this account",
        description="Mails a link that is valid for seven days, whether or not the address has an account here; the answer is the "
        "same. Whoever has confirmed the address and is signed in with it may accept. A second invitation of an address takes the "
        "place of the first. At most 50 members, with the invitations that wait.",
        takes=InvitationIn,
        gives={"invitation": InvitationOut()},
        errors={
            400: "validation_error",
            403: "session_required member_role_required staff_account",
            409: "already_member member_limit_reached",
        },
        example={"email": "sam@example.com", "role": "manager"},
        least=rights.OWNER,
    )
    def create(self, request: Request) -> Response:
        data = self.read(InvitationIn)
        return self.once(
            "member.invite", lambda: {"invitation": InvitationOut.render(members.invite(self.actor, **data))}
        )

    @operation(
        "revokeInvitation",
        tag="Members",
        summary="Take an invitation back",
        gives={"invitation": InvitationOut()},
        errors={403: "session_required member_role_required", 404: "not_found"},
        least=rights.OWNER,
    )
    def destroy(self, request: Request, invitation_id: str) -> Response:
        def perform() -> dict[str, object]:
            return {"invitation": InvitationOut.render(members.revoke_invitation(self.actor, invitation_id))}

        return self.once("member.revoke_invitation", perform)

    @operation(
        "acceptInvitation",
        tag="Members",
        summary="Become a member",
        description="With the token of the mailed link, by the account that has confirmed the address it was mailed to. The owners "
        "of the other account are mailed.",
        takes=AcceptIn,
        gives={"membership": MembershipOut()},
        errors={
            403: "session_required invitation_for_another_address staff_account",
            404: "not_found",
            409: "already_member member_limit_reached",
        },
        example={"token": "pXv0m3m0q0o3J6cJcR3oYb8m2kq1lT5sU7wX9yZ0aBc"},
        least=rights.SELF,
    )
    def accept(self, request: Request) -> Response:
        token = self.read(AcceptIn)["token"]
        return self.once(
            "member.accept", lambda: {"membership": MembershipOut.render(members.accept(self.actor, token))}
        )


class MembershipView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session() if self.action else KeyOrSession()]

    @operation(
        "listMemberships",
        tag="Members",
        summary="Accounts of others that you may act for",
        description="Send one's `accountId` as X-Account to act for it.",
        page_of=("memberships", MembershipOut),
        errors={403: "session_required"},
    )
    def list(self, request: Request) -> Response:
        person = self.actor.person.pk
        found = self.paged(reads.of_person(person), scope=f"memberships:{person}")
        return self.listed("memberships", found, MembershipOut)
