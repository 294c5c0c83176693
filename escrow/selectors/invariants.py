"""Escrow's part of `check_ledger`: an open escrow's amount equals its account's balance, an ended one's account is empty
(money.md, 5 and 9).

Each statement compares rows that are open, or that have ended or whose money has moved since `since`: an older row was compared
before its month was sealed, its moves can't change, and no service writes it again but an appeal. `-infinity`: all rows.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection

_ESCROWS = """
with moved as materialized (
    select distinct a.owner_id as id, a.code, a.balance from ledger_line l join ledger_account a on a.id = l.account_id
     where l.created_at >= %(since)s and a.kind in ('pool', 'hold')),
ids as materialized (
    select id from escrow_escrow where ended_at is null
    union select id from escrow_escrow where ended_at >= %(since)s
    union select id from moved),
accounts as materialized (
    select e.id, e.parent_id, e.fee_bps, e.kind, e.status, e.amount_cents, e.unit_price_cents, e.ended_at,
           e.human_payout_cents, e.platform_fee_cents,
           (select balance from ledger_account a
             where a.code = case e.kind when 'pool' then 'pool:' else 'hold:' end || e.id) as held,
           exists (select from ledger_transaction t where t.key = 'fund:' || e.id) as was_funded,
           exists (select from ledger_transaction t where t.key = 'end:' || e.id) as has_end
      from ids join escrow_escrow e using (id))
select 'seat at another rate than its pool', s.id::text, format('%%s, its pool %%s', s.fee_bps, p.fee_bps)
  from accounts s join escrow_escrow p on p.id = s.parent_id where s.fee_bps <> p.fee_bps
union all
select 'account without an escrow', m.code, m.balance::text from moved m
 where not %(whole)s and not exists (select from escrow_escrow e where e.id = m.id)
union all
select 'account without an escrow', a.code, a.balance::text
  from ledger_account a
 where %(whole)s and a.kind in ('pool', 'hold') and not exists (select from escrow_escrow e where e.id = a.owner_id)
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
select 'disputed escrow without a dispute', e.id::text, e.status from accounts e
 where e.status in ('disputed', 'resolved') and not exists (
       select from escrow_dispute d where d.escrow_id = e.id and d.status <> 'withdrawn')
union all
select 'release moved other cents than promised', e.id::text,
       format('payout %%s, fee %%s', e.human_payout_cents, e.platform_fee_cents)
  from accounts e
 where e.status = 'released' and e.kind = 'seat' and not exists (
       select from ledger_transaction t
         join ledger_move m on m.transaction_id = t.id
         join ledger_account d on d.id = m.destination_id
        where t.key = 'end:' || e.id
       having coalesce(sum(m.cents) filter (where d.kind = 'earnings'), 0) = e.human_payout_cents
          and coalesce(sum(m.cents) filter (where d.kind = 'fees'), 0) = e.platform_fee_cents)
"""
_TRANSFERS = """
select 'completed transfer that moved other cents', x.id::text, x.amount_cents::text from escrow_transfer x
 where x.status = 'completed' and (%(whole)s or x.completed_at >= %(since)s) and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
        where t.key = case when x.batch_id is null then 'transfer:' || x.id else 'bulk:' || x.batch_id end
          and s.code = 'wallet:' || x.sender_id and d.code = 'earnings:' || x.recipient_id
          and m.cents = x.amount_cents and m.bounty_id = x.bounty_id)
union all
select 'transfer in the ledger without its row', t.key, t.id::text from ledger_transaction t
 where t.created_at >= %(since)s
   and ((t.kind = 'transfer' and not exists (
             select from escrow_transfer x where x.id = ledger_subject(t.key) and t.key = 'transfer:' || x.id))
        or (t.kind = 'bulk_transfer' and not exists (
             select from escrow_transfer x where x.batch_id = ledger_subject(t.key) and t.key = 'bulk:' || x.batch_id)))
union all
select 'transfer that is not completed has moved money', x.id::text, x.status
  from ledger_transaction t join escrow_transfer x on x.id = ledger_subject(t.key)
 where t.created_at >= %(since)s and t.key = 'transfer:' || x.id and x.status <> 'completed'
union all
select 'bulk send whose lines are not its moves', b.id::text, format('%%s in rows, %%s moved', x.cents, l.cents)
  from (select batch_id as id from escrow_transfer where batch_id is not null and (%(whole)s or completed_at >= %(since)s)
        union select ledger_subject(key) from ledger_transaction
               where created_at >= %(since)s and kind = 'bulk_transfer') b,
       lateral (select sum(amount_cents) as cents from escrow_transfer where batch_id = b.id) x,
       lateral (select sum(m.cents) as cents from ledger_transaction t join ledger_move m on m.transaction_id = t.id
                 where t.key = 'bulk:' || b.id and t.kind = 'bulk_transfer') l
 where x.cents <> l.cents
"""
_DECISIONS = """
with decided as materialized (
    select x.* from escrow_disputedecision x where x.decided_at is null or x.decided_at >= %(since)s)
