"""The wallet's part of `check_ledger` (docs/money.md, 9): the ledger itself, world accounts, payments and checkouts, approvals
and spenders, outflows and chargebacks.

Each statement compares rows that are open, or that were made, have ended or whose money has moved since `since`: an older row was
compared before its month was sealed, its moves can't change, and no service writes it again. `-infinity`: all rows.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import connection

from wallet.selectors import checkpoints

_LEDGER = "select * from ledger_faults(%(whole)s)"
_WORLD = """
select 'money in transit is not that of the open outflows', 'transit', format('%%s in transit, %%s open', balance, open_cents)
  from ledger_house, (select coalesce(sum(amount_cents), 0) as open_cents from wallet_outflow
                       where status in ('sending', 'attention')) outflows
 where code = 'transit' and balance <> open_cents
union all
select 'house account missing', named.code, ''
  from unnest(array['fees', 'transit', 'losses', 'world.card', 'world.mpp', 'world.x402', 'world.payout']) named (code)
 where not exists (select from ledger_account a where a.code = named.code)
"""
# What was paid in and out, and who spent.
_MOVED = """
select 'payment without its deposit', p.id::text, p.amount_cents::text from wallet_payment p
 where p.created_at >= %(since)s and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
        where t.key = 'deposit:' || p.id and m.cents = p.amount_cents and s.code = 'world.' || p.rail
          and d.code = case when p.surplus then 'transit' else 'wallet:' || p.account_id end)
union all
select 'deposit without its payment', t.key, t.id::text from ledger_transaction t
 where t.created_at >= %(since)s and t.kind = 'deposit' and not exists (
       select from wallet_payment p where p.id = ledger_subject(t.key) and t.key = 'deposit:' || p.id)
union all
select 'spent by a key or program of another account', m.id::text, m.spender
  from ledger_move m join ledger_account s on s.id = m.source_id
 where m.created_at >= %(since)s and s.kind = 'wallet' and m.spender ~ '^(key|oauth):'
   and not exists (select from marketplace_apikey k
                    where k.id = ledger_subject(m.spender) and m.spender = 'key:' || k.id and k.account_id = s.owner_id)
   and not exists (select from marketplace_connector c
                    where c.id = ledger_subject(m.spender) and m.spender = 'oauth:' || c.id and c.account_id = s.owner_id)
union all
select 'money left without an outflow', t.key, t.id::text from ledger_transaction t
 where t.created_at >= %(since)s and split_part(t.key, ':', 1) in ('out', 'out.end', 'out.back') and not exists (
       select from wallet_outflow o
        where o.id = ledger_subject(t.key) and t.key = split_part(t.key, ':', 1) || ':' || o.id)
"""
# A payment never changes; of a checkout that was paid nothing that is compared here does.
_PAYMENTS = """
select 'surplus that was not sent back', p.id::text, p.amount_cents::text from wallet_payment p
 where p.created_at >= %(since)s
   and p.surplus <> ((select count(*) from wallet_outflow o where o.payment_id = p.id and o.kind = 'surplus') > 0)
union all
select 'surplus that was not sent back', p.id::text, p.amount_cents::text
  from wallet_outflow o join wallet_payment p on p.id = o.payment_id
 where (o.ended_at is null or o.ended_at >= %(since)s) and o.kind = 'surplus' and not p.surplus and p.created_at < %(since)s
union all
select 'payment credits another account than its checkout', p.id::text, c.id::text
  from wallet_payment p join wallet_checkout c on c.id = p.checkout_id
 where p.created_at >= %(since)s and c.account_id <> p.account_id
union all
select 'paid checkout without a payment', c.id::text, c.amount_cents::text from wallet_checkout c
 where c.status = 'paid' and (%(whole)s or c.paid_at >= %(since)s)
   and not exists (select from wallet_payment p where p.checkout_id = c.id)
union all
select 'payment on a checkout that is not paid', c.id::text, c.status from wallet_checkout c
 where c.id in (select checkout_id from wallet_payment where created_at >= %(since)s) and c.status <> 'paid'
