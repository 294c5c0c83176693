"""What waits for staff, of all apps, with how much of it there is: the first page of the back office."""

from typing import NamedTuple

from django.db.models import F, Func, IntegerField, Subquery

from marketplace.models import Account
from marketplace.ports import Waiting, waiting
from marketplace.selectors import proposals, support


class Counted(NamedTuple):
    item: Waiting
    number: int


def counted(staff: Account) -> list[Counted]:
    """Each number for this member of staff. One query: every number is a column of it, read by its own index."""
    items = (
        [item for part in waiting.all() for item in part(staff)]
        + support.waiting_parts(staff)
        + proposals.waiting_parts(staff)
    )
    columns = {f"n{place}": _number(item) for place, item in enumerate(items)}
    found = Account.objects.filter(pk=staff.pk).values_list(*columns.values()).get()
    return [Counted(item, number) for item, number in zip(items, found, strict=True)]


def _number(item: Waiting) -> Subquery:
    rows = item.rows.order_by().annotate(counted=Func(F("pk"), function="COUNT", output_field=IntegerField()))
    return Subquery(rows.values("counted"))
