-- Lifetime totals of wallets and earnings, kept by ledger_post. Null is 0: pools, holds and house accounts have none.
-- What was deposited is not stored: balance = deposited - sent + returned - withdrawn.
alter table ledger_account
    add column sent      bigint,                            -- a wallet: to bounties and people, before refunds
    add column returned  bigint,                            -- a wallet: refunds of these
    add column withdrawn bigint;                            -- out of the marketplace, less what was returned from there

create or replace trigger ledger_account_born_empty before insert on ledger_account for each row
    when (new.balance <> 0 or coalesce(new.sent, new.returned, new.withdrawn) is not null)
    execute function ledger_refuse('an account is born empty');

create function ledger_added(p_sums jsonb, p_code text, p_cents bigint) returns jsonb language sql immutable as $$
    select p_sums || jsonb_build_object(p_code, coalesce((p_sums ->> p_code)::bigint, 0) + p_cents)
$$;

-- What each move adds to the accounts on its two sides. Each move of a wallet is to or from an owned account, a deposit, or
-- another move to or from house accounts. A surplus that could not be refunded counts as a deposit. A correction after an appeal
-- counts as sent and returned, whoever bears it; it alone moves money from a wallet to `fees`. Withdrawals go through `transit`;
-- failed ones return from there and are deducted. What a correction gives a worker at the platform's expense comes from `losses`.
create view ledger_effect as
    select m.id as move_id, m.source_id as account_id, -m.cents as cents,
           case when s.kind = 'wallet' and (d.owner_id is not null or d.code = 'fees') then m.cents else 0 end as sent,
           0::bigint as returned,
           case when (s.kind = 'wallet' and d.owner_id is null and d.code <> 'fees')
                  or (s.kind = 'earnings' and d.owner_id is null) then m.cents else 0 end as withdrawn
      from ledger_move m join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
    union all
    select m.id, m.destination_id, m.cents, 0,
           case when d.kind = 'wallet' and (s.owner_id is not null or t.kind = 'correction') then m.cents else 0 end,
           case when (d.kind = 'wallet' and s.owner_id is null
                      and t.kind not in ('deposit', 'surplus_failed', 'surplus_returned', 'correction'))
                  or (d.kind = 'earnings' and s.owner_id is null and s.code <> 'losses') then -m.cents else 0 end
      from ledger_move m join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
      join ledger_transaction t on t.id = m.transaction_id;
