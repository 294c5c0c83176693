"""What humans answers to lower steps."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from escrow.models import Dispute
from escrow.ports import case_files, rooms, talks
from humans.models import Conversation
from humans.selectors import conversations
from humans.services import conversations as rooms_of_two
from humans.services import profiles
from marketplace.api.backoffice import moment, table
from marketplace.ports import followers

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


def plug() -> None:
    case_files.plug("humans", talk_of)
    followers.plug("humans", profiles.follow)
    rooms.plug("humans", rooms_of_two.open_dispute)
    talks.plug("humans", conversations.is_between)
