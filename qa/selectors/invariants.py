"""Invariants of QA runs, for `check_ledger`: an ended run holds no money, and reserved = spent + refunded."""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection

from bounties.selectors.invariants import SCOPE, scope

# Runs that are not over or have ended since `since`, or whose bounty is one of SCOPE or has had money moved since.
_QUERY = f"""
with scope as materialized ({SCOPE}),
ids as materialized (
    select id from qa_run where ended_at is null
    union select id from qa_run where ended_at >= %(since)s
    union select r.id from scope join qa_run r on r.bounty_id = scope.id
    union select r.id from ledger_move m join qa_run r on r.bounty_id = m.bounty_id where m.created_at >= %(since)s),
moved as (
    select r.id, r.status, b.status as listing, m.bounty_id is not null as has_money,
           coalesce(sum(m.cents) filter (where s.kind = 'wallet' and d.kind in ('pool', 'hold')), 0) as reserved,
           coalesce(sum(m.cents) filter (where s.kind = 'hold' and d.kind in ('earnings', 'fees')), 0) as spent,
           coalesce(sum(m.cents) filter (where s.kind in ('pool', 'hold') and d.kind = 'wallet'), 0) as refunded
      from ids join qa_run r using (id)
      join bounties_bounty b on b.id = r.bounty_id
      left join ledger_move m on m.bounty_id = b.id
      left join ledger_account s on s.id = m.source_id
      left join ledger_account d on d.id = m.destination_id
     group by r.id, r.status, b.status, m.bounty_id
)
select 'ended QA run whose money is not accounted for', id::text,
       format('%%s: reserved %%s, spent %%s, refunded %%s', status, reserved, spent, refunded)
  from moved where status in ('closed', 'failed', 'expired') and reserved <> spent + refunded
union all
select 'ended QA run whose listing lives', id::text, format('%%s: %%s', status, listing)
  from moved where status in ('closed', 'failed', 'expired') and listing not in ('paid', 'closed', 'cancelled')
union all
select 'QA run without its money', id::text, status from moved where not has_money
union all
select 'QA listing without its run', b.id::text, b.status
  from scope join bounties_bounty b using (id)
 where b.kind = 'qa' and not exists (select from qa_run r where r.bounty_id = b.id)
"""  # noqa: S608


def rows(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """Every violation, as (what is wrong, the row's key, detail). `since` as `wallet.ports.Audit` has it."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, scope(since))
        return list(cursor.fetchall())
