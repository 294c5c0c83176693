-- The proof: the ledger's half of check_ledger; each upper app adds its own.

-- Everything after the last checkpoint, beginning with what that says; `p_whole`: everything, beginning with nothing. From a
-- checkpoint it looks at the accounts that stood at something then or moved since. One that stood at nothing and never moved is
-- looked at by `p_whole` only: before its money goes anywhere, it moves.
drop function ledger_faults();
drop function ledger_total_faults();
create function ledger_faults(p_whole boolean default false) returns table (fault text, subject text, detail text)
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
declare
    v_month   date;
    v_through bigint;
    v_ends_at timestamptz;
begin
    if not p_whole then
        select c.month, c.through, c.ends_at into v_month, v_through, v_ends_at
          from ledger_checkpoint c where c.through is not null order by c.month desc limit 1;
    end if;
    p_whole := v_month is null;
    if p_whole then
        v_through := ledger_start(); v_ends_at := '-infinity';
    end if;
    return query
    with sums as materialized (select * from ledger_states(v_month, v_through, 9223372036854775807)),
    there as materialized (
        select a.code, a.balance, coalesce(a.sent, 0) as sent, coalesce(a.returned, 0) as returned, coalesce(a.withdrawn, 0) as withdrawn,
               s.balance as moved, s.sent as moved_sent, s.returned as moved_returned, s.withdrawn as moved_withdrawn
          from sums s join ledger_account a on a.id = s.account_id
        union all
        select a.code, a.balance, coalesce(a.sent, 0), coalesce(a.returned, 0), coalesce(a.withdrawn, 0), 0, 0, 0, 0
          from ledger_account a where p_whole and not exists (select from sums s where s.account_id = a.id))
    -- a stored balance is what its moves say
    select 'balance differs from its moves', t.code, format('stored %s, moves %s', t.balance, t.moved)
      from there t where t.balance is not null and t.balance <> t.moved
    union all
    select 'total differs from its moves', t.code,
           format('stored %s/%s/%s, moves %s/%s/%s', t.sent, t.returned, t.withdrawn, t.moved_sent, t.moved_returned, t.moved_withdrawn)
      from there t where (t.sent, t.returned, t.withdrawn) <> (t.moved_sent, t.moved_returned, t.moved_withdrawn)
    union all
    select 'owned and house accounts do not balance', 'all', format('%s', total)
      from (select coalesce(sum(coalesce(t.balance, t.moved)), 0) as total from there t) sums where total <> 0
    union all
    -- each move starts where the one before it ended, so a changed, added or lost move shows itself
    select 'statement has a gap', a.code, format('move %s: %s then %s, ends at %s', g.move_id, g.before, g.cents, g.balance_after)
      from (select l.account_id, l.move_id, l.cents, l.balance_after,
                   coalesce(lag(l.balance_after) over (partition by l.account_id order by l.move_id), c.balance, 0) as before
              from ledger_line l left join ledger_checkpoint_account c on c.month = v_month and c.account_id = l.account_id
             where l.balance_after is not null and l.move_id > v_through) g
      join ledger_account a on a.id = g.account_id
     where g.before + g.cents <> g.balance_after
    union all
    select 'move without an account', m.id::text, format('%s -> %s', m.source_id, m.destination_id) from ledger_move m
     where m.id > v_through and (not exists (select from ledger_account where id = m.source_id)
                                 or not exists (select from ledger_account where id = m.destination_id))
    union all
    select 'transaction without moves', t.key, t.id::text from ledger_transaction t
     where t.created_at >= v_ends_at and not exists (select from ledger_move where transaction_id = t.id)
    union all
    -- a house account never has, an owned account always has, a balance on its moves
    select 'move lost a balance', m.id::text, s.code || ' -> ' || d.code
      from ledger_move m join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
     where m.id > v_through
       and ((s.balance is null) <> (m.source_balance is null) or (d.balance is null) <> (m.destination_balance is null))
    union all
    -- the guards stand
    select 'guard missing or disabled', name, '' from unnest(array[
        'ledger_transaction_written_by_post', 'ledger_move_written_by_post', 'ledger_account_changed_by_post', 'ledger_account_born_empty',
        'ledger_transaction_immutable', 'ledger_move_immutable', 'ledger_account_kept', 'ledger_move_not_sealed',
        'ledger_checkpoint_written_by_seal', 'ledger_checkpoint_sealed_once', 'ledger_checkpoint_kept',
        'ledger_checkpoint_account_written_by_seal', 'ledger_checkpoint_account_immutable',
        'ledger_transaction_not_truncated', 'ledger_move_not_truncated', 'ledger_account_not_truncated',
        'ledger_checkpoint_not_truncated', 'ledger_checkpoint_account_not_truncated']) name
     where not exists (select from pg_trigger where tgname = name and tgenabled <> 'D');
end $$;

-- Is every checkpoint what its moves say? The hashes are compared by wallet/selectors/checkpoints.py.
create function ledger_checkpoint_faults() returns table (fault text, subject text, detail text)
language plpgsql stable as $$
declare
    v_each record;
begin
    for v_each in
        select month, through, lag(month) over (order by month) as before, coalesce(lag(through) over (order by month), ledger_start()) as after
          from ledger_checkpoint where through is not null order by month
    loop
        return query
        select 'checkpoint differs from its moves', format('%s %s', v_each.month, coalesce(a.code, account_id::text)),
               format('says %s/%s/%s/%s, moves %s/%s/%s/%s', c.balance, c.sent, c.returned, c.withdrawn,
                      s.balance, s.sent, s.returned, s.withdrawn)
          from (select * from ledger_states(v_each.before, v_each.after, v_each.through)) s
          full join (select * from ledger_checkpoint_account where month = v_each.month) c using (account_id)
          left join ledger_account a on a.id = account_id
         where (coalesce(c.balance, 0), coalesce(c.sent, 0), coalesce(c.returned, 0), coalesce(c.withdrawn, 0))
            is distinct from (coalesce(s.balance, 0), coalesce(s.sent, 0), coalesce(s.returned, 0), coalesce(s.withdrawn, 0));
    end loop;
end $$;
