"""/owner/members: who acts for an account, and the page on which an invitation is accepted; /owner/acting: for which account one
acts oneself."""

from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from marketplace.core import reader
from marketplace.core.errors import NotFound
from marketplace.selectors import members as reads
from marketplace.serializers.members import AcceptIn, InvitationIn, InvitationOut, MemberOut, NameIn, RoleIn
from marketplace.services import accounts, members
from marketplace.web import acting, words
from marketplace.web.page import Page


class Members(Page):
    template = "marketplace/members.html"
    operations = {
        "invite": "inviteMember",
        "role": "changeMember",
        "remove": "removeMember",
        "leave": "removeMember",
        "revoke": "revokeInvitation",
    }

    def show(self) -> dict[str, Any]:
        may_decide = self.actor.is_owner_in_person
        waiting = reads.pending(self.actor.id).order_by("-pk") if may_decide else []
        shown = MemberOut.render_many(reads.described(self.actor))
        return {
            "members": shown,
            "mine": next(row for row in shown if row["isYou"]),
            "invitations": InvitationOut.render_many(waiting),
            "roles": words.roles(),
            "may_decide": may_decide,
        }

    def act_invite(self) -> HttpResponse:
        self.count_towards("members.invite")
        data = self.read(InvitationIn, self.posted("email", "role"))
        said = _("Invited: a mail is on its way to %s.") % data["email"]
        return self.once(lambda: members.invite(self.actor, **data).public_id, said=said)

    def act_role(self) -> HttpResponse:
        member, data = self.request.POST.get("member", ""), self.read(RoleIn, self.posted("role"))
        return self.once(
            lambda: members.change_role(self.actor, member, data["role"]).public_id,
            said=_("Saved: the role holds from now on, and they are mailed."),
        )

    def act_remove(self) -> HttpResponse:
        member = self.request.POST.get("member", "")
        return self.once(
            lambda: members.remove(self.actor, member).public_id,
            said=_("Removed: they can't act for this account any more, and are mailed."),
        )

    def act_leave(self) -> HttpResponse:
        mine = next((row for row in reads.described(self.actor) if row.is_you), None)
        name = self.actor.me.display_name
        answer = self.once(
            lambda: members.remove(self.actor, mine.id if mine else "").public_id,
            to=reader.OWNERS_PAGES,
            said=_("You have left %s.") % name,
        )
        acting.choose(self.request, self.person, self.person.public_id)
        return answer

    def act_revoke(self) -> HttpResponse:
        invitation = self.request.POST.get("invitation", "")
        return self.once(
            lambda: members.revoke_invitation(self.actor, invitation).public_id,
            said=_("Taken back: the link in the mail is worth nothing."),
        )


class Join(Page):
    """The page of the mailed link. Whoever opens it is themselves, whomever they act for."""

    template = "marketplace/members_join.html"
    operations = {"accept": "acceptInvitation"}
    for_oneself = True

    @property
    def token(self) -> str:
        """From the mailed link; then from the form."""
        return self.request.POST.get("token", "") or self.request.GET.get("token", "")

    def show(self) -> dict[str, Any]:
        invitation = members.find_invitation(self.token)
        is_theirs = invitation is not None and members.is_for(invitation, self.person)
        return {
            "invitation": invitation if is_theirs else None,
            "is_for_another": invitation is not None and not is_theirs,
            "role_words": dict(words.roles()).get(invitation.role, "") if invitation is not None else "",
            "me": self.person,
        }

    def act_accept(self) -> HttpResponse:
        data = self.read(AcceptIn, {"token": self.token})
        named = {} if self.person.name else self.read(NameIn, self.posted("name"))
        joined: list[str] = []

        def perform() -> str:
            if named:
                accounts.update_columns(self.person.pk, **named)
            row = members.accept(self.actor, data["token"])
            joined.append(row.account.public_id)
            return row.public_id

        answer = self.once(
            perform, to=reader.OWNERS_PAGES, said=_("Welcome. You act for this account now; switch back above.")
        )
        if joined:
            acting.choose(self.request, self.person, joined[0])
        return answer


class Acting(Page):
    """Only its form: which account the owner's pages are about from now on."""

    for_oneself = True

    def show(self) -> dict[str, Any]:
        raise NotFound("There is no such account that you may act for.")

    def leads_to(self, **ids: str) -> str:
        return "/owner/members"

    def act_switch(self) -> HttpResponse:
        if acting.choose(self.request, self.person, self.request.POST.get("account", "")) is None:
            raise NotFound("There is no such account that you may act for.")
        return HttpResponseRedirect(reader.OWNERS_PAGES)