select 'decision moved other cents than decided', x.id::text,
       format('worker %%s, fee %%s, refund %%s', x.worker_cents, x.fee_cents, x.refund_cents)
  from decided x join escrow_dispute d on d.id = x.dispute_id join escrow_escrow e on e.id = d.escrow_id
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
 where o.id in (select id from escrow_caseoffer where ended_at is null or ended_at >= %(since)s
                union select offer_id from decided)
   and (o.state = 'accepted') <> exists (
       select from escrow_disputedecision x where x.offer_id = o.id and x.state = 'final')
union all
select 'dispute and its escrow disagree', d.id::text, format('dispute %%s, escrow %%s', d.status, e.status)
  from escrow_dispute d join escrow_escrow e on e.id = d.escrow_id
 where d.id in (select id from escrow_dispute where status in ('open', 'awaiting_approval')
                union select id from escrow_dispute where resolved_at >= %(since)s
                union select dispute_id from decided
                union select id from escrow_dispute where %(whole)s)
   and ((d.status in ('open', 'awaiting_approval') and e.status <> 'disputed')
        or (d.status = 'resolved') <> exists (
             select from escrow_disputedecision x where x.dispute_id = d.id and x.state = 'final'))
"""
# What each transaction brought to our fees is what its row says. That the balance is their sum follows from it, and from the
# comparison of each release, decision and refund with its moves.
_FEES = """
with charged as materialized (
    select t.id, t.key, sum(case when m.destination_id = f.id then m.cents else -m.cents end) as cents
      from ledger_account f, ledger_move m join ledger_transaction t on t.id = m.transaction_id
     where f.code = 'fees' and m.created_at >= %(since)s and f.id in (m.source_id, m.destination_id)
     group by t.id, t.key),
due as (
    select c.key, c.cents, coalesce(case split_part(c.key, ':', 1)
           when 'end' then (
                select case e.status when 'released' then e.platform_fee_cents when 'resolved' then (
                              select sum(x.fee_cents) from escrow_disputedecision x join escrow_dispute d on d.id = x.dispute_id
                               where d.escrow_id = e.id and x.state = 'final' and x.decision = 'split' and x.round = 1) end
                  from escrow_escrow e where e.id = ledger_subject(c.key) and e.kind = 'seat')
           when 'out.end' then (
                select o.kept_cents from wallet_outflow o
                 where o.id = ledger_subject(c.key) and o.status in ('paid', 'returned'))
           when 'out.back' then (
                select -o.kept_cents from wallet_outflow o where o.id = ledger_subject(c.key) and o.status = 'returned')
           when 'correct' then (
                select y.fee_cents - x.fee_cents from escrow_disputedecision x join escrow_disputedecision y using (dispute_id)
                 where x.dispute_id = ledger_subject(c.key) and (x.state, x.round, y.state, y.round) = ('final', 1, 'final', 2))
           end, 0) as due
      from charged c)
select 'fees are not those of releases, decisions and refunds', key, format('%%s there, %%s kept', cents, due)
  from due where cents <> due
union all
select 'fees are not those of releases, decisions and refunds', 'fees', format('%%s there, %%s kept', balance, due)
  from ledger_house, (
       select (select coalesce(sum(platform_fee_cents), 0) from escrow_escrow where kind = 'seat' and status = 'released')
            + (select coalesce(sum(fee_cents), 0) from escrow_disputedecision
                where state = 'final' and decision = 'split' and round = 1)
            + (select coalesce(sum(y.fee_cents - x.fee_cents), 0) from escrow_disputedecision y
                 join escrow_disputedecision x on x.dispute_id = y.dispute_id and x.round = 1 and x.state = 'final'
                where y.round = 2 and y.state = 'final')
            + (select coalesce(sum(kept_cents), 0) from wallet_outflow where status = 'paid') as due) parts
 where %(whole)s and code = 'fees' and balance <> due
"""
# A series is open for as long as its year is, and some days of the next one; a month's run until that month is sealed.
_INVOICES = """
select 'invoice numbers have a gap', s.year::text, format('%%s given out, %%s there', s.last, i.there)
  from escrow_invoiceseries s,
       lateral (select count(*) as there, coalesce(max(number), 0) as top from escrow_invoice where year = s.year) i
 where (%(whole)s or s.year >= extract(year from %(since)s::timestamptz - interval '2 months'))
   and (i.there <> s.last or i.top <> s.last)
union all
select 'invoices are not the fees of their month', r.month::text, format('%%s invoiced, %%s earned', i.cents, f.cents)
  from escrow_invoicerun r,
       lateral (select coalesce(sum(fee_cents), 0) as cents from escrow_invoice where month = r.month) i,
       lateral (select coalesce(sum(case when m.destination_id = a.id then m.cents else -m.cents end), 0) as cents
                  from ledger_account a, ledger_move m join ledger_account o on o.id in (m.source_id, m.destination_id)
                 where a.code = 'fees' and a.id in (m.source_id, m.destination_id) and o.kind in ('hold', 'wallet')
                   and m.created_at >= r.month::timestamp at time zone 'UTC'
                   and m.created_at < (r.month + interval '1 month') at time zone 'UTC') f
 where r.done_at >= %(since)s and i.cents <> f.cents
