"""What humans answers to lower steps."""

from uuid import UUID

from django.utils.html import format_html
from django.utils.safestring import SafeString

from escrow.models import Dispute
from escrow.ports import case_files, rooms, talks
from humans.models import Conversation
from humans.selectors import conversations
from humans.services import conversations as rooms_of_two
from humans.services import profiles
from marketplace.api.backoffice import moment, table
from marketplace.core.actor import Actor
from marketplace.ports import desks, followers

_WORDS = 100


def talk_of(dispute: Dispute) -> list[tuple[str, SafeString]]:
    """What the two parties wrote, about the dispute and about the work; one table for each conversation."""
    found = Conversation.objects.filter(application_id=dispute.escrow.subject_id).order_by("-kind")
    return [(f"Conversation ({talk.kind})", _said(talk)) for talk in found]


def _said(talk: Conversation) -> SafeString:
    latest = list(conversations.messages(talk).order_by("-number")[:_WORDS])
    lines = (
        (moment(one.created_at), one.sender.display_name, format_html('<div class="said">{}</div>', one.content))
        for one in reversed(latest)
    )
    return table(("At", "Who", "Words"), lines, none="Nobody has written.")


class SupportDesk:
    """Conversations of support reports: the reporter on the agent's side, the service on the human's."""

    def open(self, *, account_id: UUID, platform_id: UUID, subject: str, words: str) -> UUID:
        opened = rooms_of_two.open_support(account_id=account_id, platform_id=platform_id, subject=subject, words=words)
        key: UUID = opened.pk
        return key

    def say(self, conversation_id: UUID, *, platform_id: UUID, words: str, actor: Actor) -> None:
        rooms_of_two.say(
            conversation_id=conversation_id, sender_id=platform_id, side="human", content=words, actor=actor
        )

    def said(self, conversation_id: UUID) -> SafeString:
        return _said(Conversation.objects.get(pk=conversation_id))


def plug() -> None:
    desks.plug("humans", SupportDesk())
    case_files.plug("humans", talk_of)
    followers.plug("humans", profiles.follow)
    rooms.plug("humans", rooms_of_two.open_dispute)
    talks.plug("humans", conversations.is_between)
