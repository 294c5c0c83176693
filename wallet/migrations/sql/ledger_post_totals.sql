-- The one writer, as it is today: it also keeps the lifetime totals of wallets and earnings, so that no reader sums the history.

-- ledger_post(id, key, kind, at, sources, destinations, cents [, bounties, capped, tags, spender]) -> jsonb, one of
--   {"outcome": "posted",   "id": ..., "balances": {"wallet:...": 410, ...}}          owned accounts, after it
--   {"outcome": "replayed", "id": ...}                         the same fact again: nothing written
--   {"outcome": "conflict", "id": ...}                         the key names another fact: nothing written
--   {"outcome": "refused",  "account": "wallet:...", "balance": 300, "needed": 590}   nothing written
-- A refusal is an answer, not an exception: the caller's transaction lives on and may open a checkout instead.
-- Locks: the owned accounts among the moves, in order of id; nothing else. Needs READ COMMITTED.
create or replace function ledger_post(
    p_id uuid, p_key text, p_kind text, p_at timestamptz,
    p_sources text[], p_destinations text[], p_cents bigint[],
    p_bounties uuid[] default null, p_capped bigint[] default null, p_tags jsonb default '{}',
    p_spender text default null
) returns jsonb language plpgsql
    set plan_cache_mode = 'force_generic_plan'              -- planning anew for every array doubled the cost of a post
    set enable_seqscan = 'off'                              -- plans made while the tables were empty stay right
as $$
declare
    v_codes    text[] := p_sources || p_destinations;
    v_balances jsonb;                                       -- of the owned accounts: as locked, then after each move
    v_out      bigint[];                                    -- the source's balance after each move
    v_in       bigint[];                                    -- the destination's
    v_sent      jsonb;                                      -- what these moves add to the totals, by account: the same words as
    v_returned  jsonb;                                      -- the view ledger_effect, from which check_ledger proves them
    v_withdrawn jsonb;
    v_unborn   text[];
    v_earlier  ledger_transaction;
begin
    if coalesce(cardinality(p_cents), 0) = 0 or cardinality(v_codes) <> 2 * cardinality(p_cents) then
        raise exception 'a transaction needs moves of (source, destination, cents)' using errcode = 'invalid_parameter_value';
    end if;

    loop
        -- Lock.
        select coalesce(jsonb_object_agg(code, balance), '{}') into v_balances
          from (select code, balance from ledger_account where code = any (v_codes) and balance is not null
                 order by id for no key update) locked;

        -- Posted before? By us in an earlier try, or by somebody faster.
        select * into v_earlier from ledger_transaction where key = p_key;
        if found then
            return (select jsonb_build_object('id', v_earlier.id, 'outcome', case
                           when v_earlier.kind = p_kind and array_agg(s.code order by m.id) = p_sources
                            and array_agg(d.code order by m.id) = p_destinations and array_agg(m.cents order by m.id) = p_cents
                           then 'replayed' else 'conflict' end)
                      from ledger_move m join ledger_account s on s.id = m.source_id join ledger_account d on d.id = m.destination_id
                     where m.transaction_id = v_earlier.id);
        end if;

        -- Decide, move by move. House accounts have no ':' and no balance.
        v_unborn := '{}'; v_out := '{}'; v_in := '{}'; v_sent := '{}'; v_returned := '{}'; v_withdrawn := '{}';
        for i in 1 .. cardinality(p_cents) loop
            if p_sources[i] like '%:%' then
                v_out[i] := coalesce((v_balances ->> p_sources[i])::bigint, 0) - p_cents[i];
                if v_out[i] < 0 then
                    return (select jsonb_build_object('outcome', 'refused', 'account', p_sources[i], 'needed', sum(cents), 'balance',
                                   coalesce((select balance from ledger_account where code = p_sources[i]), 0))
                              from unnest(p_sources, p_cents) as move (source, cents) where source = p_sources[i]);
                end if;
                v_balances := v_balances || jsonb_build_object(p_sources[i], v_out[i]);
            end if;
            if p_destinations[i] like '%:%' then
                if not v_balances ? p_destinations[i] then v_unborn := v_unborn || p_destinations[i]; end if;
                v_in[i] := coalesce((v_balances ->> p_destinations[i])::bigint, 0) + p_cents[i];
                v_balances := v_balances || jsonb_build_object(p_destinations[i], v_in[i]);
            end if;

            if p_sources[i] like 'wallet:%' and (p_destinations[i] like '%:%' or p_destinations[i] = 'fees') then
                v_sent := ledger_added(v_sent, p_sources[i], p_cents[i]);
            elsif p_sources[i] like 'wallet:%' or (p_sources[i] like 'earnings:%' and p_destinations[i] not like '%:%') then
                v_withdrawn := ledger_added(v_withdrawn, p_sources[i], p_cents[i]);
            end if;
            if p_destinations[i] like 'wallet:%' and (p_sources[i] like '%:%' or p_kind = 'correction') then
                v_returned := ledger_added(v_returned, p_destinations[i], p_cents[i]);
            elsif (p_destinations[i] like 'wallet:%' and p_kind not in ('deposit', 'surplus_failed', 'surplus_returned'))
                  or (p_destinations[i] like 'earnings:%' and p_sources[i] not like '%:%' and p_sources[i] <> 'losses') then
                v_withdrawn := ledger_added(v_withdrawn, p_destinations[i], -p_cents[i]);
            end if;
        end loop;

        -- An owner's account is born empty at its first use, then everything is looked at again, locked.
        if v_unborn <> '{}' then
            insert into ledger_account (code, balance) select code, 0 from unnest(v_unborn) code order by code on conflict do nothing;
            continue;
        end if;

        -- The guards let through what is written between these two calls, and nothing else. Not `set` beside the function, which
        -- only a superuser may create; an error rolls it back as it rolled that back.
        perform set_config('ledger.posting', 'on', true);
        insert into ledger_transaction (id, key, kind, tags, created_at) values (p_id, p_key, p_kind, p_tags, p_at)
        on conflict (key) do nothing;
        exit when found;                                    -- else posted meanwhile, between house accounts: look again
        perform set_config('ledger.posting', '', true);
    end loop;

    -- Write.
    update ledger_account
       set balance = (v_balances ->> code)::bigint,
           sent = coalesce(coalesce(sent, 0) + (v_sent ->> code)::bigint, sent),
           returned = coalesce(coalesce(returned, 0) + (v_returned ->> code)::bigint, returned),
           withdrawn = coalesce(coalesce(withdrawn, 0) + (v_withdrawn ->> code)::bigint, withdrawn)
     where code = any (v_codes) and balance is not null;

    insert into ledger_move (transaction_id, source_id, destination_id, cents, source_balance, destination_balance, bounty_id, capped_cents, created_at, spender)
    select p_id, (select id from ledger_account where code = source), (select id from ledger_account where code = destination),
           cents, v_out[nr], v_in[nr], p_bounties[nr],
           coalesce(p_capped[nr], 0), p_at, p_spender        -- an unknown house name gave null above, and NOT NULL refuses it
      from unnest(p_sources, p_destinations, p_cents) with ordinality as move (source, destination, cents, nr)
     order by nr;
    perform set_config('ledger.posting', '', true);

    return jsonb_build_object('outcome', 'posted', 'id', p_id, 'balances', v_balances);
end $$;
