"""What lists and single reads of bounties need: one query, whatever the number of rows."""

from functools import cache
from typing import Any

from django.db import connection
from django.db.models import BooleanField, F, Func, QuerySet, Value

from bounties.models import Application, Attendance, Bounty, Submission
from bounties.rules import words
from bounties.rules.bounties import LIVE
from marketplace.core import clock, ids
from marketplace.core.actor import Actor

BEGUN_MOST = 10_000  # listings with a word that begins so, for the index to gather: a few milliseconds


@cache
def _public() -> QuerySet[Bounty]:
    return Bounty.objects.for_reading().filter(is_private=False, went_live_at__isnull=False)


def public() -> QuerySet[Bounty]:
    """Everything that a stranger may see: what went live once, whatever became of it."""
    return _public().all()  # a copy: what the query is made of is worked out once


def of_owner(actor: Actor) -> QuerySet[Bounty]:
    return Bounty.objects.for_reading().filter(owner_id=actor.id)


def with_status(
    rows: QuerySet[Bounty], status: str, *, partially_filled: bool = True, over_too: bool = False
) -> QuerySet[Bounty]:
    """`open` also lists partially filled ones, unless told not to. At its deadline a listing leaves discovery: only its
    owner (`over_too`) still finds it among the open ones."""
    if status in LIVE and not over_too:
        rows = rows.filter(deadline__gt=clock.now())
    if status == "open":
        # Written as the partial indexes are, so that PostgreSQL sees that they apply.
        return rows.filter(status__in=LIVE) if partially_filled else rows.filter(status="open")
    return rows.filter(status=status)


class _Search(Func):
    """`search @@ to_tsquery(…)`. The column is none of the model's fields (migration 0006): it goes by the id's alias.
    `by_index=False`: no index is asked, the words of each row that is walked or found otherwise are looked at."""

    output_field = BooleanField()

    def __init__(self, query: str, *, by_index: bool = True) -> None:
        super().__init__(F("id"), Value(query))
        self.form = "{}" if by_index else "({}) IS TRUE"

    def as_sql(self, compiler: Any, connection: Any, **_: Any) -> Any:  # type: ignore[override]
        column, query = self.get_source_expressions()
        table = connection.ops.quote_name(column.alias)
        return self.form.format(f"{table}.search @@ to_tsquery('pg_catalog.simple', %s)"), [query.value]


def matching(rows: QuerySet[Bounty], text: str) -> QuerySet[Bounty]:
    """Every word of `text` in title, description, category, skills or place; the last one may be only begun."""
    whole, begun = words.halves(text)
    if not whole and not begun:
        return rows.none()
    if begun and _begins_many(begun):
        rows = rows.filter(_Search(begun, by_index=False))
        return rows.filter(_Search(whole)) if whole else rows
    return rows.filter(_Search(" & ".join(filter(None, (whole, begun)))))


def _begins_many(begun: str) -> bool:
    """Whether more listings than the index can gather in no time have a word that begins so. It gathers them all, whatever
    else is asked for. PostgreSQL knows from its list of frequent words: nothing is read."""
    with connection.cursor() as cursor:
        cursor.execute(
            "explain (format json) select from bounties_bounty where search @@ to_tsquery('pg_catalog.simple', %s)",
            [begun],
        )
        expected: int = cursor.fetchone()[0][0]["Plan"]["Plan Rows"]
        return expected > BEGUN_MOST


def applications(bounty: Bounty) -> QuerySet[Application]:
    """Everybody who applied; each row knows this bounty without asking for it again."""
    rows: QuerySet[Application] = bounty.applications.select_related("human", "escrow", "conversation")
    return rows.prefetch_related("files")


def submissions(bounty: Bounty) -> QuerySet[Submission]:
    rows = Submission.objects.filter(bounty_id=bounty.pk).select_related("application__human")
    return rows.prefetch_related("files")


def attendance(bounty: Bounty) -> QuerySet[Attendance]:
    return Attendance.objects.filter(bounty_id=bounty.pk).select_related("bounty", "application__human")


def hired_profile_ids(bounty: Bounty) -> list[str]:
    """Public ids of everybody who has a seat."""
    rows = (
        Application.objects.filter(bounty_id=bounty.pk, status="accepted")
        .order_by("id")
        .values_list("human__profile_id", flat=True)
    )
    return [ids.encode("prf", profile_id) for profile_id in rows]
