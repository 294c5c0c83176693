"""/messages: a person's conversations, on either side, and what was said in each. Below /owner the same for the account that one
acts for: what its agents lead.
"""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from rest_framework.request import Request

from escrow.selectors import disputes
from humans.models import Conversation
from humans.rules.conversations import SILENCED_KINDS
from humans.selectors import access, relations
from humans.selectors import conversations as reading
from humans.serializers.conversations import ConversationOut, ConversationPatch, MessageIn, MessageOut
from humans.serializers.relations import BlockIn
from humans.services import conversations, messages
from humans.services import relations as own_lists
from marketplace.api.pagination import page as keyset_page
from marketplace.core import rights
from marketplace.core.errors import NotFound
from marketplace.models import Account
from marketplace.web.page import Page

PER_PAGE, PER_THREAD = 25, 40
_NAMED = ("service-booking", "feedback")  # who booked, and who wrote the review, has told their own name by that


class Inbox(Page):
    """The most recently active first. Archived ones are on a list of their own."""

    template = "humans/inbox.html"
    home = "/messages"

    def show(self) -> dict[str, Any]:
        is_archive = self.request.GET.get("status") == "archived"
        sides = [
            rows.filter(status="archived") if is_archive else rows.exclude(status="archived") for rows in self._sides()
        ]
        found = keyset_page(
            sides,
            Request(self.request),
            scope=f"pages:messages:{self.actor.id}",
            default=PER_PAGE,
            order=reading.NEWEST_ACTIVITY,
            filters={"archived": is_archive},
        )
        for row in found.rows:
            row.viewer_side = row.side_of(self.actor.id)
        return {
            "talks": [_card(row, self.home) for row in found.rows],
            "home": self.home,
            "next_url": self.next_url(found.next_cursor),
            "is_archive": is_archive,
            "leads_only": bool(found.rows) and all(row.viewer_side == "agent" for row in found.rows),
        }

    def _sides(self) -> list[QuerySet[Conversation]]:
        found = reading.of(self.actor, only="agent" if self.is_owner_side else "")
        return [rows.select_related("agent", "human").annotate(has_letter=reading.UNREAD_LETTER) for rows in found]


class Thread(Page):
    """One conversation. What a participant is shown counts as read, as by the API; not what a viewer is shown."""

    template = "humans/thread.html"
    home = "/messages"
    operations = {
        "send": "sendMessage",
        "archive": "editConversation",
        "reopen": "editConversation",
        "block": "blockHuman",
        "unblock": "unblockHuman",
    }

    def show(self, conversation_id: str) -> dict[str, Any]:
        talk = access.readable_conversation(self.actor, conversation_id)
        found = keyset_page(
            reading.messages(talk),
            Request(self.request),
            scope=f"pages:thread:{talk.pk}",
            default=PER_THREAD,
            order=("-number",),
        )
        if self.actor.rights != rights.VIEWER:
            messages.mark_read(talk, found.rows)
        other = _blockable(talk)
        said = [
            MessageOut.render(row)
            | {"mine": row.sender_id == self.actor.id, "is_me": row.sender_id == self.person.pk, "pk": row.public_id}
            for row in reversed(found.rows)
        ]
        return {
            "talk": _card(talk, self.home),
            "home": self.home,
            "said": said,
            "older_url": self.next_url(found.next_cursor),
            "is_newest": not self.request.GET.get("cursor"),
            "about": about(talk, owner_side=self.is_owner_side),
            "other": other,
            "is_blocked": other is not None
            and relations.relations_of(self.actor.id, [other.pk]).get(other.pk) == "blocked",
            "leads_only": talk.viewer_side == "agent",
            "is_open": talk.viewer_side is not None and not talk.is_direct_messaging_disabled,
            "is_gone": access.other_side_is_gone(talk),
        }

    def render(self, ids: dict[str, str], **how: Any) -> HttpResponse:
        """The thread alone for the script that refreshes it, else the page."""
        if is_partial(self.request) and self.request.method == "GET":
            return render(self.request, "humans/thread_said.html", {"page": self, **self.show(**ids)})
        return super().render(ids, **how)

    def act_send(self, conversation_id: str) -> HttpResponse:
        data = self.read(MessageIn, self.posted("content"))
        messages.check(self.actor, conversation_id, data["content"])
        return self.once(
            lambda: messages.send(self.actor, conversation_id, **data), to=f"{self.home}/{conversation_id}#newest"
        )

    def act_archive(self, conversation_id: str) -> HttpResponse:
        return self._change(conversation_id, "archived", to=self.home, said=_("The conversation is in the archive."))

    def act_reopen(self, conversation_id: str) -> HttpResponse:
        return self._change(conversation_id, "active", said=_("The conversation is among the others again."))

    def act_block(self, conversation_id: str) -> HttpResponse:
        other = self._other(conversation_id)
        data = self.read(BlockIn, {"humanId": other.public_profile_id} | self.posted("reason"))
        remark = (data["note"] or "") if "note" in data else None
        return self.once(
            lambda: own_lists.add(self.actor, "blocked", data["human_id"], note=remark),
            said=_("Blocked. They are not told."),
        )

    def act_unblock(self, conversation_id: str) -> HttpResponse:
        other = self._other(conversation_id)
        return self.once(
            lambda: own_lists.remove(self.actor, "blocked", other.public_profile_id), said=_("Taken off your list.")
        )

    def _other(self, conversation_id: str) -> Account:
        """The other participant. Raises NotFound (404), also in threads in which nobody is silenced by a block."""
        talk = access.own_conversation(self.actor, conversation_id)
        if (other := _blockable(talk)) is None:
            raise NotFound("Nobody can be blocked in this conversation.")
        return other

    def _change(self, conversation_id: str, status: str, *, said: str, to: str = "") -> HttpResponse:
        data = self.read(ConversationPatch, {"status": status})
        return self.once(
            lambda: conversations.change_status(self.actor, conversation_id, data["status"]).public_id, to=to, said=said
        )


