"""Staff write to the parties of a dispute. What is sent stays as it is; the other side doesn't read what is not to it."""

from uuid import UUID

from escrow import events
from escrow.models import CaseMessage
from escrow.rules.cases import SIDES
from escrow.services import case_mails, cases
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid

_WORDS_MAX = 5000


def write(actor: Actor, case_id: UUID, *, to: str, words: str) -> CaseMessage:
    """Staff write to one side or both; it is mailed, and stands on the page of the dispute. Also after the decision.

    Args: `to` is funder, worker or both; `words` 1 to 5,000 characters. Moves no stage and no money: to get an answer by a date,
    `requests.ask`. Locks the dispute, its case. Raises OwnDispute (403), NoDispute (409), Invalid (400).
    """
    said = words.strip()
    wrong = {}
    if to not in SIDES:
        wrong["to"] = ["Write to the funder, the worker or both."]
    if not 1 <= len(said) <= _WORDS_MAX:
        wrong["words"] = [f"Write 1 to {_WORDS_MAX} characters."]
    if wrong:
        raise Invalid(wrong)
    dispute, case = cases.lock_for_staff(actor, case_id)
    message = CaseMessage(case=case, author=actor.me, to=to, words=said)
    message.save(force_insert=True)
    events.dispute_noted(dispute, "message", actor, note=said, to=to, messageId=message.public_id)
    case_mails.message(dispute, case, said, to=to)
    return message
