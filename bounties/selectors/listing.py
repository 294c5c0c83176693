"""Queries of lists and single reads of bounties: one each, whatever the number of rows."""

from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import BooleanField, F, Func, QuerySet, TextField, Value

from bounties.models import Application, Attendance, Bounty, Submission
from bounties.models.bounties import folded_skills
from bounties.rules import words
from bounties.rules.bounties import LIVE
from escrow.models import Escrow
from marketplace.core import clock, ids
from marketplace.core.actor import Actor

BEGUN_MOST = 10_000  # rows matching a prefix that the index may collect: a few milliseconds


_APPLIED = f"""
    select a.bounty_id, a.status, e.status from {Application._meta.db_table} a
    left join {Escrow._meta.db_table} e on e.id = a.escrow_id
    where a.human_id = %s and a.bounty_id = any(%s) and a.status <> 'withdrawn'
"""  # noqa: S608  # names of tables of ours
# What a card of a job shows, what lists are ordered by, and what tells why a job is recommended.
_ON_CARDS = (
    "title", "price_cents", "price_type", "seat_cents", "estimated_hours", "city", "state", "country", "is_remote_allowed",
    "kind", "spots_available", "spots_filled", "application_count", "deadline", "skills_needed", "went_live_at",
)  # fmt: skip


@cache
def _public() -> QuerySet[Bounty]:
    return Bounty.objects.for_reading().filter(is_private=False, went_live_at__isnull=False)


@cache
def _cards() -> QuerySet[Bounty]:
    return Bounty.objects.filter(is_private=False, went_live_at__isnull=False).only(*_ON_CARDS)


def public() -> QuerySet[Bounty]:
    """Every bounty visible to anybody: public ones that went live once, whatever their status now."""
    return _public().all()  # a copy of the cached query, which is built once


def cards() -> QuerySet[Bounty]:
    """The same bounties for pages that show cards: without long texts and settings, and the owner's columns."""
    return _cards().all()


def of_owner(actor: Actor) -> QuerySet[Bounty]:
    return Bounty.objects.for_reading().filter(owner_id=actor.id)


def with_status(
    rows: QuerySet[Bounty], status: str, *, partially_filled: bool = True, over_too: bool = False
) -> QuerySet[Bounty]:
    """Bounties of a status; `open` includes partially filled ones unless `partially_filled` is false. Past their deadline live
    ones are hidden, except in the owner's own list (`over_too`)."""
    if status in LIVE and not over_too:
        rows = rows.filter(deadline__gt=clock.now())
    if status == "open":
        # The same condition as the partial indexes, so that PostgreSQL uses them.
        return rows.filter(status__in=LIVE) if partially_filled else rows.filter(status="open")
    return rows.filter(status=status)


def posted_since(rows: QuerySet[Bounty], span: timedelta) -> QuerySet[Bounty]:
    """Bounties that went live within this time up to now."""
    return rows.filter(went_live_at__gte=clock.now() - span)


def paid_places(owner_id: UUID, *, at_most: int) -> int:
    """How many places this owner has paid for, counted up to `at_most` + 1."""
    paid = Escrow.objects.filter(owner_id=owner_id, kind="seat", status="released")
    return paid.values("pk")[: at_most + 1].count()


def applied_to(account_id: UUID, bounties: Iterable[UUID]) -> dict[UUID, str]:
    """To which of these bounties somebody has applied: `paid` (they did the work), `accepted` or `pending`; not what they took
    back, which they may apply for again. One statement."""
    with connection.prepared() as cursor:  # type: ignore[attr-defined]  # of config/postgres
        cursor.execute(_APPLIED, [account_id, list(bounties)])
        return {
            bounty: "paid" if seat == "released" else "accepted" if status == "accepted" else "pending"
            for bounty, status, seat in cursor.fetchall()
        }


def with_skill(rows: QuerySet[Bounty], skill: str) -> QuerySet[Bounty]:
    """Bounties that ask for this skill, in whatever case it is written."""
    wanted = folded_skills(Value([skill], output_field=ArrayField(TextField())))
    return rows.alias(folded=folded_skills("skills_needed")).filter(folded__contains=wanted)


class _Search(Func):
    """`search @@ to_tsquery(…)`. The column is not a model field (migration 0006), so its table alias is taken from the id.
    `by_index=False` prevents the use of the text index: the condition is evaluated per row."""

    output_field = BooleanField()

    def __init__(self, query: str, *, by_index: bool = True) -> None:
        super().__init__(F("id"), Value(query))
        self.form = "{}" if by_index else "({}) IS TRUE"

    def as_sql(self, compiler: Any, connection: Any, **_: Any) -> Any:  # type: ignore[override]
        column, query = self.get_source_expressions()
        table = compiler.quote_name_unless_alias(column.alias)
        return self.form.format(f"{table}.search @@ to_tsquery('pg_catalog.simple', %s)"), [query.value]


def matching(rows: QuerySet[Bounty], text: str) -> QuerySet[Bounty]:
    """Rows with every word of `text` in title, description, category, skills or place; the last word may be a prefix."""
    whole, prefix = words.split_query(text)
    if not whole and not prefix:
        return rows.none()
    if prefix and _is_common_prefix(prefix):
        rows = rows.filter(_Search(prefix, by_index=False))
        return rows.filter(_Search(whole)) if whole else rows
    return rows.filter(_Search(" & ".join(filter(None, (whole, prefix)))))


def _is_common_prefix(prefix: str) -> bool:
    """The planner estimates more than BEGUN_MOST rows for this prefix, all of which the index would collect, whatever the other
    conditions. The estimate comes from column statistics: no row is read."""
    with connection.cursor() as cursor:
        cursor.execute(
            "explain (format json) select from bounties_bounty where search @@ to_tsquery('pg_catalog.simple', %s)",
            [prefix],
        )
        expected: int = cursor.fetchone()[0][0]["Plan"]["Plan Rows"]
        return expected > BEGUN_MOST


def applications(bounty: Bounty) -> QuerySet[Application]:
    """All applications of a bounty; each row has this bounty set, without a query."""
    rows: QuerySet[Application] = bounty.applications.select_related("human", "escrow", "conversation")
    return rows.prefetch_related("files")


def submissions(bounty: Bounty, *, author_id: UUID | None = None) -> QuerySet[Submission]:
    """The evidence for a bounty; of one person alone with `author_id`."""
    rows = Submission.objects.filter(bounty_id=bounty.pk).select_related(
        "application__human", "application__escrow", "rewrite"
    )
    if author_id is not None:
        rows = rows.filter(application__human_id=author_id)
    return rows.prefetch_related("files")


def attendance(bounty: Bounty) -> QuerySet[Attendance]:
    return Attendance.objects.filter(bounty_id=bounty.pk).select_related("bounty", "application__human")


def hired_profile_ids(bounty: Bounty) -> list[str]:
    """Public profile ids of everybody who is hired."""
    rows = (
        Application.objects.filter(bounty_id=bounty.pk, status="accepted")
        .order_by("id")
        .values_list("human__profile_id", flat=True)
    )
    return [ids.encode("prf", profile_id) for profile_id in rows]
