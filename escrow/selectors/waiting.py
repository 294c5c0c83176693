"""What of the cases waits for this member of staff: each number is a filter of the queue."""

from datetime import timedelta

from django.db.models import QuerySet

from escrow.models import Case
from escrow.selectors import desk
from marketplace.core import clock
from marketplace.models import Account
from marketplace.ports import Waiting

OVERTURNED_WITHIN = timedelta(days=30)


def parts(staff: Account) -> list[Waiting]:
    """Due soon, theirs, to approve, with a lead, unassigned, waiting, appealed, overturned."""
    rows = Case.objects.all()
    return [
        *(
            Waiting("cases", label, desk.of_clock(rows, name), "escrow_case", f"clock={name}", is_urgent=True)
            for label, name in (("Due within 4 hours", "soon"), ("Breached, with a lead", "lead"))
        ),
        *(
            Waiting("cases", label, desk.of_tab(rows, name, staff), "escrow_case", f"tab={name}")
            for label, name in (
                ("Mine", "mine"),
                ("To approve", "approve"),
                ("Unassigned", "unassigned"),
                ("Ready to decide", "ready"),
                ("Waiting for a party", "party"),
                ("Appeals", "appeals"),
                ("Snoozed", "snoozed"),
            )
        ),
        Waiting("cases", "Overturned in 30 days", overturned(), "escrow_case", "tab=any&appeal=overturned"),
    ]


def overturned() -> QuerySet[Case]:
    """Cases whose appeal has changed the decision, lately."""
    since = clock.now() - OVERTURNED_WITHIN
    rows: QuerySet[Case] = Case.objects.filter(
        dispute__appeal__state="overturned", dispute__appeal__decided_at__gte=since
    )
    return rows
