"""Escrow's part of `check_ledger`: an open escrow's amount equals its account's balance, an ended one's account is empty
(money.md, 5 and 9)."""

from collections.abc import Iterable

from django.db import connection

_QUERY = """
with accounts as (
    select e.id, e.kind, e.status, e.amount_cents, e.unit_price_cents, e.ended_at,
           (select balance from ledger_account a
             where a.code = case e.kind when 'pool' then 'pool:' else 'hold:' end || e.id) as held,
           exists (select from ledger_transaction t where t.key = 'fund:' || e.id) as was_funded,
           exists (select from ledger_transaction t where t.key = 'end:' || e.id) as has_end
      from escrow_escrow e
)
select 'open seat does not hold its amount', id::text, format('%s: amount %s, held %s', status, amount_cents, held)
  from accounts where kind = 'seat' and ended_at is null and coalesce(held, 0) <> amount_cents
union all
select 'ended escrow still holds money', id::text, format('%s: held %s', status, held)
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
select 'seat at another rate than its pool', s.id::text, format('%s, its pool %s', s.fee_bps, p.fee_bps)
  from escrow_escrow s join escrow_escrow p on p.id = s.parent_id where s.fee_bps <> p.fee_bps
union all
select 'account without an escrow', a.code, a.balance::text
  from ledger_account a where a.kind in ('pool', 'hold') and not exists (select from escrow_escrow e where e.id = a.owner_id)
union all
select 'release moved other cents than promised', e.id::text,
       format('payout %s, fee %s', e.human_payout_cents, e.platform_fee_cents)
  from escrow_escrow e
 where e.status = 'released' and e.kind = 'seat' and not exists (
       select from ledger_transaction t
         join ledger_move m on m.transaction_id = t.id
         join ledger_account d on d.id = m.destination_id
        where t.key = 'end:' || e.id
       having coalesce(sum(m.cents) filter (where d.kind = 'earnings'), 0) = e.human_payout_cents
          and coalesce(sum(m.cents) filter (where d.kind = 'fees'), 0) = e.platform_fee_cents)
union all
select 'decision moved other cents than decided', x.id::text,
       format('worker %s, fee %s, refund %s', x.worker_cents, x.fee_cents, x.refund_cents)
  from escrow_disputedecision x join escrow_dispute d on d.id = x.dispute_id join escrow_escrow e on e.id = d.escrow_id
 where x.state = 'final' and (x.amount_cents <> e.amount_cents or x.worker_cents <> e.earned_cents or not exists (
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
            + (select coalesce(sum(fee_cents), 0) from escrow_disputedecision where state = 'final' and decision = 'split')
            + (select coalesce(sum(kept_cents), 0) from wallet_outflow where status = 'paid') as due) parts
 where code = 'fees' and balance <> due
union all
select 'completed transfer that moved other cents', x.id::text, x.amount_cents::text from escrow_transfer x
 where x.status = 'completed' and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
        where t.key = case when x.batch_id is null then 'transfer:' || x.id else 'bulk:' || x.batch_id end
          and s.code = 'wallet:' || x.sender_id and d.code = 'earnings:' || x.recipient_id
          and m.cents = x.amount_cents and m.bounty_id = x.bounty_id)
union all
select 'transfer that is not completed has moved money', x.id::text, x.status from escrow_transfer x
 where x.status <> 'completed' and exists (select from ledger_transaction t where t.key = 'transfer:' || x.id)
union all
select 'transfer in the ledger without its row', t.key, t.id::text from ledger_transaction t
 where (t.kind = 'transfer' and not exists (select from escrow_transfer x where t.key = 'transfer:' || x.id))
    or (t.kind = 'bulk_transfer' and not exists (select from escrow_transfer x where t.key = 'bulk:' || x.batch_id))
union all
select 'bulk send whose lines are not its moves', b.batch_id::text, format('%s in rows, %s moved', b.cents, l.cents)
  from (select batch_id, sum(amount_cents) as cents from escrow_transfer where batch_id is not null group by 1) b
  join (select t.key, sum(m.cents) as cents from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         where t.kind = 'bulk_transfer' group by 1) l on l.key = 'bulk:' || b.batch_id
 where b.cents <> l.cents
"""


def rows() -> Iterable[tuple[str, str, str]]:
    """(violation, subject, detail) of every violated invariant."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY)
        return list(cursor.fetchall())
