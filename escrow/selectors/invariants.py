"""Escrow's part of `check_ledger`: an open escrow's amount equals its account's balance, an ended one's account is empty
(money.md, 5 and 9)."""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection

# Escrows that are open, ended since the last checkpoint, or whose money moved since: of an older one the moves can't change, and
# were compared when its month was sealed; what an appeal writes on it is compared below.
_SINCE = """
with moved as materialized (
    select distinct a.owner_id as id from ledger_line l join ledger_account a on a.id = l.account_id
     where l.created_at >= %(since)s and a.kind in ('pool', 'hold')),
accounts as materialized (
    select e.id, e.parent_id, e.fee_bps, e.kind, e.status, e.amount_cents, e.unit_price_cents, e.ended_at,
           (select balance from ledger_account a
             where a.code = case e.kind when 'pool' then 'pool:' else 'hold:' end || e.id) as held,
           exists (select from ledger_transaction t where t.key = 'fund:' || e.id) as was_funded,
           exists (select from ledger_transaction t where t.key = 'end:' || e.id) as has_end
      from escrow_escrow e
     where e.ended_at is null or e.ended_at >= %(since)s or e.id in (select id from moved)
)
select 'seat at another rate than its pool', s.id::text, format('%%s, its pool %%s', s.fee_bps, p.fee_bps)
  from accounts s join escrow_escrow p on p.id = s.parent_id where s.fee_bps <> p.fee_bps
union all
select 'account without an escrow', a.code, a.balance::text
  from ledger_account a
 where a.kind in ('pool', 'hold') and (%(since)s::timestamptz = '-infinity' or a.owner_id in (select id from moved))
   and not exists (select from escrow_escrow e where e.id = a.owner_id)
union all
select 'open seat does not hold its amount', id::text, format('%%s: amount %%s, held %%s', status, amount_cents, held)
  from accounts where kind = 'seat' and ended_at is null and coalesce(held, 0) <> amount_cents
union all
select 'ended escrow still holds money', id::text, format('%%s: held %%s', status, held)
  from accounts where ended_at is not null and coalesce(held, 0) <> 0
union all
select 'ended seat without its ending', id::text, status
  from accounts where kind = 'seat' and ended_at is not null and not has_end
union all
select 'unfunded escrow has money moves', id::text, status
  from accounts where status in ('funding', 'cancelled', 'expired') and was_funded
union all
select 'funded escrow without its funding', id::text, status
  from accounts where status not in ('funding', 'cancelled', 'expired') and not was_funded
union all
select 'release moved other cents than promised', e.id::text,
       format('payout %%s, fee %%s', e.human_payout_cents, e.platform_fee_cents)
  from escrow_escrow e
 where e.status = 'released' and e.kind = 'seat' and e.released_at >= %(since)s and not exists (
       select from ledger_transaction t
         join ledger_move m on m.transaction_id = t.id
         join ledger_account d on d.id = m.destination_id
        where t.key = 'end:' || e.id
       having coalesce(sum(m.cents) filter (where d.kind = 'earnings'), 0) = e.human_payout_cents
          and coalesce(sum(m.cents) filter (where d.kind = 'fees'), 0) = e.platform_fee_cents)
union all
select 'completed transfer that moved other cents', x.id::text, x.amount_cents::text from escrow_transfer x
 where x.status = 'completed' and x.completed_at >= %(since)s and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
        where t.key = case when x.batch_id is null then 'transfer:' || x.id else 'bulk:' || x.batch_id end
          and s.code = 'wallet:' || x.sender_id and d.code = 'earnings:' || x.recipient_id
          and m.cents = x.amount_cents and m.bounty_id = x.bounty_id)
union all
select 'transfer in the ledger without its row', t.key, t.id::text from ledger_transaction t
 where t.created_at >= %(since)s
   and ((t.kind = 'transfer' and not exists (select from escrow_transfer x where t.key = 'transfer:' || x.id))
        or (t.kind = 'bulk_transfer' and not exists (select from escrow_transfer x where t.key = 'bulk:' || x.batch_id)))
"""
_QUERY = """
select 'decision moved other cents than decided', x.id::text,
       format('worker %s, fee %s, refund %s', x.worker_cents, x.fee_cents, x.refund_cents)
  from escrow_disputedecision x join escrow_dispute d on d.id = x.dispute_id join escrow_escrow e on e.id = d.escrow_id
 where x.state = 'final' and x.round = 1
   and (x.amount_cents <> e.amount_cents or x.worker_cents <> e.earned_cents or not exists (
       select from ledger_transaction t
         join ledger_move m on m.transaction_id = t.id
         join ledger_account a on a.id = m.destination_id
        where t.key = 'end:' || e.id
       having coalesce(sum(m.cents) filter (where a.code = 'earnings:' || e.worker_id), 0) = x.worker_cents
          and coalesce(sum(m.cents) filter (where a.kind = 'fees'), 0) = x.fee_cents
          and coalesce(sum(m.cents) filter (where a.code = 'wallet:' || e.owner_id), 0) = x.refund_cents))
union all
select 'accepted offer without its settlement', o.id::text, o.state from escrow_caseoffer o
 where (o.state = 'accepted') <> exists (
       select from escrow_disputedecision x where x.offer_id = o.id and x.state = 'final')
union all
select 'dispute and its escrow disagree', d.id::text, format('dispute %s, escrow %s', d.status, e.status)
  from escrow_dispute d join escrow_escrow e on e.id = d.escrow_id
 where (d.status in ('open', 'awaiting_approval') and e.status <> 'disputed')
    or (d.status = 'resolved') <> exists (select from escrow_disputedecision x where x.dispute_id = d.id and x.state = 'final')
union all
select 'disputed escrow without a dispute', e.id::text, e.status from escrow_escrow e
 where e.status in ('disputed', 'resolved') and not exists (
       select from escrow_dispute d where d.escrow_id = e.id and d.status <> 'withdrawn')
union all
select 'fees are not those of releases, decisions and refunds', 'fees', format('%s there, %s kept', balance, due)
  from ledger_house, (
       select (select coalesce(sum(platform_fee_cents), 0) from escrow_escrow where kind = 'seat' and status = 'released')
            + (select coalesce(sum(fee_cents), 0) from escrow_disputedecision
                where state = 'final' and decision = 'split' and round = 1)
            + (select coalesce(sum(y.fee_cents - x.fee_cents), 0) from escrow_disputedecision y
                 join escrow_disputedecision x on x.dispute_id = y.dispute_id and x.round = 1 and x.state = 'final'
                where y.round = 2 and y.state = 'final')
            + (select coalesce(sum(kept_cents), 0) from wallet_outflow where status = 'paid') as due) parts
 where code = 'fees' and balance <> due
union all
select 'transfer that is not completed has moved money', x.id::text, x.status from escrow_transfer x
 where x.status <> 'completed' and exists (select from ledger_transaction t where t.key = 'transfer:' || x.id)
union all
select 'bulk send whose lines are not its moves', b.batch_id::text, format('%s in rows, %s moved', b.cents, l.cents)
  from (select batch_id, sum(amount_cents) as cents from escrow_transfer where batch_id is not null group by 1) b
  join (select t.key, sum(m.cents) as cents from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         where t.kind = 'bulk_transfer' group by 1) l on l.key = 'bulk:' || b.batch_id
 where b.cents <> l.cents
"""


