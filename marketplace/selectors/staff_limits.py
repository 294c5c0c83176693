"""How much a member of staff decides alone."""

from marketplace.models import Account, StaffLimit


def of(account: Account) -> tuple[int | None, int | None]:
    """(cents of one case, cents within 24 hours) that this person decides alone, of the seats' totals; None: no limit of this kind.
    Their own row counts, else that of their role. One query. Locks nothing.
    """
    rows = StaffLimit.objects.filter(person=account) | StaffLimit.objects.filter(role=account.role or "-")
    found = {row.person_id: row for row in rows}
    row = found.get(account.pk) or found.get(None)
    return (None, None) if row is None else (row.case_cents, row.day_cents)