"""

# A used approval that names its post: it is there, and took no more out of this wallet than was approved.
_APPROVALS = """
select 'approval was used for another spend', a.id::text, a.spend_key from wallet_approval a
 where (%(whole)s or a.used_at >= %(since)s) and a.spend_key <> '' and a.cents < coalesce((
       select sum(m.capped_cents) from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id
        where t.key = a.spend_key and s.code = 'wallet:' || a.account_id), a.cents + 1)
union all
select 'approval of a key or program of another account', a.id::text, a.asked_via from wallet_approval a
  left join marketplace_apikey k on k.id = a.key_id left join marketplace_connector c on c.id = a.connector_id
 where a.created_at >= %(since)s
   and ((a.asked_via = 'key') <> (a.key_id is not null) or a.account_id <> coalesce(k.account_id, c.account_id, a.account_id))
"""
# Whose limits hold: no foreign key says that a credential and its money belong to one account. All of them, every night: they are
# settings, a row for each key or program that has limits of its own, and hold now.
_LIMITS = """
select 'limits of a key or program of another account', l.id::text, l.account_id::text from wallet_spenderlimits l
  left join marketplace_apikey k on k.id = l.key_id left join marketplace_connector c on c.id = l.connector_id
 where l.account_id <> coalesce(k.account_id, c.account_id)
union all
select 'limits that no spend looks for', l.id::text, l.account_id::text from wallet_spenderlimits l
  left join wallet_controls c on c.account_id = l.account_id
 where c.has_spender_limits is distinct from true
   and num_nonnulls(l.spending_cap_per_bounty_cents, l.spending_cap_rolling_24h_cents, l.spending_cap_rolling_7d_cents,
                    l.spending_cap_rolling_30d_cents, l.ask_above_cents) > 0
"""
_OUTFLOWS = """
with ids as materialized (
    select id from wallet_outflow where ended_at is null or ended_at >= %(since)s
    union select id from wallet_outflow where status = 'returned' and (returned_at is null or returned_at >= %(since)s)
    union select ledger_subject(key) from ledger_transaction
           where created_at >= %(since)s and split_part(key, ':', 1) = 'out.back'),
mine as materialized (
    select o.id, o.account_id, o.kind, o.rail, o.amount_cents, o.kept_cents, o.payment_id, o.status,
           case o.kind when 'earnings' then 'earnings:' else 'wallet:' end || o.account_id as source
      from ids join wallet_outflow o using (id))
select 'outflow that never left its account', o.id::text, o.amount_cents::text from mine o
 where o.kind <> 'surplus' and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
        where t.key = 'out:' || o.id and m.cents = o.amount_cents and d.code = 'transit' and s.code = o.source)
union all
select 'ended outflow without its ending', o.id::text, o.status from mine o
 where o.status in ('paid', 'failed', 'returned')
   and not exists (select from ledger_transaction t where t.key = 'out.end:' || o.id)
union all
select 'open outflow with an ending', o.id::text, o.status from mine o
 where o.status in ('sending', 'attention') and exists (select from ledger_transaction t where t.key = 'out.end:' || o.id)
union all
select 'outflow that ended with other cents', o.id::text, format('%%s: %%s, kept %%s', o.status, o.amount_cents, o.kept_cents)
  from mine o
 where o.status in ('paid', 'failed', 'returned') and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account d on d.id = m.destination_id
        where t.key = 'out.end:' || o.id
       having coalesce(sum(m.cents) filter (where d.code = 'world.' || o.rail), 0)
                = case o.status when 'failed' then 0 else o.amount_cents - o.kept_cents end
          and coalesce(sum(m.cents) filter (where d.code = 'fees'), 0)
                = case o.status when 'failed' then 0 else o.kept_cents end
          and coalesce(sum(m.cents) filter (where d.code = o.source), 0)
                = case o.status when 'failed' then o.amount_cents else 0 end)
