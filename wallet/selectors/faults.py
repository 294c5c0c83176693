"""The wallet's part of check_ledger (docs/money.md, 9): the ledger itself, the world's balance, payments and checkouts."""

from collections.abc import Iterable

from django.db import connection

_LEDGER = "select fault, subject, detail from ledger_faults()"
_WORLD = """
select 'owned and house accounts do not balance', 'all', format('%s', total) from (
    select (select coalesce(sum(balance), 0) from ledger_account where balance is not null)
         + (select coalesce(sum(balance), 0) from ledger_house) as total) sums where total <> 0
union all
select 'money in transit without an outflow', 'transit', balance::text from ledger_house where code = 'transit' and balance <> 0
union all
select 'house account missing', named.code, ''
  from unnest(array['fees', 'transit', 'losses', 'world.card', 'world.mpp', 'world.x402', 'world.payout']) named (code)
 where not exists (select from ledger_account a where a.code = named.code)
"""
_PAYMENTS = """
select 'payment without its deposit', p.id::text, p.amount_cents::text from wallet_payment p
 where not exists (
       select from ledger_transaction t join ledger_move m on m.transaction_id = t.id
         join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
        where t.key = 'deposit:' || p.id and m.cents = p.amount_cents and s.code = 'world.' || p.rail
          and d.code = 'wallet:' || p.account_id)
union all
select 'payment credits another account than its checkout', p.id::text, c.id::text
  from wallet_payment p join wallet_checkout c on c.id = p.checkout_id where c.account_id <> p.account_id
union all
select 'deposit without its payment', t.key, t.id::text from ledger_transaction t
 where t.kind = 'deposit' and not exists (select from wallet_payment p where t.key = 'deposit:' || p.id)
union all
select 'paid checkout without a payment', c.id::text, c.amount_cents::text from wallet_checkout c
 where c.status = 'paid' and not exists (select from wallet_payment p where p.checkout_id = c.id)
union all
select 'payment on a checkout that is not paid', c.id::text, c.status from wallet_checkout c
 where c.status <> 'paid' and exists (select from wallet_payment p where p.checkout_id = c.id)
"""


def rows() -> Iterable[tuple[str, str, str]]:
    """(fault, subject, detail) of everything that does not add up."""
    found: list[tuple[str, str, str]] = []
    with connection.cursor() as cursor:
        for query in (_LEDGER, _WORLD, _PAYMENTS):
            cursor.execute(query)
            found += cursor.fetchall()
    return found
