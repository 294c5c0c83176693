"""What of managed runs waits for staff."""

from marketplace.models import Account
from marketplace.ports import Waiting
from qa.models import Escalation


def parts(staff: Account) -> list[Waiting]:
    """Escalations that an owner has not decided: staff do, when they can't or ask for it."""
    rows = Escalation.objects.filter(status="open")
    return [Waiting("work", "QA escalations", rows, "qa_escalation", "status__exact=open")]