union all
select 'outflow that came back with other cents', o.id::text, o.amount_cents::text from mine o
 where o.status = 'returned' and not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account d on d.id = m.destination_id
        where t.key = 'out.back:' || o.id and d.code = o.source
       having sum(m.cents) = o.amount_cents)
union all
select 'more returned than was paid', p.id::text, format('%%s paid, %%s returned', p.amount_cents, sum(o.amount_cents))
  from wallet_payment p join wallet_outflow o on o.payment_id = p.id and o.status not in ('failed', 'returned')
 where p.id in (select payment_id from mine)
 group by p.id having sum(o.amount_cents) > p.amount_cents
union all
select 'refund fee kept more than once', p.id::text, format('%%s kept, the fee is %%s', sum(o.kept_cents), p.refund_fee_cents)
  from wallet_payment p join wallet_outflow o on o.payment_id = p.id and o.status not in ('failed', 'returned')
 where p.id in (select payment_id from mine)
 group by p.id having sum(o.kept_cents) > p.refund_fee_cents
union all
select 'refund without its own payment', o.id::text, o.kind from mine o
  left join wallet_payment p on p.id = o.payment_id
 where o.kind in ('funding_refund', 'surplus', 'checkout_refund')
   and (p.id is null or p.account_id <> o.account_id or p.rail <> o.rail)
union all
select 'outflow returned in one book only', o.id::text, o.status from mine o
 where (o.status = 'returned') <> exists (select from ledger_transaction t where t.key = 'out.back:' || o.id)
"""

# A payment's reference names chain, transaction, and the place of a second transfer: each of its two shapes has a unique index.
_X402 = """
with mine as materialized (
    select x.* from wallet_x402payment x where x.ended_at is null or x.ended_at >= %(since)s)
select 'settled x402 payment that is not booked', x.id::text, x.amount_cents::text from mine x
 where x.status = 'settled' and not exists (
       select from wallet_payment p
        where p.rail = 'x402' and p.reference = x.network || ':' || x.tx_hash || coalesce(':' || x.place, '')
          and p.account_id = x.account_id and p.amount_cents = x.amount_cents)
union all
select 'payment by x402 that nobody signed', p.id::text, p.reference
  from wallet_payment p,
       lateral (select split_part(p.reference, ':', 1) || ':' || split_part(p.reference, ':', 2) as network,
                       split_part(p.reference, ':', 3) as tx_hash) said
 where p.created_at >= %(since)s and p.rail = 'x402'
   and not exists (
       select from wallet_x402payment x
        where x.status = 'settled' and x.place is null and x.network = said.network and x.tx_hash = said.tx_hash
          and p.reference = x.network || ':' || x.tx_hash)
   and not exists (
       select from wallet_x402payment x
        where x.status = 'settled' and x.place is not null and x.network = said.network and x.tx_hash = said.tx_hash
          and p.reference = x.network || ':' || x.tx_hash || ':' || x.place)
union all
select 'x402 payment whose cents are not its token amount', x.id::text, x.atoms::text from mine x
 where x.atoms <> x.amount_cents * 10000
"""

_MPP = """
with mine as materialized (
    select c.id, c.status, c.provider_ref, q.checkout_id from wallet_mppcharge c join wallet_mppquote q on q.id = c.quote_id
     where c.ended_at is null or c.ended_at >= %(since)s)
select 'paid MPP charge that is not booked', c.id::text, c.provider_ref from mine c
 where c.status = 'paid' and not exists (
       select from wallet_payment p
        where p.rail = 'mpp' and p.reference = c.provider_ref and p.checkout_id = c.checkout_id)
union all
select 'payment by MPP that nobody was quoted', p.id::text, p.reference from wallet_payment p
 where p.created_at >= %(since)s and p.rail = 'mpp' and not exists (
       select from wallet_mppcharge c join wallet_mppquote q on q.id = c.quote_id join wallet_checkout k on k.id = q.checkout_id
        where c.status = 'paid' and c.provider_ref = p.reference
          and (k.id, k.amount_cents) = (p.checkout_id, p.amount_cents))
