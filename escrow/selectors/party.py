"""The record of a person: what they hired and were hired for, and how their cases ended."""

from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q

from escrow.models import Case, Escrow
from escrow.rules.escrows import PAID


class Hires(NamedTuple):
    hired: int
    hired_paid: int
    hired_refunded: int
    worked: int
    worked_paid: int
    worked_refunded: int


class Tally(NamedTuple):
    """How the cases of one role ended for this person: `won`: everything; the appeal's decision counts, where there is one."""

    cases: int = 0
    open: int = 0
    won: int = 0
    lost: int = 0
    split: int = 0
    settled: int = 0
    withdrawn: int = 0
    overturned: int = 0


# The decision that holds is that of the last round. A contested seat has none: there the escrow says it.
_OUTCOMES: Final = """
select role, count(*), count(*) filter (where is_open), count(*) filter (where outcome = wins),
       count(*) filter (where outcome = loses), count(*) filter (where outcome = 'split'),
       count(*) filter (where outcome = 'settled'), count(*) filter (where outcome = 'withdrawn'),
       count(*) filter (where overturned)
  from (
    select r.role, r.wins, r.loses, c.closed_at is null and c.stage <> 'appeal' as is_open,
           case when d.offer_id is not null then 'settled' when d.id is not null then d.decision
                when s.status = 'withdrawn' then 'withdrawn' when c.closed_at is null then ''
                when e.status = 'released' then 'release' when e.status = 'refunded' then 'refund'
                when e.status = 'resolved' then 'split' else '' end as outcome,
           coalesce(a.state = 'overturned', false) as overturned
      from escrow_case c
      join (values ('funder', 'refund', 'release'), ('worker', 'release', 'refund')) r(role, wins, loses)
        on case r.role when 'funder' then c.owner_id else c.worker_id end = %(account)s
      join escrow_escrow e on e.id = c.escrow_id
      left join escrow_dispute s on s.id = c.dispute_id
      left join escrow_appeal a on a.dispute_id = c.dispute_id
      left join lateral (select * from escrow_disputedecision x where x.dispute_id = c.dispute_id and x.state = 'final'
                          order by x.round desc limit 1) d on true
     where c.owner_id = %(account)s or c.worker_id = %(account)s) found
 group by role
"""


def outcomes(account_id: UUID) -> dict[str, Tally]:
    """As funder and as worker, in one query."""
    found = {"funder": Tally(), "worker": Tally()}
    with connection.cursor() as cursor:
        cursor.execute(_OUTCOMES, {"account": account_id})
        for role, *counts in cursor.fetchall():
            found[role] = Tally(*counts)
    return found


def hires(account_id: UUID) -> Hires:
    """One query."""
    mine, theirs = Q(owner_id=account_id), Q(worker_id=account_id)
    paid, refunded = Q(status__in=PAID), Q(status="refunded")
    found = Escrow.objects.filter(mine | theirs, kind="seat").aggregate(
        hired=Count("pk", filter=mine),
        hired_paid=Count("pk", filter=mine & paid),
        hired_refunded=Count("pk", filter=mine & refunded),
        worked=Count("pk", filter=theirs),
        worked_paid=Count("pk", filter=theirs & paid),
        worked_refunded=Count("pk", filter=theirs & refunded),
    )
    return Hires(**found)


def latest_cases(account_id: UUID, most: int) -> list[UUID]:
    """The keys of this person's latest cases, each side by its own index."""
    sides = [Case.objects.filter(**{side: account_id}).order_by("-id") for side in ("owner_id", "worker_id")]
    as_owner, as_worker = (rows.values_list("pk", flat=True)[:most] for rows in sides)
    return sorted(as_owner.union(as_worker, all=True), reverse=True)[:most]
