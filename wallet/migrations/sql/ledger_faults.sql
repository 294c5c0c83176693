-- The proof: the ledger's half of check_ledger; each upper app adds its own.

create function ledger_faults() returns table (fault text, subject text, detail text) language sql stable as $$
    -- a stored balance is what its moves say
    select 'balance differs from its moves', a.code, format('stored %s, moves %s', a.balance, coalesce(l.cents, 0))
      from ledger_account a left join (select account_id, sum(cents) as cents from ledger_line group by 1) l on l.account_id = a.id
     where a.balance is not null and a.balance <> coalesce(l.cents, 0)
    union all
    -- each move starts where the one before it ended, so a changed, added or lost move shows itself
    select 'statement has a gap', a.code, format('move %s: %s then %s, ends at %s', g.move_id, g.before, g.cents, g.balance_after)
      from (select account_id, move_id, cents, balance_after,
                   coalesce(lag(balance_after) over (partition by account_id order by move_id), 0) as before
              from ledger_line where balance_after is not null) g
      join ledger_account a on a.id = g.account_id
     where g.before + g.cents <> g.balance_after
    union all
    select 'move without an account', m.id::text, format('%s -> %s', m.source_id, m.destination_id) from ledger_move m
     where not exists (select from ledger_account where id = m.source_id) or not exists (select from ledger_account where id = m.destination_id)
    union all
    select 'transaction without moves', t.key, t.id::text from ledger_transaction t
     where not exists (select from ledger_move where transaction_id = t.id)
    union all
    -- a house account never has, an owned account always has, a balance on its moves
    select 'move lost a balance', m.id::text, s.code || ' -> ' || d.code
      from ledger_move m join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
     where (s.balance is null) <> (m.source_balance is null) or (d.balance is null) <> (m.destination_balance is null)
    union all
    -- the guards stand
    select 'guard missing or disabled', name, '' from unnest(array[
        'ledger_transaction_written_by_post', 'ledger_move_written_by_post', 'ledger_account_changed_by_post', 'ledger_account_born_empty',
        'ledger_transaction_immutable', 'ledger_move_immutable', 'ledger_account_kept',
        'ledger_transaction_not_truncated', 'ledger_move_not_truncated', 'ledger_account_not_truncated']) name
     where not exists (select from pg_trigger where tgname = name and tgenabled <> 'D')
$$;

-- What each house account stands at; world.* is minus what the rail holds for us.
create view ledger_house as
    select a.code, coalesce(sum(l.cents), 0)::bigint as balance
      from ledger_account a left join ledger_line l on l.account_id = a.id where a.balance is null group by a.code;