union all
select 'page charged by two of its quotes', q.checkout_id::text, count(*)::text
  from wallet_mppcharge c join wallet_mppquote q on q.id = c.quote_id
 where c.status <> 'failed' and q.checkout_id in (select checkout_id from mine)
 group by q.checkout_id having count(*) > 1
"""

# An order names a refund in the commit that makes it.
_AGENT_CHECKOUTS = """
with refunds as materialized (
    select o.id, o.kind, o.account_id, o.amount_cents, o.kept_cents, o.payment_id, o.status from wallet_outflow o
     where o.ended_at is null or o.ended_at >= %(since)s)
select 'refund that is not all of its own payment', a.id::text, o.id::text
  from refunds o join wallet_agentcheckout a on a.refund_id = o.id left join wallet_payment p on p.id = o.payment_id
 where (o.kind, o.account_id, o.amount_cents, o.kept_cents, p.checkout_id)
       is distinct from ('checkout_refund', a.account_id, p.amount_cents, 0, a.checkout_id)
union all
select 'agent checkout and its page belong to two accounts', a.id::text, c.id::text
  from wallet_agentcheckout a join wallet_checkout c on c.id = a.checkout_id
 where a.created_at >= %(since)s and (c.account_id, c.purpose) is distinct from (a.account_id, 'agent_checkout')
union all
select 'page of an agent checkout without its order', c.id::text, c.account_id::text
  from wallet_checkout c
 where c.created_at >= %(since)s and c.purpose = 'agent_checkout'
   and not exists (select from wallet_agentcheckout a where a.checkout_id = c.id)
union all
select 'checkout refund of no agent checkout', o.id::text, o.payment_id::text from refunds o
 where o.kind = 'checkout_refund' and not exists (
       select from wallet_payment p join wallet_agentcheckout a on a.checkout_id = p.checkout_id
        where p.id = o.payment_id and (a.refund_id = o.id or o.status in ('failed', 'returned')))
"""

# What the losses bore for each: -losses = what is owed, the fees that did not come back, and what we bore in appeals, which is
# escrow's part. That all of it is so follows from each, and from every move of the losses having one that it belongs to.
_CHARGEBACKS = """
with ids as materialized (
    select id from wallet_chargeback where ended_at is null or ended_at >= %(since)s
    union select id from wallet_chargeback where owed_cents > 0
    union select ledger_subject(key) from ledger_transaction
           where created_at >= %(since)s and kind in ('chargeback', 'chargeback_won', 'recovery')),
taken as materialized (
    select c.id, c.amount_cents, c.from_wallet_cents, c.recovered_cents, c.fee_cents, c.owed_cents, c.wallet,
           c.returned_cents + c.fee_returned_cents as back_cents, c.returned_to_wallet_cents as to_wallet_cents,
           c.owed_cents + c.fee_cents - c.fee_returned_cents as lost_cents,
           p.account_id <> c.account_id as is_foreign, p.id is null or p.rail not in ('card', 'mpp') as is_odd, moved.*
      from ids join (select *, 'wallet:' || account_id as wallet from wallet_chargeback) c using (id)
      left join wallet_payment p on p.id = c.payment_id,
   lateral (
    select coalesce(sum(m.cents) filter (where t.key = 'chargeback:' || c.id), 0) as began,
           coalesce(sum(m.cents) filter (where t.key = 'chargeback:' || c.id and s.code = c.wallet
                                               and d.code = 'world.' || p.rail), 0) as began_wallet,
           coalesce(sum(m.cents) filter (where t.key = 'chargeback:' || c.id and s.code = 'losses'
                                               and d.code = 'world.' || p.rail), 0) as began_losses,
           coalesce(sum(m.cents) filter (where t.kind = 'chargeback_won' and s.code = 'world.' || p.rail), 0) as won,
           -- Earlier, what the wallet had paid off came back to it out of the losses.
           coalesce(sum(m.cents) filter (where t.kind = 'chargeback_won' and d.code = c.wallet), 0) as won_wallet,
           coalesce(sum(m.cents) filter (where t.kind = 'chargeback_won' and d.code = 'losses'), 0)
             - coalesce(sum(m.cents) filter (where t.kind = 'chargeback_won' and s.code = 'losses'), 0) as won_losses,
           coalesce(sum(m.cents) filter (where t.kind = 'recovery' and s.code = c.wallet and d.code = 'losses'), 0) as recovered,
           coalesce(sum(m.cents) filter (where s.code = 'losses'), 0)
             - coalesce(sum(m.cents) filter (where d.code = 'losses'), 0) as lost
      from ledger_transaction t join ledger_move m on m.transaction_id = t.id
      join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
     where t.kind in ('chargeback', 'chargeback_won', 'recovery') and ledger_subject(t.key) = c.id) moved)
