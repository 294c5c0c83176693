"""The invariants of bounties that `check_ledger` verifies: a pool holds exactly its free seats, every hire has an escrow, and a
bounty's status agrees with its seats and payment, and every hired seat has a time at which it ends."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from bounties.models import Bounty
from bounties.rules.bounties import OVER, STATUSES
from escrow.models import Escrow

_ALIVE: Final = [status for status in STATUSES if status not in OVER]

# Bounties that are not over, or a pool or seat of which is open or has ended since `since`: nothing that is compared changes later.
SCOPE: Final = """
    select b.id from bounties_bounty b where b.status = any(%(alive)s)
    union select e.bounty_id from escrow_escrow e where e.ended_at is null
    union select e.bounty_id from escrow_escrow e where e.ended_at >= %(since)s
    union select b.id from bounties_bounty b where %(whole)s
"""
_QUERY = f"""
with ids as materialized ({SCOPE}),
mine as materialized (
    select b.id, b.status, b.pool_id, b.seat_cents, b.fee_bps, b.spots_available, b.spots_filled, b.pending_edit
      from ids join bounties_bounty b using (id)),
seats as materialized (
    select b.id, b.status, b.spots_available - b.spots_filled as free, e.status as pool_status, e.ended_at,
           e.unit_price_cents + (e.unit_price_cents * e.fee_bps + 5000) / 10000 as unit, e.id as pool_id,
           b.seat_cents, b.fee_bps, e.unit_price_cents, e.fee_bps as pool_bps
      from mine b join escrow_escrow e on e.id = b.pool_id),
hires as materialized (
    select a.id, a.bounty_id, a.status, a.escrow_id, a.confirmed_at, a.confirm_by, a.complete_by, a.needs_staff_at, a.terms_left_at
      from ids join bounties_application a on a.bounty_id = ids.id where a.status = 'accepted')
select 'pool differs from its free seats', id::text, format('%%s: %%s free at %%s, held %%s', status, free, unit, held)
  from (select *, coalesce((select balance from ledger_account a where a.code = 'pool:' || pool_id), 0) as held
          from seats where pool_status = 'funded') funded where held <> free * unit
union all
select 'bounty and its pool differ in price or rate', id::text,
       format('bounty %%s at %%s, pool %%s at %%s', seat_cents, fee_bps, unit_price_cents, pool_bps)
  from seats where (seat_cents, fee_bps) <> (unit_price_cents, pool_bps)
union all
select 'bounty without a pool', id::text, status from bounties_bounty where pool_id is null
union all
select 'live bounty without funding', id::text, status
  from seats where status in ('open', 'partially_filled', 'assigned', 'completed') and pool_status <> 'funded'
union all
select 'ended bounty whose pool is open', id::text, status
  from seats where status in ('paid', 'cancelled') and ended_at is null
union all
select 'bounty behind its seats', b.id::text, b.status
  from mine b
 where b.status in ('assigned', 'completed') and not exists (
     select from escrow_escrow e
      where e.parent_id = b.pool_id and e.ended_at is null and (b.status = 'completed' or e.status <> 'completed'))
union all
select 'full bounty that looks for people', id::text, status
  from seats where status in ('open', 'partially_filled', 'paused', 'in_review', 'pending_funding') and free = 0
union all
select 'pending_funding without a raise, or a raise without it', id::text, status
  from mine where (status = 'pending_funding') <> (pending_edit is not null)
union all
select 'hired without an escrow', a.id::text, a.status
  from hires a left join escrow_escrow e on e.id = a.escrow_id
 where e.id is null or e.status in ('funding', 'refunded', 'cancelled', 'expired')
union all
select 'hired seat without an end', a.id::text, format('confirmed at %%s', a.confirmed_at)
  from hires a join escrow_escrow e on e.id = a.escrow_id
 where e.status = 'locked' and e.ended_at is null and a.needs_staff_at is null and a.terms_left_at is null
   and case when a.confirmed_at is null then a.confirm_by else a.complete_by end is null
union all
select 'spots filled differ from hired people', b.id::text, format('%%s filled', b.spots_filled)
  from mine b left join (select bounty_id, count(*) as hired from hires group by 1) a on a.bounty_id = b.id
 where b.spots_filled <> coalesce(a.hired, 0)
"""  # noqa: S608
# Seats that keep a bounty assigned, or completed.
_OPEN_SEATS = {"assigned": ~Q(status="completed"), "completed": Q()}


def is_behind(bounty: Bounty) -> bool:
    """Whether this bounty violates the invariant "bounty behind its seats"."""
    keeps = _OPEN_SEATS.get(bounty.status)
    return keeps is not None and not Escrow.objects.filter(keeps, parent_id=bounty.pool_id, ended_at=None).exists()


def rows(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """All violations: (invariant, bounty or application id, detail). `since` as `wallet.ports.Audit` has it."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, scope(since))
        return list(cursor.fetchall())


def scope(since: datetime | None) -> dict[str, Any]:
    """The values of SCOPE, for all rows (None) or those that have changed since (UTC)."""
    return {"since": since or "-infinity", "whole": since is None, "alive": _ALIVE}