# A decision about an appeal moves the difference to the first one; who gains and our fees have exactly what it says, and what the
# loser did not have any more the platform bore.
_INVOICES = """
select 'invoice numbers have a gap', s.year::text, format('%s given out, %s there', s.last, coalesce(i.there, 0))
  from escrow_invoiceseries s left join (select year, count(*) as there, max(number) as top from escrow_invoice group by 1) i
    on i.year = s.year
 where coalesce(i.there, 0) <> s.last or coalesce(i.top, 0) <> s.last
union all
select 'invoices are not the fees of their month', r.month::text, format('%s invoiced, %s earned', i.cents, f.cents)
  from escrow_invoicerun r,
       lateral (select coalesce(sum(fee_cents), 0) as cents from escrow_invoice where month = r.month) i,
       lateral (select coalesce(sum(case when m.destination_id = a.id then m.cents else -m.cents end), 0) as cents
                  from ledger_account a, ledger_move m join ledger_account o on o.id in (m.source_id, m.destination_id)
                 where a.code = 'fees' and a.id in (m.source_id, m.destination_id) and o.kind in ('hold', 'wallet')
                   and m.created_at >= r.month::timestamp at time zone 'UTC'
                   and m.created_at < (r.month + interval '1 month') at time zone 'UTC') f
 where r.done_at is not null and i.cents <> f.cents
"""
_APPEALS = """
with moved as (
    select split_part(t.key, ':', 2) as dispute_id, s.code as source, d.code as destination, m.cents
      from ledger_transaction t join ledger_move m on m.transaction_id = t.id
      join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
     where t.kind = 'correction'),
decided as (
    select p.id, p.dispute_id, p.state, p.borne_cents, e.id as escrow_id, e.corrected_cents,
           'earnings:' || e.worker_id as earnings, 'wallet:' || e.owner_id as wallet, y.id as second,
           y.worker_cents - x.worker_cents as worker, y.fee_cents - x.fee_cents as fee, y.refund_cents - x.refund_cents as refund
      from escrow_appeal p join escrow_dispute d on d.id = p.dispute_id join escrow_escrow e on e.id = d.escrow_id
      left join escrow_disputedecision x on x.dispute_id = p.dispute_id and x.round = 1 and x.state = 'final'
      left join escrow_disputedecision y on y.dispute_id = p.dispute_id and y.round = 2 and y.state = 'final'),
sums as (
    select p.*,
           (select coalesce(sum(m.cents) filter (where m.destination = p.earnings), 0)
                 - coalesce(sum(m.cents) filter (where m.source = p.earnings), 0)
              from moved m where m.dispute_id = p.dispute_id::text) as to_worker,
           (select coalesce(sum(m.cents) filter (where m.destination = p.wallet), 0)
                 - coalesce(sum(m.cents) filter (where m.source = p.wallet), 0)
              from moved m where m.dispute_id = p.dispute_id::text) as to_funder,
           (select coalesce(sum(m.cents) filter (where m.destination = 'fees'), 0)
                 - coalesce(sum(m.cents) filter (where m.source = 'fees'), 0)
              from moved m where m.dispute_id = p.dispute_id::text) as to_fees,
           (select coalesce(sum(m.cents), 0)
              from moved m where m.dispute_id = p.dispute_id::text and m.source = 'losses') as lost
      from decided p)
select 'appeal and its decision disagree', id::text, format('%s, the worker by %s', state, worker) from decided
 where state <> case when second is null then 'open' when worker = 0 then 'upheld' else 'overturned' end
union all
select 'correction moved other cents than decided', dispute_id::text,
       format('worker %s, fee %s, refund %s, borne %s', worker, fee, refund, borne_cents)
  from sums
 where (to_fees, lost) is distinct from (coalesce(fee, 0), borne_cents)
    or to_worker <> coalesce(worker, 0) + case when worker < 0 then borne_cents else 0 end
    or to_funder <> coalesce(refund, 0) + case when worker > 0 then borne_cents else 0 end
union all
select 'seat does not say what an appeal corrected', escrow_id::text, format('%s there, %s moved', corrected_cents, to_worker)
  from sums where corrected_cents <> to_worker
union all
select 'corrected seat without an appeal', e.id::text, e.corrected_cents::text from escrow_escrow e
 where e.corrected_cents <> 0 and not exists (select from sums where escrow_id = e.id)
union all
select 'correction in the ledger without its appeal', t.key, t.id::text from ledger_transaction t
 where (t.kind = 'correction' or t.key like 'correct:%')
   and not exists (select from escrow_appeal p where t.key = 'correct:' || p.dispute_id and p.state = 'overturned')
union all
select 'share is kept beyond its decision', h.reference::text, h.cents::text from wallet_earningshold h
 where h.ended_at is null and not exists (
       select from escrow_case c join escrow_disputedecision x on x.dispute_id = c.dispute_id
        where c.dispute_id = h.reference and c.closed_at is null and c.worker_id = h.account_id
          and x.round = 1 and x.state = 'final' and x.worker_cents = h.cents)
"""


def rows(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """(violation, subject, detail) of every violated invariant. `since` as `wallet.ports.Audit` has it."""
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, {"since": since or "-infinity"})
        found = list(cursor.fetchall())
        cursor.execute(_QUERY)
        found += list(cursor.fetchall())
        cursor.execute(_APPEALS)
        found += list(cursor.fetchall())
        cursor.execute(_INVOICES)
        return found + list(cursor.fetchall())