select 'chargeback without its moves', c.id::text, format('%%s, %%s of it from the wallet', c.amount_cents, c.from_wallet_cents)
  from taken c
 where (c.began, c.began_wallet, c.began_losses)
       <> (c.amount_cents + c.fee_cents, c.from_wallet_cents, c.amount_cents - c.from_wallet_cents + c.fee_cents)
union all
select 'chargeback that returned with other cents', c.id::text,
       format('%%s returned, %%s of it to the wallet', c.back_cents, c.to_wallet_cents)
  from taken c where (c.won, c.won_wallet, c.won_losses) <> (c.back_cents, c.to_wallet_cents, c.back_cents - c.to_wallet_cents)
union all
select 'chargeback recovered with other cents', c.id::text, c.recovered_cents::text
  from taken c where c.recovered_cents <> c.recovered
union all
select 'chargeback of no payment of its account', c.id::text, c.wallet from taken c where c.is_foreign or c.is_odd
union all
select 'moves of no chargeback', t.key, m.cents::text
  from ledger_transaction t join ledger_move m on m.transaction_id = t.id
 where t.created_at >= %(since)s and t.kind in ('chargeback', 'chargeback_won', 'recovery') and not exists (
       select from wallet_chargeback c
        where c.id = ledger_subject(t.key)
          and split_part(t.key, ':', 1)
                = case t.kind when 'chargeback' then 'chargeback' when 'chargeback_won' then 'chargeback.won' else 'recover' end)
union all
select 'losses are not what is owed and paid as fees', c.id::text, format('%%s lost, %%s owed or paid', c.lost, c.lost_cents)
  from taken c where c.lost <> c.lost_cents
union all
select 'losses are not what is owed and paid as fees', t.key, m.cents::text
  from ledger_account a, ledger_move m join ledger_transaction t on t.id = m.transaction_id
 where a.code = 'losses' and a.id in (m.source_id, m.destination_id) and m.created_at >= %(since)s
   and t.kind not in ('chargeback', 'chargeback_won', 'recovery', 'correction')
union all
select 'losses are not what is owed and paid as fees', 'losses', format('%%s lost, %%s owed or paid', -balance, cents)
  from ledger_house, (select coalesce(sum(owed_cents + fee_cents - fee_returned_cents), 0)
                           + (select coalesce(sum(m.cents), 0) from ledger_transaction t
                                join ledger_move m on m.transaction_id = t.id join ledger_account s on s.id = m.source_id
                               where t.kind = 'correction' and s.code = 'losses') as cents
                        from wallet_chargeback) owed
 where %(whole)s and code = 'losses' and -balance <> cents
"""
_STATEMENTS = (
    *(_LEDGER, _MOVED, _WORLD, _PAYMENTS, _APPROVALS, _LIMITS, _OUTFLOWS, _X402, _MPP, _AGENT_CHECKOUTS, _CHARGEBACKS),
)


def rows(since: datetime | None = None) -> Iterable[tuple[str, str, str]]:
    """(violation, subject, detail) of every violated invariant. `since` as `wallet.ports.Audit` has it."""
    found: list[tuple[str, str, str]] = [] if since else list(checkpoints.violations())
    with connection.cursor() as cursor:
        for statement in _STATEMENTS:
            cursor.execute(statement, {"since": since or "-infinity", "whole": since is None})
            found += cursor.fetchall()
    return found
