"""The owner's own words at the turns of a hire: `lifecycleMessages`, with their four variables filled in."""

import re

from bounties.models import Application, Bounty
from humans.services import conversations
from marketplace.api.fields import timestamp

_VARIABLE = re.compile(r"\{\{\s*(name|bountyTitle|deadline|reason)\s*\}\}")


def send(bounty: Bounty, application: Application, moment: str, *, reason: str = "") -> None:
    """Say the template of this moment in the application's conversation; nothing when there is none.

    The caller's transaction, bounty and application locked. Acceptance and submission templates reach people with a seat
    only, because only they come to those moments.
    """
    template = bounty.lifecycle_messages.get(moment, "")
    if not template.strip() or application.conversation_id is None:
        return
    values = {
        "name": application.human_name,
        "bountyTitle": bounty.title,
        "deadline": timestamp(application.complete_by or bounty.deadline) or "",
        "reason": reason,
    }
    # One pass: what a person's name or reason contains is never read as a variable.
    text = _VARIABLE.sub(lambda match: values[match[1]], template)
    conversations.post_message(
        conversation_id=application.conversation_id, sender_id=bounty.owner_id, side="agent", content=text
    )
