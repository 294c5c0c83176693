"""Mail to staff about what is theirs: cases they have, those that are due soon, and proposals that they may approve.

Each of the staff has a row with a due time (`StaffDigest`); the timer looks. Hourly mails are written when there is something that
the last one did not name, daily ones each morning when there is anything.
"""

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from escrow.errors import StaffOnly
from escrow.models import Case, StaffDigest
from escrow.models.desk import DIGESTS
from escrow.rules.desk import SOON
from escrow.selectors import desk as reads
from marketplace.core import clock, reader
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.roles import can_decide
from marketplace.core.transactions import for_each_due, join_or_begin
from marketplace.models import Account
from marketplace.services import mail_templates

HOUR: Final = timedelta(hours=1)
MORNING: Final = 7  # o'clock, where they are
SHOWN: Final = 10  # cases of each part; the mail says how many more there are


def switch(actor: Actor, every: str) -> StaffDigest:
    """How often one's own work is mailed: never, hourly or daily. Locks the row. Raises StaffOnly (403), Invalid (400)."""
    if not actor.is_staff:
        raise StaffOnly()
    if every not in dict(DIGESTS):
        raise Invalid({"every": [f"Choose one of {', '.join(dict(DIGESTS))}."]})

    def work() -> StaffDigest:
        StaffDigest.objects.get_or_create(staff_id=actor.id)
        row = StaffDigest.objects.select_for_update(no_key=True).get(staff_id=actor.id)
        row.every = every
        row.next_at = None if every == "never" else _next(row, actor.me)
        row.save(update_fields=["every", "next_at"])
        return row

    return join_or_begin(work)


def send_due() -> int:
    """Timer: write the mails that are due, one transaction each. Whoever is new among the staff gets a row, hourly by default.

    Locks the row of the person. Returns how many were looked at.
    """
    new = Account.objects.filter(is_staff=True, is_active=True).exclude(
        pk__in=StaffDigest.objects.order_by().values("staff")
    )
    StaffDigest.objects.bulk_create([StaffDigest(staff=account) for account in new], ignore_conflicts=True)
    return for_each_due(StaffDigest.objects.filter(next_at__lte=clock.now()), _send, by="next_at")


def _send(pk: UUID) -> None:
    row = StaffDigest.objects.select_for_update(of=("self",), no_key=True).select_related("staff").get(pk=pk)
    if row.next_at is None or row.next_at > clock.now():
        return
    staff = row.staff
    row.next_at = _next(row, staff)
    if staff.is_active and can_decide(staff.role):
        found = parts(staff)
        keys = [f"{name}:{case.pk}" for name, cases in found.items() for case in cases]
        if keys and (row.every == "daily" or set(keys) - set(row.told)):
            _write(staff, found)
        row.told = keys
    row.save(update_fields=["next_at", "told"])


def parts(staff: Account) -> dict[str, list[Case]]:
    """What is theirs now, due first: `soon`, `mine` (the rest of their cases that is staff's turn), `approve`."""
    rows = Case.objects.order_by("next_due_at", "id")
    mine = reads.of_tab(rows.filter(stage__in=("decision", "approval")), "mine", staff)
    soon = clock.now() + SOON
    own = list(mine)
    approve = reads.of_tab(rows, "approve", staff).exclude(owner=staff).exclude(worker=staff)
    return {
        "soon": [case for case in own if case.next_due_at is not None and case.next_due_at < soon],
        "mine": [case for case in own if case.next_due_at is None or case.next_due_at >= soon],
        "approve": list(approve.exclude(pk__in=[case.pk for case in own])),
    }


def _write(staff: Account, found: dict[str, list[Case]]) -> None:
    shown: dict[str, Any] = {name: [_line(case) for case in cases[:SHOWN]] for name, cases in found.items()}
    total = sum(len(cases) for cases in found.values())
    more = total - sum(len(lines) for lines in shown.values())
    mail_templates.send(staff, "desk_digest", total=total, more=more, **shown)


def _line(case: Case) -> dict[str, Any]:
    return {"due": case.next_due_at or "-", "title": case.title, "amount": format_usd(case.amount_cents)}


def _next(row: StaffDigest, staff: Account) -> datetime:
    """When the next one is due (UTC): in an hour, or the next morning where they are."""
    now = clock.now()
    if row.every == "hourly":
        return now + HOUR
    here = now.astimezone(reader.zone_of(staff))
    morning = here.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    return morning if morning > here else morning + timedelta(days=1)