class OwnerInbox(Inbox):
    home = "/owner/messages"


class OwnerThread(Thread):
    home = "/owner/messages"


def is_partial(request: HttpRequest) -> bool:
    """Whether the script asks for a part of the page."""
    return request.headers.get("HX-Request") == "true"


def about(talk: Conversation, *, owner_side: bool = False) -> dict[str, str] | None:
    """The page of what a conversation is about, for the side that reads; below /owner its owner's page."""
    top = "/owner" if owner_side else ""
    if talk.kind == "dispute" and (found := disputes.newest_of(talk.pk, talk.agent_id)) is not None:
        return {"href": f"{top}/disputes/{found.public_id}", "words": _("To the dispute")}
    shown = ConversationOut.render(talk)
    if talk.kind == "platform-support":
        return {"href": "/support", "words": _("To your reports")}
    if talk.viewer_side == "human" and "applicationId" in shown:
        return {"href": f"/work/{shown['applicationId']}", "words": _("To the work")}
    if "bountyId" in shown:
        return {"href": f"{top}/jobs/{shown['bountyId']}", "words": _("To the job")}
    return None


def _blockable(talk: Conversation) -> Account | None:
    """The other participant of a thread that a block ends; None elsewhere, and for staff who only read."""
    if talk.kind not in SILENCED_KINDS or talk.viewer_side is None:
        return None
    return talk.human if talk.viewer_side == "agent" else talk.agent


def _card(row: Conversation, home: str) -> dict[str, Any]:
    """As the API shows it, with the other side and with what is unread for the side that reads. What somebody applied with is
    no message of theirs: it is told as an application, for as long as that waits."""
    unread = {"agent": row.unread_by_agent, "human": row.unread_by_human}.get(row.viewer_side or "", 0)
    is_letter = row.viewer_side == "agent" and getattr(row, "has_letter", False)
    return ConversationOut.render(row) | {
        "unread": unread - is_letter,
        "isApplication": is_letter and row.application_status == "pending",
        "href": f"{home}/{row.public_id}",
        "with": _other_name(row),
    }


def _other_name(row: Conversation) -> str:
    """Who is at the other end; empty for staff, who only read, and while the one who hires has not written: the job may go by the
    name of an agent, and their own name comes with their first message, unless what it is about has told it."""
    if row.viewer_side is None:
        return ""
    if row.kind == "platform-support":
        return _("Support")
    has_written = row.has_replies or row.last_message_side == "agent"
    if row.viewer_side == "human" and not has_written and row.kind not in _NAMED:
        return ""
    return (row.human if row.viewer_side == "agent" else row.agent).display_name
