"""The owner's message templates at the steps of a hire: `lifecycleMessages`, with four variables."""

import re

from bounties.models import Application, Bounty
from humans.services import conversations
from marketplace.core import reader
from marketplace.services import mail_templates

_VARIABLE = re.compile(r"\{\{\s*(name|bountyTitle|deadline|reason)\s*\}\}")


def send(bounty: Bounty, application: Application, moment: str, *, reason: str = "") -> None:
    """Post the template of this moment to the application's conversation, if the bounty has one (spec, Bounty).

    `moment`: onAccepted, onRejected, onSubmissionReceived, onSubmissionApproved, onSubmissionRejected. `reason` fills `{{reason}}`;
    the deadline is in the zone of the job, where it has one, else of the person. In the caller's transaction; bounty and
    application are locked by the caller.
    """
    template = bounty.lifecycle_messages.get(moment, "")
    if not template.strip() or application.conversation_id is None:
        return
    due = application.complete_by or bounty.deadline
    zone = bounty.scheduled_start_time_zone or str(reader.zone_of(application.human))
    with reader.written_to(application.human):
        deadline = mail_templates.moment(due, zone)
    values = {
        "name": application.human_name,
        "bountyTitle": bounty.title,
        "deadline": deadline,
        "reason": reason,
    }
    # In one pass, so that a name or reason that looks like a variable is not substituted.
    text = _VARIABLE.sub(lambda match: values[match[1]], template)
    conversations.post_message(
        conversation_id=application.conversation_id, sender_id=bounty.owner_id, side="agent", content=text
    )