"""
# A decision about an appeal moves the difference to the first one; who gains and our fees have exactly what it says, and what the
# loser did not have any more the platform bore.
_APPEALS = """
with ids as materialized (
    select dispute_id from escrow_appeal where decided_at is null
    union select dispute_id from escrow_appeal where decided_at >= %(since)s
    union select dispute_id from escrow_disputedecision where decided_at >= %(since)s and round = 2
    union select ledger_subject(key) from ledger_transaction where created_at >= %(since)s and kind = 'correction'),
decided as (
    select p.id, p.dispute_id, p.state, p.borne_cents, e.id as escrow_id, e.corrected_cents,
           'earnings:' || e.worker_id as earnings, 'wallet:' || e.owner_id as wallet, y.id as second,
           y.worker_cents - x.worker_cents as worker, y.fee_cents - x.fee_cents as fee, y.refund_cents - x.refund_cents as refund
      from ids join escrow_appeal p using (dispute_id)
      join escrow_dispute d on d.id = p.dispute_id join escrow_escrow e on e.id = d.escrow_id
      left join escrow_disputedecision x on x.dispute_id = p.dispute_id and x.round = 1 and x.state = 'final'
      left join escrow_disputedecision y on y.dispute_id = p.dispute_id and y.round = 2 and y.state = 'final'),
sums as materialized (
    select p.*, moved.* from decided p, lateral (
        select coalesce(sum(m.cents) filter (where d.code = p.earnings), 0)
                 - coalesce(sum(m.cents) filter (where s.code = p.earnings), 0) as to_worker,
               coalesce(sum(m.cents) filter (where d.code = p.wallet), 0)
                 - coalesce(sum(m.cents) filter (where s.code = p.wallet), 0) as to_funder,
               coalesce(sum(m.cents) filter (where d.code = 'fees'), 0)
                 - coalesce(sum(m.cents) filter (where s.code = 'fees'), 0) as to_fees,
               coalesce(sum(m.cents) filter (where s.code = 'losses'), 0) as lost
          from ledger_transaction t join ledger_move m on m.transaction_id = t.id
          join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
         where t.kind = 'correction' and ledger_subject(t.key) = p.dispute_id) moved)
select 'appeal and its decision disagree', id::text, format('%%s, the worker by %%s', state, worker) from sums
 where state <> case when second is null then 'open' when worker = 0 then 'upheld' else 'overturned' end
union all
select 'correction moved other cents than decided', dispute_id::text,
       format('worker %%s, fee %%s, refund %%s, borne %%s', worker, fee, refund, borne_cents)
  from sums
 where (to_fees, lost) is distinct from (coalesce(fee, 0), borne_cents)
    or to_worker <> coalesce(worker, 0) + case when worker < 0 then borne_cents else 0 end
    or to_funder <> coalesce(refund, 0) + case when worker > 0 then borne_cents else 0 end
union all
select 'seat does not say what an appeal corrected', escrow_id::text, format('%%s there, %%s moved', corrected_cents, to_worker)
  from sums where corrected_cents <> to_worker
union all
select 'corrected seat without an appeal', e.id::text, e.corrected_cents::text from escrow_escrow e
 where (%(whole)s or e.ended_at >= %(since)s) and e.corrected_cents <> 0 and not exists (
       select from escrow_appeal p join escrow_dispute d on d.id = p.dispute_id where d.escrow_id = e.id)
union all
select 'correction in the ledger without its appeal', t.key, t.id::text from ledger_transaction t
 where t.created_at >= %(since)s and (t.kind = 'correction' or split_part(t.key, ':', 1) = 'correct')
   and not exists (
       select from escrow_appeal p
        where p.dispute_id = ledger_subject(t.key) and t.key = 'correct:' || p.dispute_id and p.state = 'overturned')
union all
select 'share is kept beyond its decision', h.reference::text, h.cents::text from wallet_earningshold h
 where h.ended_at is null and not exists (
       select from escrow_case c join escrow_disputedecision x on x.dispute_id = c.dispute_id
        where c.dispute_id = h.reference and c.closed_at is null and c.worker_id = h.account_id
          and x.round = 1 and x.state = 'final' and x.worker_cents = h.cents)
"""


def rows(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """(violation, subject, detail) of every violated invariant. `since` as `wallet.ports.Audit` has it."""
    found: list[tuple[str, str, str]] = []
    with connection.cursor() as cursor:
        for statement in (_ESCROWS, _TRANSFERS, _DECISIONS, _FEES, _APPEALS, _INVOICES):
            cursor.execute(statement, {"since": since or "-infinity", "whole": since is None})
            found += cursor.fetchall()
    return found
