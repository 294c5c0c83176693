-- Made by `./dev manage dump_schema` from the migrations 73bafadb233f5e05e1aa549bbf9fde91fc931d0325d1715a4d995884da668271
select pg_catalog.set_config('search_path', '', true);
set local check_function_bodies = false;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.bounty_folded(skills text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ARRAY(SELECT lower(skill.skill) AS lower FROM unnest(bounty_folded.skills) skill(skill));
CREATE FUNCTION public.bounty_words(title text, description text, category text, city text, state text, country text, skills text[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN strip(to_tsvector('simple'::regconfig, translate(array_to_string((ARRAY[title, description, category, city, state, country] || skills), ' '::text), '-_/.,:;@&=?#%~+*!<>()[]{}|"''\`^’‘“”„«»–—…•·¿¡°€£'::text, '                                                '::text)));
CREATE FUNCTION public.escrow_case_stage_left() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    insert into escrow_casestage (case_id, stage, round, began_at, ended_at)
    values (old.id, old.stage, old.round, old.stage_at, new.stage_at);
    return null;
end $$;
CREATE FUNCTION public.escrow_invoice_frozen() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception 'invoices are never changed or deleted';
end $$;
CREATE FUNCTION public.escrow_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception '% rows are never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
CREATE FUNCTION public.ledger_added(p_sums jsonb, p_code text, p_cents bigint) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
    select p_sums || jsonb_build_object(p_code, coalesce((p_sums ->> p_code)::bigint, 0) + p_cents)
$$;
CREATE FUNCTION public.ledger_checkpoint_faults() RETURNS TABLE(fault text, subject text, detail text)
    LANGUAGE plpgsql STABLE
    AS $$
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
CREATE FUNCTION public.ledger_close(p_month date, p_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    lock table ledger_move in share mode;
    perform set_config('ledger.sealing', 'on', true);
    insert into ledger_checkpoint (month, ends_at, closed_at)
    values (p_month, (p_month + interval '1 month') at time zone 'UTC', p_at) on conflict do nothing;
    perform set_config('ledger.sealing', '', true);
end $$;
CREATE FUNCTION public.ledger_faults(p_whole boolean DEFAULT false) RETURNS TABLE(fault text, subject text, detail text)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
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
CREATE FUNCTION public.ledger_post(p_id uuid, p_key text, p_kind text, p_at timestamp with time zone, p_sources text[], p_destinations text[], p_cents bigint[], p_bounties uuid[] DEFAULT NULL::uuid[], p_capped bigint[] DEFAULT NULL::bigint[], p_tags jsonb DEFAULT '{}'::jsonb, p_spender text DEFAULT NULL::text) RETURNS jsonb
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.ledger_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception '% on % refused: %', tg_op, tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
end $$;
CREATE FUNCTION public.ledger_refuse_sealed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    -- A statement of its own, so it sees what was closed while this insert waited for the table.
    if exists (select from ledger_checkpoint where ends_at > new.created_at) then
        raise exception 'move of % refused: its month is sealed', new.created_at using errcode = 'restrict_violation';
    end if;
    return new;
end $$;
CREATE FUNCTION public.ledger_seal(p_month date, p_through bigint, p_moves bigint, p_cents bigint, p_hash bytea, p_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
    v_before  ledger_checkpoint;
    v_ends_at timestamptz := (select ends_at from ledger_checkpoint where month = p_month and through is null);
    v_last    bigint;
begin
    select * into v_before from ledger_checkpoint where month < p_month order by month desc limit 1;
    if v_ends_at is null or (v_before.month is not null and v_before.through is null) or exists (
        select from ledger_checkpoint where month > p_month)
    then
        raise exception 'months are closed first, and sealed once and in order' using errcode = 'restrict_violation';
    end if;
    select coalesce(max(id), v_before.through, 0) into v_last from ledger_move
     where created_at < v_ends_at and id > coalesce(v_before.through, ledger_start());
    if p_through <> v_last then
        raise exception 'the month ends with move %, not %', v_last, p_through using errcode = 'restrict_violation';
    end if;
    perform set_config('ledger.sealing', 'on', true);
    insert into ledger_checkpoint_account (month, account_id, balance, sent, returned, withdrawn)
    select p_month, s.account_id, s.balance, s.sent, s.returned, s.withdrawn
      from ledger_states(v_before.month, coalesce(v_before.through, ledger_start()), p_through) s
     where (s.balance, s.sent, s.returned, s.withdrawn) <> (0, 0, 0, 0) order by s.account_id;
    update ledger_checkpoint set through = p_through, moves = p_moves, cents = p_cents, hash = p_hash, sealed_at = p_at
     where month = p_month;
    perform set_config('ledger.sealing', '', true);
end $$;
CREATE FUNCTION public.ledger_start() RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$ select '-9223372036854775808'::bigint $$;
CREATE FUNCTION public.ledger_states(p_before date, p_after bigint, p_through bigint) RETURNS TABLE(account_id bigint, balance bigint, sent bigint, returned bigint, withdrawn bigint)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
begin
    return query
    select s.account_id, sum(s.balance)::bigint, sum(s.sent)::bigint, sum(s.returned)::bigint, sum(s.withdrawn)::bigint
      from (select c.account_id, c.balance, c.sent, c.returned, c.withdrawn from ledger_checkpoint_account c where c.month = p_before
            union all
            select e.account_id, e.cents, e.sent, e.returned, e.withdrawn from ledger_effect e
             where e.move_id > p_after and e.move_id <= p_through) s
     group by 1;
end $$;
CREATE FUNCTION public.ledger_subject(p_text text) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
    select case when split_part(p_text, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                then split_part(p_text, ':', 2)::uuid end
$_$;
CREATE FUNCTION public.marketplace_picture_bands(hash bigint) RETURNS integer[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    select array[
        (hash & 2047)::int, 2048 + ((hash >> 11) & 2047)::int, 4096 + ((hash >> 22) & 2047)::int,
        6144 + ((hash >> 33) & 2047)::int, 8192 + ((hash >> 44) & 1023)::int, 9216 + ((hash >> 54) & 1023)::int
    ]
$$;
CREATE TABLE public.marketplace_accountrestriction (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    no_jobs boolean NOT NULL,
    no_applications boolean NOT NULL,
    no_withdrawals boolean NOT NULL,
    reason character varying(300) NOT NULL,
    until timestamp with time zone,
    changed_at timestamp with time zone,
    ended_at timestamp with time zone,
    account_id uuid NOT NULL,
    ended_by_id uuid,
    made_by_id uuid NOT NULL,
    CONSTRAINT restriction_of_something CHECK ((no_jobs OR no_applications OR no_withdrawals))
);
CREATE FUNCTION public.restriction_of(person uuid, at timestamp with time zone) RETURNS SETOF public.marketplace_accountrestriction
    LANGUAGE plpgsql
    AS $$
begin
    perform pg_advisory_xact_lock_shared(hashtextextended('restriction:' || person, 0));
    return query select * from marketplace_accountrestriction
        where account_id = person and ended_at is null and (until is null or until > at);
end $$;
CREATE FUNCTION public.setting_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    was jsonb := case tg_op when 'INSERT' then null else to_jsonb(old) end;
    becomes jsonb := case tg_op when 'DELETE' then null else to_jsonb(new) end;
begin
    if was is not distinct from becomes then
        return null;
    end if;
    insert into marketplace_settingchange (model, "row", name, kind, who_id, approved_by_id, why, old, new, created_at) values (
        tg_argv[0],
        coalesce(becomes, was) ->> tg_argv[1],
        left(coalesce(nullif(current_setting('setting.name', true), ''), coalesce(becomes, was) ->> tg_argv[1]), 200),
        case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'deleted' end,
        nullif(current_setting('setting.who', true), '')::uuid,
        nullif(current_setting('setting.approved_by', true), '')::uuid,
        coalesce(current_setting('setting.why', true), ''),
        setting_without(coalesce(setting_differs(was, becomes), '{}'), coalesce(tg_argv[2], '')),
        setting_without(coalesce(setting_differs(becomes, was), '{}'), coalesce(tg_argv[2], '')),
        coalesce(nullif(current_setting('setting.at', true), '')::timestamptz, clock_timestamp()));
    return null;
end $$;
CREATE FUNCTION public.setting_differs(one jsonb, other jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(one) where other is null or other -> key is distinct from value
$$;
CREATE FUNCTION public.setting_without(one jsonb, hidden text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
    select coalesce(jsonb_object_agg(key, case when key = any (string_to_array(hidden, ' ')) then '"not kept"' else value end), '{}')
    from jsonb_each(one)
$$;
CREATE FUNCTION public.staff_entry_begins() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    new.number := null;
    new.previous := '';
    new.hash := '';
    return new;
end $$;
CREATE FUNCTION public.staff_entry_chained() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    head record;
    link text;
begin
    select number, hash into strict head from marketplace_staffloghead where id = 1 for update;
    link := encode(sha256(convert_to(head.hash || E'\n' || (head.number + 1) || E'\n' || new.content, 'UTF8')), 'hex');
    perform set_config('staff_log.chaining', 'on', true);
    update marketplace_staffentry set number = head.number + 1, previous = head.hash, hash = link where id = new.id;
    update marketplace_staffloghead set number = head.number + 1, hash = link where id = 1;
    perform set_config('staff_log.chaining', '', true);
    return null;
end $$;
CREATE FUNCTION public.staff_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    raise exception '% on % refused: append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
CREATE FUNCTION public.webhooks_note_delivery() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    insert into webhooks_dueendpoint (endpoint_id, account_id, failing, due_at)
    select endpoint.id, endpoint.account_id, endpoint.consecutive_failures > 0, new.next_attempt_at
      from webhooks_endpoint endpoint where endpoint.id = new.endpoint_id
    on conflict (endpoint_id) do update set due_at = excluded.due_at
     where webhooks_dueendpoint.due_at is null or webhooks_dueendpoint.due_at > excluded.due_at;
    return null;
end $$;
CREATE FUNCTION public.webhooks_note_endpoint() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    update webhooks_dueendpoint set failing = new.consecutive_failures > 0,
        due_at = coalesce((select min(next_attempt_at) from webhooks_delivery
                            where endpoint_id = new.id and status in ('pending', 'retrying')), due_at)
     where endpoint_id = new.id;
    return null;
end $$;
CREATE FUNCTION public.webhooks_note_lease() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    insert into webhooks_lease (delivery_id) values (new.id) on conflict do nothing;
    return null;
end $$;
CREATE FUNCTION public.webhooks_note_new_deliveries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    insert into webhooks_dueendpoint (endpoint_id, account_id, failing, due_at)
    select endpoint.id, endpoint.account_id, endpoint.consecutive_failures > 0, min(added.next_attempt_at)
      from added join webhooks_endpoint endpoint on endpoint.id = added.endpoint_id
     where added.status in ('pending', 'retrying')
     group by endpoint.id
     order by endpoint.id
    on conflict (endpoint_id) do update set due_at = excluded.due_at
     where webhooks_dueendpoint.due_at is null or webhooks_dueendpoint.due_at > excluded.due_at;
    return null;
end $$;
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_application (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(10) NOT NULL,
    cover_letter text NOT NULL,
    proposed_price_cents bigint,
    availability character varying(1000) NOT NULL,
    links jsonb NOT NULL,
    answers jsonb NOT NULL,
    file_kinds jsonb NOT NULL,
    consented_at timestamp with time zone,
    country character varying(2) NOT NULL,
    terms_snapshot jsonb NOT NULL,
    response character varying(1000) NOT NULL,
    decided_at timestamp with time zone,
    confirm_by timestamp with time zone,
    confirmed_at timestamp with time zone,
    start_by timestamp with time zone,
    started_at timestamp with time zone,
    complete_by timestamp with time zone,
    active_at timestamp with time zone,
    nudge_at timestamp with time zone,
    flag_at timestamp with time zone,
    response_window_hours integer,
    auto_expire_ghosts boolean,
    ghost_flagged_at timestamp with time zone,
    needs_staff_at timestamp with time zone,
    extension jsonb,
    extension_until timestamp with time zone,
    review_at timestamp with time zone,
    attempts smallint CONSTRAINT bounties_application_review_attempts_not_null NOT NULL,
    review_state character varying(20) NOT NULL,
    review_reason character varying(300) NOT NULL,
    review_warning_at timestamp with time zone,
    rejection_mailed_at timestamp with time zone,
    ended_at timestamp with time zone,
    end_reason character varying(30) NOT NULL,
    rank smallint GENERATED ALWAYS AS (
CASE
    WHEN ((status)::text = 'accepted'::text) THEN 2
    WHEN ((status)::text = 'rejected'::text) THEN 0
    ELSE 1
END) STORED,
    conversation_id uuid,
    escrow_id uuid,
    human_id uuid NOT NULL,
    bounty_id uuid NOT NULL,
    ends_at timestamp with time zone,
    end_warning_at timestamp with time zone,
    may_reapply_at timestamp with time zone,
    terms_answer_by timestamp with time zone,
    terms_changed_at timestamp with time zone,
    terms_left_at timestamp with time zone,
    terms_proposed jsonb,
    silence_warning_at timestamp with time zone,
    silent_since timestamp with time zone,
    staff_due_at timestamp with time zone,
    CONSTRAINT application_end_has_its_moment CHECK ((((ended_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('expired'::character varying)::text, ('withdrawn'::character varying)::text])) AND (NOT ((end_reason)::text = ''::text))) OR ((NOT ((status)::text = ANY (ARRAY[('expired'::character varying)::text, ('withdrawn'::character varying)::text]))) AND (ended_at IS NULL)))),
    CONSTRAINT bounties_application_response_window_hours_check CHECK ((response_window_hours >= 0)),
    CONSTRAINT bounties_application_review_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.bounties_application_files (
    id bigint NOT NULL,
    application_id uuid NOT NULL,
    file_id uuid NOT NULL
);
ALTER TABLE public.bounties_application_files ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_application_files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_attendance (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(10) NOT NULL,
    distance_meters integer,
    accuracy_meters integer,
    captured_at timestamp with time zone,
    on_the_way_at timestamp with time zone,
    arrived_at timestamp with time zone,
    left_at timestamp with time zone,
    history jsonb NOT NULL,
    application_id uuid NOT NULL,
    bounty_id uuid NOT NULL,
    CONSTRAINT attendance_left_after_arrival CHECK (((left_at IS NULL) OR (arrived_at <= left_at))),
    CONSTRAINT attendance_state_has_its_moment CHECK ((((arrived_at IS NULL) AND (left_at IS NULL) AND (on_the_way_at IS NOT NULL) AND ((state)::text = 'on_the_way'::text)) OR ((arrived_at IS NOT NULL) AND (left_at IS NULL) AND ((state)::text = 'arrived'::text)) OR ((arrived_at IS NOT NULL) AND (left_at IS NOT NULL) AND ((state)::text = 'left'::text)))),
    CONSTRAINT bounties_attendance_accuracy_meters_check CHECK ((accuracy_meters >= 0)),
    CONSTRAINT bounties_attendance_distance_meters_check CHECK ((distance_meters >= 0))
);
CREATE TABLE public.bounties_bounty (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    agent_name character varying(100) NOT NULL,
    agent_type character varying(40) NOT NULL,
    status character varying(20) NOT NULL,
    is_private boolean NOT NULL,
    title character varying(200) NOT NULL,
    description text NOT NULL,
    completion_criteria text NOT NULL,
    evidence_types character varying(10)[] NOT NULL,
    category character varying(30) NOT NULL,
    skills_needed character varying(60)[] NOT NULL,
    city character varying(100) NOT NULL,
    state character varying(100) NOT NULL,
    country character varying(2) NOT NULL,
    is_remote_allowed boolean NOT NULL,
    price_type character varying(6) NOT NULL,
    price_cents bigint NOT NULL,
    estimated_hours numeric(8,3) NOT NULL,
    seat_cents bigint NOT NULL,
    spots_available integer NOT NULL,
    spots_filled integer NOT NULL,
    application_count integer NOT NULL,
    deadline timestamp with time zone NOT NULL,
    supported_countries character varying(2)[] NOT NULL,
    intake_closed_countries character varying(2)[] NOT NULL,
    identity_required boolean NOT NULL,
    linkedin_verified_required boolean NOT NULL,
    mic_check_required boolean NOT NULL,
    language_requirement jsonb,
    excluded_source_ids uuid[] NOT NULL,
    completion_questions jsonb NOT NULL,
    required_links jsonb NOT NULL,
    application_details jsonb NOT NULL,
    submission_mode character varying(16) NOT NULL,
    upload_settings jsonb,
    auto_accept boolean NOT NULL,
    auto_accept_min_mic_score numeric(4,3),
    keep_applicants_on_fill boolean NOT NULL,
    live_capture character varying(5) NOT NULL,
    check_ins jsonb,
    scheduled_start_at timestamp with time zone,
    scheduled_start_time_zone character varying(64) NOT NULL,
    start_window_minutes integer,
    completion_window_hours integer,
    response_window_hours integer,
    auto_expire_ghosts boolean,
    signage character varying(20) NOT NULL,
    attendance_radius_meters integer,
    lifecycle_messages jsonb NOT NULL,
    karen boolean,
    kind character varying(12) NOT NULL,
    product_ref character varying(80) NOT NULL,
    stirred_at timestamp with time zone,
    went_live_at timestamp with time zone,
    closed_at timestamp with time zone,
    screening_reason character varying(300) NOT NULL,
    closing_to character varying(10) NOT NULL,
    pending_edit jsonb,
    offer_id uuid,
    raise_asked_at timestamp with time zone,
    rejects_rest boolean NOT NULL,
    close_reason character varying(60) NOT NULL,
    close_details character varying(500) NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    news character varying(12)[] NOT NULL,
    news_due_at timestamp with time zone,
    news_mailed_at timestamp with time zone,
    deadline_mailed timestamp with time zone,
    owner_id uuid NOT NULL,
    pool_id uuid,
    search tsvector GENERATED ALWAYS AS (public.bounty_words((title)::text, description, (category)::text, (city)::text, (state)::text, (country)::text, (skills_needed)::text[])) STORED,
    fee_bps smallint NOT NULL,
    spender character varying(50) NOT NULL,
    CONSTRAINT bounties_bounty_application_count_check CHECK ((application_count >= 0)),
    CONSTRAINT bounties_bounty_attendance_radius_meters_check CHECK ((attendance_radius_meters >= 0)),
    CONSTRAINT bounties_bounty_completion_window_hours_check CHECK ((completion_window_hours >= 0)),
    CONSTRAINT bounties_bounty_fee_bps_check CHECK ((fee_bps >= 0)),
    CONSTRAINT bounties_bounty_response_window_hours_check CHECK ((response_window_hours >= 0)),
    CONSTRAINT bounties_bounty_spots_available_check CHECK ((spots_available >= 0)),
    CONSTRAINT bounties_bounty_spots_filled_check CHECK ((spots_filled >= 0)),
    CONSTRAINT bounties_bounty_start_window_minutes_check CHECK ((start_window_minutes >= 0)),
    CONSTRAINT bounty_close_has_its_moment CHECK ((((closed_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('closed'::character varying)::text, ('cancelled'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('closed'::character varying)::text, ('cancelled'::character varying)::text]))) AND (closed_at IS NULL)))),
    CONSTRAINT bounty_price_positive CHECK (((price_cents > 0) AND (seat_cents > 0))),
    CONSTRAINT bounty_raise_waits_while_pending CHECK ((((pending_edit IS NOT NULL) AND (raise_asked_at IS NOT NULL) AND ((status)::text = 'pending_funding'::text)) OR ((NOT ((status)::text = 'pending_funding'::text)) AND (pending_edit IS NULL) AND (raise_asked_at IS NULL)))),
    CONSTRAINT bounty_spots_not_overfilled CHECK ((spots_filled <= spots_available))
);
ALTER TABLE ONLY public.bounties_bounty ALTER COLUMN skills_needed SET STATISTICS 1000;
ALTER TABLE ONLY public.bounties_bounty ALTER COLUMN search SET STATISTICS 1000;
CREATE TABLE public.bounties_cakeorder (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    recipient_name character varying(100) NOT NULL,
    address character varying(300) NOT NULL,
    city character varying(100) NOT NULL,
    country character varying(2) NOT NULL,
    deliver_at timestamp with time zone NOT NULL,
    message character varying(300) NOT NULL,
    size character varying(6) NOT NULL,
    price_cents integer NOT NULL,
    fee_cents integer NOT NULL,
    status character varying(10) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    bounty_id uuid,
    owner_id uuid NOT NULL,
    fee_bps smallint NOT NULL,
    CONSTRAINT bounties_cakeorder_fee_bps_check CHECK ((fee_bps >= 0)),
    CONSTRAINT bounties_cakeorder_fee_cents_check CHECK ((fee_cents >= 0)),
    CONSTRAINT bounties_cakeorder_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT cake_order_end_has_its_moment CHECK ((((ended_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('completed'::character varying)::text, ('refunded'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('completed'::character varying)::text, ('refunded'::character varying)::text]))) AND (ended_at IS NULL)))),
    CONSTRAINT cake_order_has_its_bounty CHECK ((((bounty_id IS NULL) AND ((status)::text = 'quoted'::text)) OR ((NOT ((status)::text = 'quoted'::text)) AND (bounty_id IS NOT NULL))))
);
CREATE TABLE public.bounties_cakeprice (
    id bigint NOT NULL,
    country character varying(2) NOT NULL,
    size character varying(6) NOT NULL,
    price_cents integer NOT NULL,
    CONSTRAINT bounties_cakeprice_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT cake_price_sensible CHECK ((price_cents >= 100))
);
ALTER TABLE public.bounties_cakeprice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_cakeprice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_category (
    slug character varying(30) NOT NULL,
    name character varying(60) NOT NULL,
    is_active boolean NOT NULL
);
CREATE TABLE public.bounties_contest (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    reason text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    outcome character varying(20) NOT NULL,
    application_id uuid NOT NULL,
    decision text DEFAULT ''::text NOT NULL,
    CONSTRAINT contest_outcome_fits CHECK ((((decided_at IS NULL) AND ((outcome)::text = ''::text)) OR ((decided_at IS NOT NULL) AND (NOT ((outcome)::text = ''::text)))))
);
CREATE TABLE public.bounties_contest_files (
    id bigint NOT NULL,
    contest_id uuid NOT NULL,
    file_id uuid NOT NULL
);
ALTER TABLE public.bounties_contest_files ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_contest_files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_humanization (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    subject character varying(80) NOT NULL,
    format character varying(10) NOT NULL,
    transformation character varying(20) NOT NULL,
    turnaround_minutes integer NOT NULL,
    percentage smallint NOT NULL,
    maximum_words smallint NOT NULL,
    require_resume boolean NOT NULL,
    sealed_source text NOT NULL,
    sealed_instructions text NOT NULL,
    sealed_sample text NOT NULL,
    sealed_screening_instructions text NOT NULL,
    bounty_id uuid NOT NULL,
    CONSTRAINT bounties_humanization_maximum_words_check CHECK ((maximum_words >= 0)),
    CONSTRAINT bounties_humanization_percentage_check CHECK ((percentage >= 0)),
    CONSTRAINT bounties_humanization_turnaround_minutes_check CHECK ((turnaround_minutes >= 0))
);
CREATE TABLE public.bounties_importedrow (
    id bigint NOT NULL,
    number smallint NOT NULL,
    title character varying(200) NOT NULL,
    body jsonb NOT NULL,
    errors jsonb NOT NULL,
    cents bigint,
    problem character varying(500) NOT NULL,
    bounty_id uuid,
    batch_id uuid NOT NULL,
    CONSTRAINT bounties_importedrow_number_check CHECK ((number >= 0)),
    CONSTRAINT import_line_costs_or_is_faulty CHECK ((((cents IS NOT NULL) AND (errors = '[]'::jsonb)) OR ((NOT (errors = '[]'::jsonb)) AND (bounty_id IS NULL) AND (cents IS NULL))))
);
ALTER TABLE public.bounties_importedrow ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_importedrow_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_invitation (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    wave smallint NOT NULL,
    bounty_id uuid NOT NULL,
    human_id uuid NOT NULL,
    CONSTRAINT bounties_invitation_wave_check CHECK ((wave >= 0))
);
CREATE TABLE public.bounties_jobimport (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    file_name character varying(200) NOT NULL,
    digest bytea NOT NULL,
    owner_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.bounties_micsample (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number smallint NOT NULL,
    status character varying(7) NOT NULL,
    seconds double precision NOT NULL,
    recording_id uuid NOT NULL,
    storage_key character varying(200) NOT NULL,
    next_attempt_at timestamp with time zone,
    attempts integer CONSTRAINT bounties_micsample_tries_not_null NOT NULL,
    scored_at timestamp with time zone,
    error character varying(40) NOT NULL,
    sig double precision,
    bak double precision,
    ovrl double precision,
    snr_db double precision,
    level_db double precision,
    bandwidth_hz integer,
    speech_seconds double precision,
    issues character varying(30)[] NOT NULL,
    bounty_id uuid NOT NULL,
    human_id uuid NOT NULL,
    caused_by character varying(128),
    CONSTRAINT bounties_micsample_bandwidth_hz_check CHECK ((bandwidth_hz >= 0)),
    CONSTRAINT bounties_micsample_number_check CHECK ((number >= 0)),
    CONSTRAINT bounties_micsample_tries_check CHECK ((attempts >= 0)),
    CONSTRAINT mic_sample_due_while_pending CHECK ((((next_attempt_at IS NOT NULL) AND ((status)::text = 'pending'::text)) OR ((NOT ((status)::text = 'pending'::text)) AND (next_attempt_at IS NULL)))),
    CONSTRAINT mic_sample_result_fits CHECK (((((error)::text = ''::text) AND (scored_at IS NULL) AND ((status)::text = 'pending'::text)) OR (((error)::text = ''::text) AND (scored_at IS NOT NULL) AND ((status)::text = 'scored'::text)) OR ((scored_at IS NULL) AND ((status)::text = 'error'::text) AND (NOT ((error)::text = ''::text)))))
);
CREATE TABLE public.bounties_noticerule (
    id bigint NOT NULL,
    city character varying(100) NOT NULL,
    country character varying(2) NOT NULL,
    hours integer NOT NULL,
    CONSTRAINT bounties_noticerule_hours_check CHECK ((hours >= 0))
);
ALTER TABLE public.bounties_noticerule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_noticerule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_outreach (
    bounty_id uuid NOT NULL,
    target integer NOT NULL,
    wave smallint NOT NULL,
    next_wave_at timestamp with time zone,
    boosted_at timestamp with time zone,
    CONSTRAINT bounties_outreach_target_check CHECK ((target >= 0)),
    CONSTRAINT bounties_outreach_wave_check CHECK ((wave >= 0))
);
CREATE TABLE public.bounties_payminimum (
    id bigint NOT NULL,
    country character varying(2) NOT NULL,
    state character varying(100) NOT NULL,
    city character varying(100) NOT NULL,
    currency character varying(3) NOT NULL,
    hourly_cents integer NOT NULL,
    CONSTRAINT bounties_payminimum_hourly_cents_check CHECK ((hourly_cents >= 0))
);
ALTER TABLE public.bounties_payminimum ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_payminimum_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_picture (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    key character varying(255) NOT NULL,
    location character varying(300) NOT NULL,
    subject character varying(1000) NOT NULL,
    tier character varying(10) NOT NULL,
    status character varying(20) NOT NULL,
    deliver_by timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    bounty_id uuid,
    owner_id uuid NOT NULL,
    submission_id uuid,
    CONSTRAINT picture_delivered_is_a_submission CHECK (((((status)::text = 'delivered'::text) AND (submission_id IS NOT NULL)) OR ((NOT ((status)::text = 'delivered'::text)) AND (submission_id IS NULL)))),
    CONSTRAINT picture_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = ANY (ARRAY[('awaiting_funding'::character varying)::text, ('processing'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('awaiting_funding'::character varying)::text, ('processing'::character varying)::text]))) AND (ended_at IS NOT NULL))))
);
CREATE TABLE public.bounties_play (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    script character varying(20) NOT NULL,
    worker_percent smallint NOT NULL,
    status character varying(10) NOT NULL,
    outcome character varying(60) NOT NULL,
    words character varying(500) NOT NULL,
    due_at timestamp with time zone,
    done jsonb NOT NULL,
    ended_at timestamp with time zone,
    bounty_id uuid NOT NULL,
    person_id character varying(20) NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    CONSTRAINT bounties_play_failures_check CHECK ((failures >= 0)),
    CONSTRAINT bounties_play_worker_percent_check CHECK ((worker_percent >= 0)),
    CONSTRAINT play_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = 'running'::text)) OR ((NOT ((status)::text = 'running'::text)) AND (ended_at IS NOT NULL))))
);
CREATE TABLE public.bounties_receipt (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    version smallint NOT NULL,
    number character varying(40) NOT NULL,
    seat_count integer NOT NULL,
    billing_email character varying(254) NOT NULL,
    data jsonb NOT NULL,
    bounty_id uuid NOT NULL,
    CONSTRAINT bounties_receipt_seat_count_check CHECK ((seat_count >= 0)),
    CONSTRAINT bounties_receipt_version_check CHECK ((version >= 0))
);
CREATE TABLE public.bounties_rewrite (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    recording_seconds integer,
    attested boolean NOT NULL,
    sealed_text text NOT NULL,
    word_count integer NOT NULL,
    next_attempt_at timestamp with time zone,
    attempts integer NOT NULL,
    detector_state character varying(12) NOT NULL,
    ai_fraction numeric(5,4),
    scores jsonb NOT NULL,
    scored_at timestamp with time zone,
    decision character varying(20) NOT NULL,
    reason character varying(60) NOT NULL,
    application_id uuid NOT NULL,
    document_id uuid NOT NULL,
    humanization_id uuid NOT NULL,
    recording_id uuid NOT NULL,
    resume_id uuid,
    submission_id uuid,
    caused_by character varying(128),
    unchanged_fraction numeric(5,4),
    CONSTRAINT bounties_rewrite_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT bounties_rewrite_recording_seconds_check CHECK ((recording_seconds >= 0)),
    CONSTRAINT bounties_rewrite_word_count_check CHECK ((word_count >= 0)),
    CONSTRAINT rewrite_score_fits CHECK ((((ai_fraction IS NULL) AND ((detector_state)::text = ''::text) AND (scored_at IS NULL)) OR ((ai_fraction IS NOT NULL) AND ((detector_state)::text = 'complete'::text) AND (scored_at IS NOT NULL)) OR ((ai_fraction IS NULL) AND ((detector_state)::text = ANY (ARRAY[('partial'::character varying)::text, ('unavailable'::character varying)::text])) AND (scored_at IS NOT NULL))))
);
CREATE TABLE public.bounties_screeningrule (
    id bigint NOT NULL,
    phrase character varying(100) NOT NULL,
    reason character varying(200) NOT NULL,
    is_active boolean NOT NULL
);
ALTER TABLE public.bounties_screeningrule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_screeningrule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_simulatedperson (
    handle character varying(20) NOT NULL,
    account_id uuid NOT NULL
);
CREATE TABLE public.bounties_simulationswitch (
    account_id uuid NOT NULL,
    since timestamp with time zone,
    scripts jsonb NOT NULL
);
CREATE TABLE public.bounties_submission (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(16) NOT NULL,
    text_evidence text NOT NULL,
    links jsonb NOT NULL,
    answers jsonb NOT NULL,
    form jsonb NOT NULL,
    checks jsonb NOT NULL,
    response character varying(1000) NOT NULL,
    finalized_at timestamp with time zone,
    application_id uuid NOT NULL,
    bounty_id uuid NOT NULL,
    CONSTRAINT submission_verdict_has_its_moment CHECK ((((finalized_at IS NULL) AND ((status)::text = 'pending_review'::text)) OR ((NOT ((status)::text = 'pending_review'::text)) AND (finalized_at IS NOT NULL))))
);
CREATE TABLE public.bounties_submission_files (
    id bigint NOT NULL,
    submission_id uuid NOT NULL,
    file_id uuid NOT NULL
);
ALTER TABLE public.bounties_submission_files ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_submission_files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.bounties_taskplace (
    id bigint NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    bounty_id uuid NOT NULL,
    CONSTRAINT task_place_on_earth CHECK (((latitude >= ('-90.0'::numeric)::double precision) AND (latitude <= (90.0)::double precision) AND (longitude >= ('-180.0'::numeric)::double precision) AND (longitude <= (180.0)::double precision)))
);
ALTER TABLE public.bounties_taskplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.bounties_taskplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE UNLOGGED TABLE public.cache_entry (
    cache_key character varying(255) NOT NULL,
    value text NOT NULL,
    expires timestamp with time zone NOT NULL
);
CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id uuid NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.escrow_appeal (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ground character varying(8) NOT NULL,
    words text NOT NULL,
    state character varying(10) NOT NULL,
    decided_at timestamp with time zone,
    borne_cents bigint NOT NULL,
    dispute_id uuid NOT NULL,
    made_by_id uuid NOT NULL,
    CONSTRAINT appeal_end_fits CHECK ((((borne_cents = 0) AND (decided_at IS NULL) AND ((state)::text = 'open'::text)) OR ((NOT ((state)::text = 'open'::text)) AND (borne_cents >= 0) AND (decided_at IS NOT NULL)))),
    CONSTRAINT appeal_ground_known CHECK (((ground)::text = ANY (ARRAY[('new_fact'::character varying)::text, ('error'::character varying)::text])))
);
CREATE TABLE public.escrow_billingdetails (
    account_id uuid NOT NULL,
    text text NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.escrow_case (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(10) NOT NULL,
    title character varying(200) NOT NULL,
    category character varying(20) NOT NULL,
    amount_cents bigint NOT NULL,
    stage character varying(10) NOT NULL,
    stage_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    round smallint NOT NULL,
    first_look_due_at timestamp with time zone,
    first_look_at timestamp with time zone,
    decision_due_at timestamp with time zone,
    paused_at timestamp with time zone,
    assigned_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    with_lead_at timestamp with time zone,
    tags jsonb NOT NULL,
    closed_at timestamp with time zone,
    assignee_id uuid,
    dispute_id uuid,
    escrow_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    worker_id uuid NOT NULL,
    remind_at timestamp with time zone,
    sampled_at timestamp with time zone,
    ended_by_id uuid,
    next_due_at timestamp with time zone GENERATED ALWAYS AS (LEAST(due_at,
CASE
    WHEN ((first_look_at IS NULL) AND (paused_at IS NULL)) THEN first_look_due_at
    ELSE NULL::timestamp with time zone
END)) STORED,
    CONSTRAINT case_assigned_at_fits CHECK ((((assigned_at IS NULL) AND (assignee_id IS NULL)) OR ((assigned_at IS NOT NULL) AND (assignee_id IS NOT NULL)))),
    CONSTRAINT case_end_fits CHECK ((((closed_at IS NOT NULL) AND (due_at IS NULL) AND ((stage)::text = 'closed'::text)) OR ((NOT ((stage)::text = 'closed'::text)) AND (closed_at IS NULL)))),
    CONSTRAINT case_of_its_kind CHECK ((((dispute_id IS NOT NULL) AND ((kind)::text = 'dispute'::text)) OR ((dispute_id IS NULL) AND ((kind)::text = 'contest'::text)))),
    CONSTRAINT case_stage_known CHECK (((stage)::text = ANY (ARRAY[('opened'::character varying)::text, ('settlement'::character varying)::text, ('evidence'::character varying)::text, ('decision'::character varying)::text, ('approval'::character varying)::text, ('appeal'::character varying)::text, ('closed'::character varying)::text]))),
    CONSTRAINT escrow_case_round_check CHECK ((round >= 0))
);
CREATE TABLE public.escrow_casefinding (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    round smallint NOT NULL,
    key character varying(40) NOT NULL,
    asked character varying(500) NOT NULL,
    finding character varying(8) NOT NULL,
    words character varying(300) NOT NULL,
    case_id uuid NOT NULL,
    found_by_id uuid NOT NULL,
    CONSTRAINT case_finding_known CHECK (((finding)::text = ANY (ARRAY[('met'::character varying)::text, ('not_met'::character varying)::text, ('unclear'::character varying)::text]))),
    CONSTRAINT escrow_casefinding_round_check CHECK ((round >= 0))
);
CREATE TABLE public.escrow_casemessage (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "to" character varying(6) NOT NULL,
    words text NOT NULL,
    author_id uuid NOT NULL,
    case_id uuid NOT NULL,
    CONSTRAINT case_message_side_known CHECK ((("to")::text = ANY (ARRAY[('funder'::character varying)::text, ('worker'::character varying)::text, ('both'::character varying)::text])))
);
CREATE TABLE public.escrow_caseoffer (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    amount_cents bigint NOT NULL,
    worker_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    refund_cents bigint NOT NULL,
    words text NOT NULL,
    state character varying(10) NOT NULL,
    due_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    case_id uuid NOT NULL,
    made_by_id uuid NOT NULL,
    remind_at timestamp with time zone,
    CONSTRAINT case_offer_end_fits CHECK ((((ended_at IS NULL) AND ((state)::text = 'open'::text)) OR ((NOT ((state)::text = 'open'::text)) AND (ended_at IS NOT NULL)))),
    CONSTRAINT case_offer_parts_make_the_amount CHECK (((amount_cents = ((worker_cents + fee_cents) + refund_cents)) AND (fee_cents >= 0) AND (refund_cents >= 0) AND (worker_cents >= 0))),
    CONSTRAINT case_offer_state_known CHECK (((state)::text = ANY (ARRAY[('accepted'::character varying)::text, ('declined'::character varying)::text, ('lapsed'::character varying)::text, ('open'::character varying)::text, ('replaced'::character varying)::text])))
);
CREATE TABLE public.escrow_casepresence (
    id bigint NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    case_id uuid NOT NULL,
    staff_id uuid NOT NULL
);
ALTER TABLE public.escrow_casepresence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_casepresence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_caserequest (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    items jsonb NOT NULL,
    words text NOT NULL,
    state character varying(10) NOT NULL,
    due_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    asked_id uuid NOT NULL,
    case_id uuid NOT NULL,
    made_by_id uuid NOT NULL,
    remind_at timestamp with time zone,
    CONSTRAINT case_request_end_fits CHECK ((((ended_at IS NULL) AND ((state)::text = 'open'::text)) OR ((NOT ((state)::text = 'open'::text)) AND (ended_at IS NOT NULL)))),
    CONSTRAINT case_request_state_known CHECK (((state)::text = ANY (ARRAY[('open'::character varying)::text, ('answered'::character varying)::text, ('lapsed'::character varying)::text, ('withdrawn'::character varying)::text])))
);
CREATE TABLE public.escrow_casereview (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    scores jsonb NOT NULL,
    words text NOT NULL,
    done_at timestamp with time zone,
    case_id uuid NOT NULL,
    reviewer_id uuid,
    CONSTRAINT case_review_by_somebody CHECK (((done_at IS NULL) OR ((done_at IS NOT NULL) AND (reviewer_id IS NOT NULL))))
);
CREATE TABLE public.escrow_casestage (
    id bigint NOT NULL,
    stage character varying(10) NOT NULL,
    round smallint NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    case_id uuid NOT NULL,
    CONSTRAINT escrow_casestage_round_check CHECK ((round >= 0))
);
ALTER TABLE public.escrow_casestage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_casestage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_decisionpreview (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    round smallint NOT NULL,
    decision character varying(7) NOT NULL,
    amount_cents bigint NOT NULL,
    worker_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    refund_cents bigint NOT NULL,
    moves jsonb NOT NULL,
    reason_code character varying(40) NOT NULL,
    reason character varying(300) NOT NULL,
    words jsonb NOT NULL,
    needs_second boolean NOT NULL,
    facts jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    dispute_id uuid,
    made_by_id uuid NOT NULL,
    case_id uuid,
    CONSTRAINT escrow_decisionpreview_round_check CHECK ((round >= 0)),
    CONSTRAINT preview_of_one_matter CHECK ((((case_id IS NULL) AND (dispute_id IS NOT NULL)) OR ((case_id IS NOT NULL) AND (dispute_id IS NULL)))),
    CONSTRAINT preview_parts_make_the_amount CHECK (((amount_cents = ((worker_cents + fee_cents) + refund_cents)) AND (fee_cents >= 0) AND (refund_cents >= 0) AND (worker_cents >= 0)))
);
CREATE TABLE public.escrow_deskclocks (
    id bigint NOT NULL,
    holds_from timestamp with time zone NOT NULL,
    why character varying(300) NOT NULL,
    answer_hours smallint NOT NULL,
    settlement_hours smallint NOT NULL,
    evidence_hours smallint NOT NULL,
    first_look_hours smallint NOT NULL,
    decision_hours smallint NOT NULL,
    approval_hours smallint NOT NULL,
    appeal_days smallint NOT NULL,
    keeps_share boolean NOT NULL,
    CONSTRAINT desk_clocks_run CHECK (((answer_hours >= 1) AND (appeal_days >= 1) AND (approval_hours >= 1) AND (decision_hours >= 1) AND (evidence_hours >= 1) AND (first_look_hours >= 1) AND (settlement_hours >= 1))),
    CONSTRAINT escrow_deskclocks_answer_hours_check CHECK ((answer_hours >= 0)),
    CONSTRAINT escrow_deskclocks_appeal_days_check CHECK ((appeal_days >= 0)),
    CONSTRAINT escrow_deskclocks_approval_hours_check CHECK ((approval_hours >= 0)),
    CONSTRAINT escrow_deskclocks_decision_hours_check CHECK ((decision_hours >= 0)),
    CONSTRAINT escrow_deskclocks_evidence_hours_check CHECK ((evidence_hours >= 0)),
    CONSTRAINT escrow_deskclocks_first_look_hours_check CHECK ((first_look_hours >= 0)),
    CONSTRAINT escrow_deskclocks_settlement_hours_check CHECK ((settlement_hours >= 0))
);
ALTER TABLE public.escrow_deskclocks ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_deskclocks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_desknote (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    words text NOT NULL,
    about_id uuid,
    author_id uuid NOT NULL,
    case_id uuid,
    CONSTRAINT desk_note_about_one_thing CHECK ((((about_id IS NULL) AND (case_id IS NOT NULL)) OR ((about_id IS NOT NULL) AND (case_id IS NULL))))
);
CREATE TABLE public.escrow_dispute (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(20) NOT NULL,
    category character varying(20) NOT NULL,
    description text NOT NULL,
    urls jsonb NOT NULL,
    escrow_was character varying(16) NOT NULL,
    conversation_id uuid,
    resolved_at timestamp with time zone,
    owner_id uuid NOT NULL,
    worker_id uuid NOT NULL,
    escrow_id uuid NOT NULL,
    CONSTRAINT dispute_end_fits CHECK ((((resolved_at IS NULL) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('awaiting_approval'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('awaiting_approval'::character varying)::text]))) AND (resolved_at IS NOT NULL)))),
    CONSTRAINT dispute_status_known CHECK (((status)::text = ANY (ARRAY[('awaiting_approval'::character varying)::text, ('open'::character varying)::text, ('resolved'::character varying)::text, ('withdrawn'::character varying)::text])))
);
CREATE TABLE public.escrow_disputedecision (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(10) NOT NULL,
    decision character varying(7) NOT NULL,
    amount_cents bigint NOT NULL,
    worker_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    refund_cents bigint NOT NULL,
    reason character varying(300) NOT NULL,
    needs_second boolean NOT NULL,
    decided_at timestamp with time zone,
    dispute_id uuid,
    proposer_id uuid NOT NULL,
    second_id uuid,
    round smallint NOT NULL,
    offer_id uuid,
    preview_id uuid,
    case_id uuid,
    CONSTRAINT decision_approved_where_needed CHECK (((NOT ((state)::text = 'final'::text)) OR (NOT needs_second) OR (second_id IS NOT NULL))),
    CONSTRAINT decision_has_its_moment CHECK ((((decided_at IS NULL) AND (second_id IS NULL) AND ((state)::text = 'proposed'::text)) OR ((NOT ((state)::text = 'proposed'::text)) AND (decided_at IS NOT NULL)))),
    CONSTRAINT decision_of_one_matter CHECK ((((case_id IS NULL) AND (dispute_id IS NOT NULL)) OR ((case_id IS NOT NULL) AND (dispute_id IS NULL)))),
    CONSTRAINT decision_of_two_people CHECK ((NOT ((second_id = proposer_id) AND (second_id IS NOT NULL)))),
    CONSTRAINT decision_parts_make_the_amount CHECK (((amount_cents = ((worker_cents + fee_cents) + refund_cents)) AND (fee_cents >= 0) AND (refund_cents >= 0) AND (worker_cents >= 0))),
    CONSTRAINT escrow_disputedecision_round_check CHECK ((round >= 0))
);
CREATE TABLE public.escrow_disputeevidence (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    text text NOT NULL,
    urls jsonb NOT NULL,
    author_id uuid NOT NULL,
    dispute_id uuid NOT NULL,
    answers_id uuid
);
CREATE TABLE public.escrow_disputeevidence_files (
    id bigint NOT NULL,
    disputeevidence_id uuid NOT NULL,
    file_id uuid NOT NULL
);
ALTER TABLE public.escrow_disputeevidence_files ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_disputeevidence_files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_disputepolicy (
    id bigint NOT NULL,
    approval_above_cents bigint NOT NULL
);
ALTER TABLE public.escrow_disputepolicy ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_disputepolicy_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_escrow (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(4) NOT NULL,
    status character varying(16) NOT NULL,
    subject_kind character varying(20) NOT NULL,
    subject_id uuid NOT NULL,
    bounty_id uuid,
    unit_price_cents bigint NOT NULL,
    human_payout_cents bigint NOT NULL,
    platform_fee_cents bigint NOT NULL,
    amount_cents bigint NOT NULL,
    earned_cents bigint NOT NULL,
    warranty_days smallint NOT NULL,
    version integer NOT NULL,
    funding_source character varying(10) NOT NULL,
    refunded_to character varying(10),
    funded_at timestamp with time zone,
    delivered_at timestamp with time zone,
    review_due_at timestamp with time zone,
    warranty_ends_at timestamp with time zone,
    completed_at timestamp with time zone,
    released_at timestamp with time zone,
    ended_at timestamp with time zone,
    dispute_window_ends_at timestamp with time zone,
    auto_release_at timestamp with time zone,
    owner_id uuid NOT NULL,
    parent_id uuid,
    worker_id uuid,
    fee_bps smallint NOT NULL,
    run_ref character varying(64) NOT NULL,
    corrected_cents bigint NOT NULL,
    accepted_unanswered boolean DEFAULT false NOT NULL,
    CONSTRAINT escrow_correction_fits CHECK (((corrected_cents = 0) OR ((corrected_cents >= (earned_cents * '-1'::integer)) AND (corrected_cents <= (human_payout_cents - earned_cents)) AND (ended_at IS NOT NULL) AND ((kind)::text = 'seat'::text)))),
    CONSTRAINT escrow_earned_when_paid CHECK ((((earned_cents = human_payout_cents) AND ((kind)::text = 'seat'::text) AND ((status)::text = 'released'::text)) OR ((earned_cents > 0) AND (earned_cents < human_payout_cents) AND ((kind)::text = 'seat'::text) AND ((status)::text = 'resolved'::text)) OR ((earned_cents = 0) AND (((kind)::text = 'pool'::text) OR (NOT ((status)::text = ANY (ARRAY[('released'::character varying)::text, ('resolved'::character varying)::text]))))))),
    CONSTRAINT escrow_end_has_its_moment CHECK ((((ended_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('released'::character varying)::text, ('refunded'::character varying)::text, ('resolved'::character varying)::text, ('cancelled'::character varying)::text, ('expired'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('released'::character varying)::text, ('refunded'::character varying)::text, ('resolved'::character varying)::text, ('cancelled'::character varying)::text, ('expired'::character varying)::text]))) AND (ended_at IS NULL)))),
    CONSTRAINT escrow_escrow_fee_bps_check CHECK ((fee_bps >= 0)),
    CONSTRAINT escrow_escrow_version_check CHECK ((version >= 0)),
    CONSTRAINT escrow_escrow_warranty_days_check CHECK ((warranty_days >= 0)),
    CONSTRAINT escrow_kind_fits CHECK (((((kind)::text = 'pool'::text) AND (parent_id IS NULL) AND (worker_id IS NULL)) OR (((kind)::text = 'seat'::text) AND (worker_id IS NOT NULL)))),
    CONSTRAINT escrow_parts_make_the_amount CHECK (((amount_cents = (human_payout_cents + platform_fee_cents)) AND (human_payout_cents >= 0))),
    CONSTRAINT escrow_payment_has_its_moment CHECK ((((completed_at IS NOT NULL) AND ((kind)::text = 'seat'::text) AND (released_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('released'::character varying)::text, ('resolved'::character varying)::text]))) OR ((released_at IS NULL) AND (((kind)::text = 'pool'::text) OR (NOT ((status)::text = ANY (ARRAY[('released'::character varying)::text, ('resolved'::character varying)::text]))))))),
    CONSTRAINT escrow_refund_says_where_to CHECK ((((refunded_to IS NOT NULL) AND ((status)::text = ANY (ARRAY[('refunded'::character varying)::text, ('resolved'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('refunded'::character varying)::text, ('resolved'::character varying)::text]))) AND (refunded_to IS NULL)))),
    CONSTRAINT escrow_seat_has_the_fee_of_its_rate CHECK ((((kind)::text = 'pool'::text) OR (platform_fee_cents = (((unit_price_cents * fee_bps) + 5000) / 10000)))),
    CONSTRAINT escrow_state_has_its_moment CHECK ((((NOT ((status)::text = 'warranty_hold'::text)) OR (warranty_ends_at IS NOT NULL)) AND ((NOT ((status)::text = 'completed'::text)) OR (completed_at IS NOT NULL)) AND ((NOT ((status)::text = 'delivered'::text)) OR (delivered_at IS NOT NULL)))),
    CONSTRAINT escrow_status_of_its_kind CHECK (((((kind)::text = 'pool'::text) AND ((status)::text = ANY (ARRAY[('cancelled'::character varying)::text, ('expired'::character varying)::text, ('funded'::character varying)::text, ('funding'::character varying)::text, ('refunded'::character varying)::text, ('released'::character varying)::text]))) OR (((kind)::text = 'seat'::text) AND ((status)::text = ANY (ARRAY[('completed'::character varying)::text, ('delivered'::character varying)::text, ('disputed'::character varying)::text, ('locked'::character varying)::text, ('refunded'::character varying)::text, ('released'::character varying)::text, ('resolved'::character varying)::text, ('warranty_hold'::character varying)::text])))))
);
CREATE TABLE public.escrow_evidencewanted (
    id bigint NOT NULL,
    holds_from timestamp with time zone NOT NULL,
    why character varying(300) NOT NULL,
    category character varying(20) NOT NULL,
    name character varying(40) NOT NULL,
    label character varying(200) NOT NULL,
    side character varying(6) NOT NULL
);
ALTER TABLE public.escrow_evidencewanted ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_evidencewanted_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_feerate (
    id bigint NOT NULL,
    kind character varying(12) NOT NULL,
    bps smallint,
    holds_from timestamp with time zone NOT NULL,
    reason character varying(300) NOT NULL,
    CONSTRAINT escrow_feerate_bps_check CHECK ((bps >= 0)),
    CONSTRAINT fee_rate_at_most_the_pay CHECK (((bps IS NULL) OR (bps <= 10000))),
    CONSTRAINT fee_rate_of_all_is_a_rate CHECK (((NOT ((kind)::text = ''::text)) OR (bps IS NOT NULL)))
);
ALTER TABLE public.escrow_feerate ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_feerate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_invoice (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    year smallint NOT NULL,
    number integer NOT NULL,
    month date NOT NULL,
    fee_cents bigint NOT NULL,
    lines jsonb NOT NULL,
    seller text NOT NULL,
    buyer text NOT NULL,
    account_id uuid NOT NULL,
    CONSTRAINT escrow_invoice_number_check CHECK ((number >= 0)),
    CONSTRAINT escrow_invoice_year_check CHECK ((year >= 0)),
    CONSTRAINT invoice_numbers_begin_at_one CHECK ((number > 0))
);
CREATE TABLE public.escrow_invoicerun (
    month date NOT NULL,
    due_at timestamp with time zone NOT NULL,
    last_account uuid,
    done_at timestamp with time zone
);
CREATE TABLE public.escrow_invoiceseries (
    year smallint NOT NULL,
    last integer NOT NULL,
    CONSTRAINT escrow_invoiceseries_last_check CHECK ((last >= 0)),
    CONSTRAINT escrow_invoiceseries_year_check CHECK ((year >= 0))
);
CREATE TABLE public.escrow_ladderband (
    id bigint NOT NULL,
    max_cents bigint,
    dispute_window_hours integer NOT NULL,
    auto_release_hours integer NOT NULL,
    CONSTRAINT escrow_ladderband_auto_release_hours_check CHECK ((auto_release_hours >= 0)),
    CONSTRAINT escrow_ladderband_dispute_window_hours_check CHECK ((dispute_window_hours >= 0))
);
ALTER TABLE public.escrow_ladderband ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_ladderband_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_macro (
    id bigint NOT NULL,
    holds_from timestamp with time zone NOT NULL,
    why character varying(300) NOT NULL,
    name character varying(60) NOT NULL,
    language character varying(10) NOT NULL,
    text text NOT NULL,
    steps jsonb NOT NULL,
    CONSTRAINT macro_fields_known CHECK ((NOT (text ~ '\{(?!(title|funder|worker|due|me)\})'::text)))
);
ALTER TABLE public.escrow_macro ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_macro_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_reasoncode (
    id bigint NOT NULL,
    holds_from timestamp with time zone NOT NULL,
    why character varying(300) NOT NULL,
    code character varying(40) NOT NULL,
    decision character varying(7) NOT NULL,
    is_overturning boolean NOT NULL,
    text character varying(300) NOT NULL
);
ALTER TABLE public.escrow_reasoncode ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_reasoncode_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_savedview (
    id bigint NOT NULL,
    name character varying(60) NOT NULL,
    query character varying(500) NOT NULL,
    staff_id uuid NOT NULL
);
ALTER TABLE public.escrow_savedview ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.escrow_savedview_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.escrow_staffdigest (
    staff_id uuid NOT NULL,
    every character varying(6) NOT NULL,
    next_at timestamp with time zone,
    told jsonb NOT NULL,
    CONSTRAINT staff_digest_due_unless_never CHECK (((((every)::text = 'never'::text) AND (next_at IS NULL)) OR (((every)::text = ANY (ARRAY[('hourly'::character varying)::text, ('daily'::character varying)::text])) AND (next_at IS NOT NULL))))
);
CREATE TABLE public.escrow_transfer (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    bounty_id uuid NOT NULL,
    conversation_id uuid,
    batch_id uuid,
    amount_cents bigint NOT NULL,
    description character varying(500) NOT NULL,
    status character varying(10) NOT NULL,
    lapses_at timestamp with time zone,
    completed_at timestamp with time zone,
    recipient_id uuid NOT NULL,
    sender_id uuid NOT NULL,
    failure_reason character varying(24) NOT NULL,
    run_ref character varying(64) NOT NULL,
    CONSTRAINT transfer_amount_positive CHECK ((amount_cents > 0)),
    CONSTRAINT transfer_completed_has_its_moment CHECK ((((completed_at IS NOT NULL) AND ((status)::text = 'completed'::text)) OR ((NOT ((status)::text = 'completed'::text)) AND (completed_at IS NULL)))),
    CONSTRAINT transfer_pending_lapses CHECK (((NOT ((status)::text = 'pending'::text)) OR (lapses_at IS NOT NULL))),
    CONSTRAINT transfer_reason_of_a_failed_one CHECK ((((status)::text = 'failed'::text) OR ((failure_reason)::text = ''::text))),
    CONSTRAINT transfer_to_somebody_else CHECK ((NOT (sender_id = recipient_id)))
);
CREATE TABLE public.humans_booking (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(16) NOT NULL,
    date date NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    end_reason character varying(20) NOT NULL,
    booker_id uuid NOT NULL,
    escrow_id uuid,
    provider_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    CONSTRAINT booking_paid_has_its_escrow CHECK ((((status)::text = ANY (ARRAY[('pending_payment'::character varying)::text, ('expired'::character varying)::text, ('cancelled'::character varying)::text])) OR (escrow_id IS NOT NULL)))
);
CREATE TABLE public.humans_conversation (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(20) NOT NULL,
    status character varying(12) NOT NULL,
    subject character varying(200) NOT NULL,
    bounty_id uuid,
    application_id uuid,
    booking_id uuid,
    subject_status character varying(20) NOT NULL,
    message_count integer NOT NULL,
    unread_by_agent integer NOT NULL,
    unread_by_human integer NOT NULL,
    has_replies boolean NOT NULL,
    last_message_at timestamp with time zone,
    last_message_preview character varying(200) NOT NULL,
    last_message_side character varying(5) NOT NULL,
    completion_claimed_at timestamp with time zone,
    mail_due_at timestamp with time zone,
    mailed_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    human_id uuid NOT NULL,
    run_ref character varying(64) NOT NULL,
    CONSTRAINT conversation_kind_known CHECK (((kind)::text = ANY (ARRAY[('bounty'::character varying)::text, ('service-booking'::character varying)::text, ('feedback'::character varying)::text, ('dispute'::character varying)::text, ('platform-support'::character varying)::text, ('direct'::character varying)::text]))),
    CONSTRAINT conversation_last_message_fits CHECK ((((last_message_at IS NULL) AND ((last_message_side)::text = ''::text) AND (message_count = 0)) OR ((last_message_at IS NOT NULL) AND (message_count > 0) AND (NOT ((last_message_side)::text = ''::text))))),
    CONSTRAINT conversation_of_two_people CHECK ((NOT (agent_id = human_id))),
    CONSTRAINT conversation_status_known CHECK (((status)::text = ANY (ARRAY[('active'::character varying)::text, ('archived'::character varying)::text, ('converted'::character varying)::text]))),
    CONSTRAINT humans_conversation_message_count_check CHECK ((message_count >= 0)),
    CONSTRAINT humans_conversation_unread_by_agent_check CHECK ((unread_by_agent >= 0)),
    CONSTRAINT humans_conversation_unread_by_human_check CHECK ((unread_by_human >= 0))
);
CREATE TABLE public.humans_message (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    sender_type character varying(5) NOT NULL,
    content text NOT NULL,
    message_type character varying(20) NOT NULL,
    metadata jsonb NOT NULL,
    read_at timestamp with time zone,
    conversation_id uuid NOT NULL,
    sender_id uuid NOT NULL,
    CONSTRAINT humans_message_number_check CHECK ((number >= 0)),
    CONSTRAINT message_type_known CHECK (((message_type)::text = ANY (ARRAY[('text'::character varying)::text, ('task_request'::character varying)::text, ('payment_offer'::character varying)::text])))
);
CREATE TABLE public.humans_messagerule (
    id bigint NOT NULL,
    phrase character varying(100) NOT NULL,
    reason character varying(200) NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE public.humans_messagerule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.humans_messagerule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.humans_proficiency (
    id bigint NOT NULL,
    language character varying(8) NOT NULL,
    cefr character varying(2) NOT NULL,
    cefr_score double precision,
    confidence double precision,
    fluency double precision,
    provider character varying(40) NOT NULL,
    model character varying(80) NOT NULL,
    evaluated_at timestamp with time zone NOT NULL,
    account_id uuid NOT NULL
);
ALTER TABLE public.humans_proficiency ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.humans_proficiency_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.humans_profile (
    account_id uuid NOT NULL,
    headline character varying(120) NOT NULL,
    bio text NOT NULL,
    gender character varying(20),
    skills character varying(60)[] NOT NULL,
    expertise character varying(60)[] NOT NULL,
    city character varying(100) NOT NULL,
    country character varying(2) NOT NULL,
    is_remote_available boolean NOT NULL,
    hourly_rate_cents bigint,
    availability jsonb NOT NULL,
    timezone character varying(64) NOT NULL,
    is_available boolean NOT NULL,
    is_featured boolean NOT NULL,
    accepts_invitations boolean NOT NULL,
    way_of_working character varying(9),
    work_domains character varying(60)[] NOT NULL,
    photo_ids uuid[] NOT NULL,
    is_complete boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    total_bookings integer NOT NULL,
    review_count integer NOT NULL,
    rating_total integer NOT NULL,
    is_findable boolean NOT NULL,
    is_verified boolean NOT NULL,
    last_active_at timestamp with time zone NOT NULL,
    name_words text NOT NULL,
    city_words text NOT NULL,
    terms text[] NOT NULL,
    CONSTRAINT humans_profile_rating_total_check CHECK ((rating_total >= 0)),
    CONSTRAINT humans_profile_review_count_check CHECK ((review_count >= 0)),
    CONSTRAINT humans_profile_total_bookings_check CHECK ((total_bookings >= 0))
);
CREATE TABLE public.humans_relation (
    id uuid NOT NULL,
    kind character varying(9) NOT NULL,
    note character varying(280) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    human_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    CONSTRAINT relation_to_another CHECK ((NOT (owner_id = human_id)))
);
CREATE TABLE public.humans_review (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    bounty_id uuid NOT NULL,
    rating smallint NOT NULL,
    comment text NOT NULL,
    author_id uuid NOT NULL,
    human_id uuid NOT NULL,
    answer text NOT NULL,
    answer_hidden_reason character varying(300) NOT NULL,
    answered_at timestamp with time zone,
    comment_hidden_reason character varying(300) NOT NULL,
    conversation_id uuid,
    CONSTRAINT humans_review_rating_check CHECK ((rating >= 0)),
    CONSTRAINT review_answer_has_its_moment CHECK ((((answer = ''::text) AND ((answer_hidden_reason)::text = ''::text) AND (answered_at IS NULL) AND (conversation_id IS NULL)) OR ((answered_at IS NOT NULL) AND (NOT (answer = ''::text))))),
    CONSTRAINT review_hidden_comment_is_there CHECK ((((comment_hidden_reason)::text = ''::text) OR (NOT (comment = ''::text)))),
    CONSTRAINT review_rating_1_to_5 CHECK (((rating >= 1) AND (rating <= 5)))
);
CREATE TABLE public.humans_service (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    title character varying(200) NOT NULL,
    description text NOT NULL,
    category character varying(40) NOT NULL,
    price_cents bigint NOT NULL,
    duration_minutes smallint NOT NULL,
    is_active boolean NOT NULL,
    hidden_at timestamp with time zone,
    hidden_reason character varying(300) NOT NULL,
    deleted_at timestamp with time zone,
    words text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    human_id uuid NOT NULL,
    CONSTRAINT humans_service_duration_minutes_check CHECK ((duration_minutes >= 0)),
    CONSTRAINT service_hidden_says_why CHECK ((((hidden_at IS NULL) AND ((hidden_reason)::text = ''::text)) OR ((hidden_at IS NOT NULL) AND (NOT ((hidden_reason)::text = ''::text))))),
    CONSTRAINT service_price_positive CHECK ((price_cents > 0))
);
CREATE TABLE public.humans_speechattempt (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    bounty_id uuid NOT NULL,
    language character varying(8) NOT NULL,
    status character varying(7) NOT NULL,
    reason character varying(40) NOT NULL,
    error_code character varying(40) NOT NULL,
    seconds double precision NOT NULL,
    recording_id uuid NOT NULL,
    storage_key character varying(200) NOT NULL,
    next_attempt_at timestamp with time zone,
    attempts integer CONSTRAINT humans_speechattempt_asked_not_null NOT NULL,
    cefr character varying(2) NOT NULL,
    decided_at timestamp with time zone,
    account_id uuid NOT NULL,
    caused_by character varying(128),
    CONSTRAINT humans_speechattempt_asked_check CHECK ((attempts >= 0)),
    CONSTRAINT speech_due_while_pending CHECK ((((next_attempt_at IS NOT NULL) AND ((status)::text = 'pending'::text)) OR ((NOT ((status)::text = 'pending'::text)) AND (next_attempt_at IS NULL)))),
    CONSTRAINT speech_result_fits CHECK (((((cefr)::text = ''::text) AND (decided_at IS NULL) AND ((error_code)::text = ''::text) AND ((reason)::text = ''::text) AND ((status)::text = 'pending'::text)) OR ((decided_at IS NOT NULL) AND ((error_code)::text = ''::text) AND ((reason)::text = ''::text) AND ((status)::text = 'scored'::text) AND (NOT ((cefr)::text = ''::text))) OR (((cefr)::text = ''::text) AND (decided_at IS NOT NULL) AND ((error_code)::text = ''::text) AND ((status)::text = 'retry'::text) AND (NOT ((reason)::text = ''::text))) OR (((cefr)::text = ''::text) AND (decided_at IS NOT NULL) AND ((reason)::text = ''::text) AND ((status)::text = 'error'::text) AND (NOT ((error_code)::text = ''::text)))))
);
CREATE TABLE public.humans_subscription (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(16) NOT NULL,
    title character varying(200) NOT NULL,
    price_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    duration_minutes smallint NOT NULL,
    "interval" character varying(10) NOT NULL,
    start_time time without time zone NOT NULL,
    timezone character varying(64) NOT NULL,
    first_date date NOT NULL,
    next_date date,
    next_cycle_at timestamp with time zone,
    past_due_since timestamp with time zone,
    approved_at timestamp with time zone,
    cancel_requested_at timestamp with time zone,
    canceled_at timestamp with time zone,
    end_reason character varying(20) NOT NULL,
    booker_id uuid NOT NULL,
    conversation_id uuid,
    provider_id uuid NOT NULL,
    service_id uuid NOT NULL,
    fee_bps smallint NOT NULL,
    spender character varying(50) NOT NULL,
    CONSTRAINT humans_subscription_duration_minutes_check CHECK ((duration_minutes >= 0)),
    CONSTRAINT humans_subscription_fee_bps_check CHECK ((fee_bps >= 0)),
    CONSTRAINT subscription_end_has_its_moment CHECK ((((canceled_at IS NOT NULL) AND (next_cycle_at IS NULL) AND ((status)::text = 'canceled'::text)) OR ((NOT ((status)::text = 'canceled'::text)) AND (canceled_at IS NULL)))),
    CONSTRAINT subscription_end_has_its_reason CHECK (((((status)::text = 'canceled'::text) AND (NOT ((end_reason)::text = ''::text))) OR ((NOT ((status)::text = 'canceled'::text)) AND ((end_reason)::text = ''::text)))),
    CONSTRAINT subscription_of_two_people CHECK ((NOT (booker_id = provider_id))),
    CONSTRAINT subscription_past_due_has_its_moment CHECK ((((past_due_since IS NOT NULL) AND ((status)::text = 'past_due'::text)) OR ((NOT ((status)::text = 'past_due'::text)) AND (past_due_since IS NULL)))),
    CONSTRAINT subscription_price CHECK (((fee_cents >= 0) AND (price_cents > 0))),
    CONSTRAINT subscription_runs_on CHECK (((NOT ((status)::text = ANY (ARRAY[('active'::character varying)::text, ('past_due'::character varying)::text]))) OR ((next_cycle_at IS NOT NULL) AND (next_date IS NOT NULL))))
);
CREATE TABLE public.ledger_account (
    id bigint NOT NULL,
    code text NOT NULL,
    kind text GENERATED ALWAYS AS (split_part(code, ':'::text, 1)) STORED NOT NULL,
    owner_id uuid GENERATED ALWAYS AS ((NULLIF(split_part(code, ':'::text, 2), ''::text))::uuid) STORED,
    balance bigint,
    sent bigint,
    returned bigint,
    withdrawn bigint,
    CONSTRAINT ledger_account_kind CHECK ((((owner_id IS NOT NULL) AND (kind = ANY (ARRAY['wallet'::text, 'earnings'::text, 'pool'::text, 'hold'::text]))) OR ((owner_id IS NULL) AND (kind = ANY (ARRAY['fees'::text, 'transit'::text, 'losses'::text, 'world.card'::text, 'world.mpp'::text, 'world.x402'::text, 'world.payout'::text]))))),
    CONSTRAINT ledger_account_never_negative CHECK ((balance >= 0)),
    CONSTRAINT ledger_account_owned_has_balance CHECK (((owner_id IS NULL) = (balance IS NULL)))
)
WITH (fillfactor='50');
ALTER TABLE public.ledger_account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_checkpoint (
    month date NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone NOT NULL,
    through bigint,
    moves bigint,
    cents bigint,
    hash bytea,
    sealed_at timestamp with time zone,
    CONSTRAINT ledger_checkpoint_whole CHECK ((num_nonnulls(through, moves, cents, hash, sealed_at) = ANY (ARRAY[0, 5])))
);
CREATE TABLE public.ledger_checkpoint_account (
    id bigint NOT NULL,
    month date NOT NULL,
    account_id bigint NOT NULL,
    balance bigint NOT NULL,
    sent bigint NOT NULL,
    returned bigint NOT NULL,
    withdrawn bigint NOT NULL
);
ALTER TABLE public.ledger_checkpoint_account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_checkpoint_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.ledger_move (
    id bigint NOT NULL,
    transaction_id uuid NOT NULL,
    source_id bigint NOT NULL,
    destination_id bigint NOT NULL,
    cents bigint NOT NULL,
    source_balance bigint,
    destination_balance bigint,
    bounty_id uuid,
    capped_cents bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    spender text,
    CONSTRAINT ledger_move_capped CHECK (((capped_cents >= 0) AND (capped_cents <= cents))),
    CONSTRAINT ledger_move_positive CHECK ((cents > 0)),
    CONSTRAINT ledger_move_two_accounts CHECK ((source_id <> destination_id))
);
CREATE TABLE public.ledger_transaction (
    id uuid NOT NULL,
    key text NOT NULL,
    kind text NOT NULL,
    tags jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE VIEW public.ledger_effect AS
 SELECT m.id AS move_id,
    m.source_id AS account_id,
    (- m.cents) AS cents,
        CASE
            WHEN ((s.kind = 'wallet'::text) AND ((d.owner_id IS NOT NULL) OR (d.code = 'fees'::text))) THEN m.cents
            ELSE (0)::bigint
        END AS sent,
    (0)::bigint AS returned,
        CASE
            WHEN (((s.kind = 'wallet'::text) AND (d.owner_id IS NULL) AND (d.code <> 'fees'::text)) OR ((s.kind = 'earnings'::text) AND (d.owner_id IS NULL))) THEN m.cents
            ELSE (0)::bigint
        END AS withdrawn
   FROM ((public.ledger_move m
     JOIN public.ledger_account s ON ((s.id = m.source_id)))
     JOIN public.ledger_account d ON ((d.id = m.destination_id)))
UNION ALL
 SELECT m.id AS move_id,
    m.destination_id AS account_id,
    m.cents,
    0 AS sent,
        CASE
            WHEN ((d.kind = 'wallet'::text) AND ((s.owner_id IS NOT NULL) OR (t.kind = 'correction'::text))) THEN m.cents
            ELSE (0)::bigint
        END AS returned,
        CASE
            WHEN (((d.kind = 'wallet'::text) AND (s.owner_id IS NULL) AND (t.kind <> ALL (ARRAY['deposit'::text, 'surplus_failed'::text, 'surplus_returned'::text, 'correction'::text]))) OR ((d.kind = 'earnings'::text) AND (s.owner_id IS NULL) AND (s.code <> 'losses'::text))) THEN (- m.cents)
            ELSE (0)::bigint
        END AS withdrawn
   FROM (((public.ledger_move m
     JOIN public.ledger_account s ON ((s.id = m.source_id)))
     JOIN public.ledger_account d ON ((d.id = m.destination_id)))
     JOIN public.ledger_transaction t ON ((t.id = m.transaction_id)));
CREATE VIEW public.ledger_line AS
 SELECT ledger_move.source_id AS account_id,
    ledger_move.id AS move_id,
    ledger_move.transaction_id,
    (- ledger_move.cents) AS cents,
    ledger_move.source_balance AS balance_after,
    ledger_move.destination_id AS other_id,
    ledger_move.bounty_id,
    ledger_move.created_at
   FROM public.ledger_move
UNION ALL
 SELECT ledger_move.destination_id AS account_id,
    ledger_move.id AS move_id,
    ledger_move.transaction_id,
    ledger_move.cents,
    ledger_move.destination_balance AS balance_after,
    ledger_move.source_id AS other_id,
    ledger_move.bounty_id,
    ledger_move.created_at
   FROM public.ledger_move;
CREATE VIEW public.ledger_house AS
 SELECT a.code,
    (((COALESCE(c.balance, (0)::bigint))::numeric + COALESCE(( SELECT sum(l.cents) AS sum
           FROM public.ledger_line l
          WHERE ((l.account_id = a.id) AND (l.move_id > COALESCE(p.through, public.ledger_start())))), (0)::numeric)))::bigint AS balance
   FROM ((public.ledger_account a
     LEFT JOIN ( SELECT ledger_checkpoint.month,
            ledger_checkpoint.through
           FROM public.ledger_checkpoint
          WHERE (ledger_checkpoint.through IS NOT NULL)
          ORDER BY ledger_checkpoint.month DESC
         LIMIT 1) p ON (true))
     LEFT JOIN public.ledger_checkpoint_account c ON (((c.month = p.month) AND (c.account_id = a.id))))
  WHERE ((a.balance IS NULL) AND (a.code = ANY (ARRAY['fees'::text, 'transit'::text, 'losses'::text, 'world.card'::text, 'world.mpp'::text, 'world.x402'::text, 'world.payout'::text])));
ALTER TABLE public.ledger_move ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ledger_move_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_account (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    profile_id uuid NOT NULL,
    email character varying(254),
    username character varying(30),
    name character varying(100) NOT NULL,
    phone character varying(30),
    billing_email character varying(254),
    phone_digits character varying(30) GENERATED ALWAYS AS (regexp_replace((phone)::text, '[^0-9]'::text, ''::text, 'g'::text)) STORED,
    signup_country character varying(2) NOT NULL,
    signup_region character varying(100) NOT NULL,
    signup_city character varying(100) NOT NULL,
    terms_version character varying(20) NOT NULL,
    privacy_version character varying(20) NOT NULL,
    terms_accepted_at timestamp with time zone,
    email_verified_at timestamp with time zone,
    identity_verified_at timestamp with time zone,
    identity_country character varying(2) NOT NULL,
    linkedin_verified_at timestamp with time zone,
    payouts_onboarded_at timestamp with time zone,
    mail_applications boolean NOT NULL,
    mail_work boolean NOT NULL,
    mail_messages boolean NOT NULL,
    is_active boolean NOT NULL,
    is_staff boolean NOT NULL,
    last_active_at timestamp with time zone NOT NULL,
    agent_id character varying(22),
    time_zone character varying(64) NOT NULL,
    has_devices boolean NOT NULL,
    push_applications boolean NOT NULL,
    push_messages boolean NOT NULL,
    push_work boolean NOT NULL,
    browser_language character varying(12) NOT NULL,
    browser_time_zone character varying(64) NOT NULL,
    language character varying(12) NOT NULL,
    closed_at timestamp with time zone,
    mail_invoices boolean DEFAULT true NOT NULL
);
CREATE TABLE public.marketplace_account_groups (
    id bigint NOT NULL,
    account_id uuid NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.marketplace_account_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_account_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_account_user_permissions (
    id bigint NOT NULL,
    account_id uuid NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.marketplace_account_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_account_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_apikey (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    name character varying(50) NOT NULL,
    digest bytea NOT NULL,
    shown_prefix character varying(24) NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    account_id uuid NOT NULL,
    agent_id character varying(22),
    tier_id character varying(30),
    categories character varying(40)[],
    countries character varying(2)[],
    is_limited boolean NOT NULL,
    scopes character varying(20)[],
    last_used_by character varying(60) NOT NULL,
    last_used_from character varying(50) NOT NULL
);
CREATE TABLE public.marketplace_beatplace (
    number smallint NOT NULL,
    holder uuid,
    held_until timestamp with time zone NOT NULL
);
CREATE TABLE public.marketplace_blockedcountry (
    code character varying(2) NOT NULL,
    note character varying(200) NOT NULL
);
CREATE TABLE public.marketplace_call (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    via character varying(10) NOT NULL,
    connector_id uuid,
    program character varying(100) NOT NULL,
    request_id character varying(128) NOT NULL,
    idempotency_key character varying(255) NOT NULL,
    operation character varying(100) NOT NULL,
    verb character varying(100) NOT NULL,
    note character varying(200) NOT NULL,
    method character varying(7) NOT NULL,
    path character varying(300) NOT NULL,
    status smallint NOT NULL,
    error_code character varying(60) NOT NULL,
    cents bigint NOT NULL,
    object_id character varying(64) NOT NULL,
    repeats integer NOT NULL,
    last_at timestamp with time zone,
    slot bytea,
    account_id uuid NOT NULL,
    key_id uuid,
    person_id uuid,
    CONSTRAINT marketplace_call_repeats_check CHECK ((repeats >= 0)),
    CONSTRAINT marketplace_call_status_check CHECK ((status >= 0))
);
CREATE TABLE public.marketplace_connector (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    scopes character varying(20)[],
    categories character varying(40)[],
    countries character varying(2)[],
    is_limited boolean NOT NULL,
    name character varying(255) NOT NULL,
    account_id uuid NOT NULL,
    application_id bigint
);
CREATE TABLE public.marketplace_device (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    endpoint_hash bytea NOT NULL,
    sealed text NOT NULL,
    host character varying(255) NOT NULL,
    name character varying(60) NOT NULL,
    last_used_at timestamp with time zone,
    failures smallint NOT NULL,
    account_id uuid NOT NULL,
    key character varying(87) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT marketplace_device_failures_check CHECK ((failures >= 0))
);
CREATE TABLE public.marketplace_erasure (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    done_at timestamp with time zone,
    waits_for jsonb NOT NULL,
    last_mail_id uuid,
    account_id uuid NOT NULL,
    operator_id uuid,
    CONSTRAINT erasure_due_or_done CHECK ((((due_at IS NULL) OR (done_at IS NULL)) AND (1 = (
CASE
    WHEN (due_at IS NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN (done_at IS NULL) THEN 1
    ELSE 0
END))))
);
CREATE TABLE public.marketplace_export (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    ready_at timestamp with time zone,
    expires_at timestamp with time zone,
    failed_at timestamp with time zone,
    account_id uuid NOT NULL,
    file_id uuid,
    caused_by character varying(128),
    CONSTRAINT export_ready_or_failed CHECK (((ready_at IS NULL) OR (failed_at IS NULL))),
    CONSTRAINT marketplace_export_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.marketplace_file (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    name character varying(200) NOT NULL,
    content_type character varying(100) NOT NULL,
    size bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    storage_key character varying(200) NOT NULL,
    purpose character varying(30) NOT NULL,
    perceptual_hash bigint,
    is_blank boolean NOT NULL,
    owner_id uuid NOT NULL,
    captured_at timestamp with time zone,
    captured_by character varying(10) NOT NULL,
    CONSTRAINT file_captured_as_told CHECK ((((captured_at IS NULL) AND ((captured_by)::text = ''::text)) OR ((captured_at IS NOT NULL) AND (NOT ((captured_by)::text = ''::text)))))
);
CREATE TABLE public.marketplace_idempotencyrecord (
    id bigint NOT NULL,
    operation character varying(60) NOT NULL,
    key character varying(255) NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    body text NOT NULL,
    secrets jsonb NOT NULL,
    intent character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    account_id uuid NOT NULL,
    CONSTRAINT marketplace_idempotencyrecord_status_check CHECK ((status >= 0))
)
WITH (fillfactor='60');
ALTER TABLE public.marketplace_idempotencyrecord ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_idempotencyrecord_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_identity (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    agent_id character varying(22) NOT NULL,
    public_key bytea NOT NULL,
    account_id uuid NOT NULL
);
CREATE TABLE public.marketplace_invitation (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    email character varying(254) NOT NULL,
    role character varying(8) NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    revoked_at timestamp with time zone,
    account_id uuid NOT NULL,
    invited_by_id uuid NOT NULL,
    CONSTRAINT invitation_role CHECK (((role)::text = ANY (ARRAY[('viewer'::character varying)::text, ('manager'::character varying)::text, ('owner'::character varying)::text])))
);
CREATE TABLE public.marketplace_keepingtime (
    kind character varying(30) NOT NULL,
    days integer NOT NULL,
    is_archived boolean NOT NULL,
    CONSTRAINT keeping_time_of_some_days CHECK (((days >= 1) AND (days <= 36500))),
    CONSTRAINT marketplace_keepingtime_days_check CHECK ((days >= 0))
);
CREATE TABLE public.marketplace_mail (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "to" character varying(254) NOT NULL,
    subject character varying(255) NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    sent_at timestamp with time zone,
    next_attempt_at timestamp with time zone,
    attempts integer CONSTRAINT marketplace_mail_tries_not_null NOT NULL,
    last_error character varying(300) NOT NULL,
    caused_by character varying(128),
    CONSTRAINT mail_sent_is_not_due CHECK (((sent_at IS NULL) OR (next_attempt_at IS NULL))),
    CONSTRAINT marketplace_mail_tries_check CHECK ((attempts >= 0))
);
CREATE TABLE public.marketplace_membership (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    role character varying(8) NOT NULL,
    ended_at timestamp with time zone,
    account_id uuid NOT NULL,
    invited_by_id uuid NOT NULL,
    person_id uuid NOT NULL,
    CONSTRAINT membership_of_another CHECK ((NOT (account_id = person_id))),
    CONSTRAINT membership_role CHECK (((role)::text = ANY (ARRAY[('viewer'::character varying)::text, ('manager'::character varying)::text, ('owner'::character varying)::text])))
);
CREATE TABLE public.marketplace_privateread (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    role character varying(10) NOT NULL,
    what character varying(10) NOT NULL,
    object_type character varying(60) NOT NULL,
    object_id character varying(64) NOT NULL,
    reason character varying(500) NOT NULL,
    hour timestamp with time zone NOT NULL,
    about_id uuid NOT NULL,
    staff_id uuid NOT NULL,
    CONSTRAINT private_read_of_others CHECK ((NOT (staff_id = about_id)))
);
CREATE TABLE public.marketplace_proposal (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    model character varying(60) NOT NULL,
    "row" character varying(64) NOT NULL,
    name character varying(200) NOT NULL,
    kind character varying(7) NOT NULL,
    old jsonb NOT NULL,
    new jsonb NOT NULL,
    was jsonb NOT NULL,
    form jsonb NOT NULL,
    why character varying(300) NOT NULL,
    state character varying(9) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    by_command boolean NOT NULL,
    decided_at timestamp with time zone,
    note character varying(300) NOT NULL,
    decided_by_id uuid,
    proposer_id uuid NOT NULL,
    CONSTRAINT proposal_applied_by_somebody CHECK (((NOT ((state)::text = 'applied'::text)) OR (((decided_by_id IS NOT NULL) OR by_command) AND (1 = (
CASE
    WHEN (decided_by_id IS NOT NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN by_command THEN 1
    ELSE 0
END))))),
    CONSTRAINT proposal_has_its_moment CHECK ((((decided_at IS NULL) AND (decided_by_id IS NULL) AND ((state)::text = 'open'::text)) OR ((NOT ((state)::text = 'open'::text)) AND (decided_at IS NOT NULL)))),
    CONSTRAINT proposal_of_two_people CHECK ((((state)::text = 'withdrawn'::text) OR (NOT ((decided_by_id = proposer_id) AND (decided_by_id IS NOT NULL))))),
    CONSTRAINT proposal_state_known CHECK (((state)::text = ANY (ARRAY[('applied'::character varying)::text, ('declined'::character varying)::text, ('expired'::character varying)::text, ('open'::character varying)::text, ('withdrawn'::character varying)::text])))
);
CREATE TABLE public.marketplace_push (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    device_id uuid NOT NULL,
    kind character varying(40) NOT NULL,
    title character varying(120) NOT NULL,
    text character varying(160) NOT NULL,
    path character varying(200) NOT NULL,
    urgency character varying(8) NOT NULL,
    topic character varying(32) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    outcome character varying(8) NOT NULL,
    last_error character varying(300) NOT NULL,
    account_id uuid NOT NULL,
    caused_by character varying(128),
    CONSTRAINT marketplace_push_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT push_ended_is_not_due CHECK ((((next_attempt_at IS NOT NULL) AND ((outcome)::text = ''::text)) OR ((NOT ((outcome)::text = ''::text)) AND (next_attempt_at IS NULL))))
);
CREATE TABLE public.marketplace_ratetier (
    name character varying(30) NOT NULL,
    multiplier numeric(6,2) NOT NULL,
    note character varying(200) NOT NULL
);
CREATE TABLE public.marketplace_settingchange (
    id bigint NOT NULL,
    model character varying(60) NOT NULL,
    "row" character varying(64) NOT NULL,
    name character varying(200) NOT NULL,
    kind character varying(7) NOT NULL,
    why character varying(300) NOT NULL,
    old jsonb NOT NULL,
    new jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    approved_by_id uuid,
    who_id uuid
);
ALTER TABLE public.marketplace_settingchange ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_settingchange_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_signupcode (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    email character varying(254) NOT NULL,
    digest bytea NOT NULL,
    country character varying(2) NOT NULL,
    region character varying(100) NOT NULL,
    city character varying(100) NOT NULL,
    agent_name character varying(80) NOT NULL,
    attempts smallint CONSTRAINT marketplace_signupcode_tries_not_null NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    burnt_at timestamp with time zone,
    CONSTRAINT marketplace_signupcode_tries_check CHECK ((attempts >= 0))
);
CREATE TABLE public.marketplace_staffentry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    act character varying(60) NOT NULL,
    object_type character varying(60) NOT NULL,
    object_id character varying(64) NOT NULL,
    object_name character varying(200) NOT NULL,
    words text NOT NULL,
    data jsonb NOT NULL,
    content text NOT NULL,
    number bigint,
    previous character varying(64) NOT NULL,
    hash character varying(64) NOT NULL,
    actor_id uuid
);
ALTER TABLE public.marketplace_staffentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_staffentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_stafflimit (
    id bigint NOT NULL,
    role character varying(8) NOT NULL,
    case_cents bigint,
    day_cents bigint,
    person_id uuid,
    CONSTRAINT staff_limit_is_an_amount CHECK ((((case_cents IS NULL) OR (case_cents >= 0)) AND ((day_cents IS NULL) OR (day_cents >= 0)))),
    CONSTRAINT staff_limit_of_one CHECK ((((person_id IS NOT NULL) AND ((role)::text = ''::text)) OR ((NOT ((role)::text = ''::text)) AND (person_id IS NULL))))
);
ALTER TABLE public.marketplace_stafflimit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_stafflimit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_staffloghead (
    id bigint NOT NULL,
    number bigint NOT NULL,
    hash character varying(64) NOT NULL
);
ALTER TABLE public.marketplace_staffloghead ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_staffloghead_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_statusday (
    id bigint NOT NULL,
    day date NOT NULL,
    part character varying(10) NOT NULL,
    minutes bytea NOT NULL
);
ALTER TABLE public.marketplace_statusday ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.marketplace_statusday_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.marketplace_stray (
    id uuid NOT NULL,
    storage_key character varying(200) NOT NULL,
    due_at timestamp with time zone NOT NULL,
    is_doomed boolean NOT NULL
);
CREATE SEQUENCE public.support_report_number
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.marketplace_supportreport (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number integer DEFAULT nextval('public.support_report_number'::regclass) NOT NULL,
    summary character varying(160) NOT NULL,
    description text NOT NULL,
    category character varying(20) NOT NULL,
    priority character varying(10) NOT NULL,
    error_code character varying(100) NOT NULL,
    source_tool character varying(100) NOT NULL,
    status character varying(10) NOT NULL,
    conversation_id uuid,
    answered_at timestamp with time zone,
    account_id uuid NOT NULL,
    key_id uuid,
    CONSTRAINT marketplace_supportreport_number_check CHECK ((number >= 0)),
    CONSTRAINT report_answered_at_a_moment CHECK (((NOT ((status)::text = 'answered'::text)) OR (answered_at IS NOT NULL))),
    CONSTRAINT report_status_known CHECK (((status)::text = ANY (ARRAY[('open'::character varying)::text, ('answered'::character varying)::text, ('closed'::character varying)::text])))
);
CREATE TABLE public.marketplace_switch (
    name character varying(30) NOT NULL,
    is_on boolean NOT NULL,
    message character varying(300) NOT NULL
);
CREATE TABLE public.marketplace_thumbnail (
    id uuid NOT NULL,
    side smallint NOT NULL,
    storage_key character varying(200) NOT NULL,
    file_id uuid NOT NULL,
    CONSTRAINT marketplace_thumbnail_side_check CHECK ((side >= 0))
);
CREATE TABLE public.marketplace_timerturn (
    task character varying(60) NOT NULL,
    next_at timestamp with time zone NOT NULL
);
CREATE TABLE public.mfa_authenticator (
    id bigint NOT NULL,
    type character varying(20) NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);
ALTER TABLE public.mfa_authenticator ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.mfa_authenticator_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_accesstoken (
    id bigint NOT NULL,
    token text NOT NULL,
    expires timestamp with time zone NOT NULL,
    scope text NOT NULL,
    application_id bigint,
    user_id uuid,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    source_refresh_token_id bigint,
    id_token_id bigint,
    token_checksum character varying(64) NOT NULL,
    resource jsonb NOT NULL
);
ALTER TABLE public.oauth2_provider_accesstoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_accesstoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_application (
    id bigint NOT NULL,
    client_id character varying(255) NOT NULL,
    redirect_uris text NOT NULL,
    client_type character varying(32) NOT NULL,
    authorization_grant_type character varying(44) NOT NULL,
    client_secret character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    user_id uuid,
    skip_authorization boolean NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    algorithm character varying(5) NOT NULL,
    post_logout_redirect_uris text NOT NULL,
    hash_client_secret boolean NOT NULL,
    allowed_origins text NOT NULL,
    registration_source character varying(32) NOT NULL,
    cimd_expires_at timestamp with time zone
);
ALTER TABLE public.oauth2_provider_application ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_application_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_devicegrant (
    id bigint NOT NULL,
    device_code character varying(100) NOT NULL,
    user_code character varying(100) NOT NULL,
    scope text NOT NULL,
    "interval" integer NOT NULL,
    expires timestamp with time zone NOT NULL,
    status character varying(64) NOT NULL,
    client_id character varying(100) NOT NULL,
    last_checked timestamp with time zone NOT NULL,
    user_id uuid
);
ALTER TABLE public.oauth2_provider_devicegrant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_devicegrant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_grant (
    id bigint NOT NULL,
    code character varying(255) NOT NULL,
    expires timestamp with time zone NOT NULL,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    application_id bigint NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    code_challenge character varying(128) NOT NULL,
    code_challenge_method character varying(10) NOT NULL,
    nonce character varying(255) NOT NULL,
    claims text NOT NULL,
    resource jsonb NOT NULL
);
ALTER TABLE public.oauth2_provider_grant ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_grant_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_idtoken (
    id bigint NOT NULL,
    jti uuid NOT NULL,
    expires timestamp with time zone NOT NULL,
    scope text NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    application_id bigint,
    user_id uuid
);
ALTER TABLE public.oauth2_provider_idtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_idtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.oauth2_provider_refreshtoken (
    id bigint NOT NULL,
    token text NOT NULL,
    access_token_id bigint,
    application_id bigint NOT NULL,
    user_id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    updated timestamp with time zone NOT NULL,
    revoked timestamp with time zone,
    token_family uuid,
    token_checksum character varying(64) NOT NULL,
    resource jsonb NOT NULL
);
ALTER TABLE public.oauth2_provider_refreshtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.oauth2_provider_refreshtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.qa_escalation (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(12) NOT NULL,
    reason character varying(60) NOT NULL,
    status character varying(8) NOT NULL,
    response character varying(1000) NOT NULL,
    is_carried_out boolean NOT NULL,
    decided_at timestamp with time zone,
    application_id uuid NOT NULL,
    submission_id uuid,
    run_id uuid NOT NULL,
    CONSTRAINT qa_escalation_decision_has_its_moment CHECK ((((decided_at IS NULL) AND (NOT is_carried_out) AND ((status)::text = 'open'::text)) OR ((NOT ((status)::text = 'open'::text)) AND (decided_at IS NOT NULL))))
);
CREATE TABLE public.qa_finding (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    words jsonb NOT NULL,
    first_run_id uuid NOT NULL,
    last_run_id uuid NOT NULL,
    template_id uuid NOT NULL,
    CONSTRAINT qa_finding_number_check CHECK ((number >= 0))
);
CREATE TABLE public.qa_run (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    date date NOT NULL,
    due_at timestamp with time zone NOT NULL,
    status character varying(10) NOT NULL,
    reason character varying(60) NOT NULL,
    tester_count smallint NOT NULL,
    submission_mode character varying(8) NOT NULL,
    auto_mode boolean NOT NULL,
    fund_at timestamp with time zone,
    fund_until timestamp with time zone,
    opened_at timestamp with time zone,
    intake_ends_at timestamp with time zone,
    intake_closed_at timestamp with time zone,
    stop_requested_at timestamp with time zone,
    ended_at timestamp with time zone,
    report jsonb,
    bounty_id uuid,
    owner_id uuid NOT NULL,
    template_id uuid NOT NULL,
    target_url character varying(2048) NOT NULL,
    mail_due_at timestamp with time zone,
    mailed_at timestamp with time zone,
    CONSTRAINT qa_run_end_fits CHECK ((((ended_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('closed'::character varying)::text, ('failed'::character varying)::text, ('expired'::character varying)::text]))) OR ((ended_at IS NULL) AND ((status)::text = ANY (ARRAY[('funding'::character varying)::text, ('open'::character varying)::text, ('draining'::character varying)::text, ('reviewing'::character varying)::text]))))),
    CONSTRAINT qa_run_tester_count_check CHECK ((tester_count >= 0)),
    CONSTRAINT qa_run_works_since_a_moment CHECK (((NOT ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('draining'::character varying)::text, ('reviewing'::character varying)::text]))) OR ((intake_ends_at IS NOT NULL) AND (opened_at IS NOT NULL)))),
    CONSTRAINT qa_run_works_with_a_bounty CHECK (((NOT ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('draining'::character varying)::text, ('reviewing'::character varying)::text]))) OR (bounty_id IS NOT NULL)))
);
CREATE TABLE public.qa_tasterun (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(16) NOT NULL,
    question text NOT NULL,
    artifacts jsonb NOT NULL,
    respondent_count smallint NOT NULL,
    target_categories character varying(30)[] NOT NULL,
    allowed_genders character varying(10)[] NOT NULL,
    requires_video boolean NOT NULL,
    requires_portfolio boolean NOT NULL,
    fund_at timestamp with time zone,
    ends_at timestamp with time zone,
    stopped_at timestamp with time zone,
    ended_at timestamp with time zone,
    end_reason character varying(60) NOT NULL,
    report jsonb,
    bounty_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    CONSTRAINT qa_tasterun_respondent_count_check CHECK ((respondent_count >= 0)),
    CONSTRAINT taste_run_closed_with_its_report CHECK ((((report IS NOT NULL) AND ((status)::text = 'closed'::text)) OR ((NOT ((status)::text = 'closed'::text)) AND (report = 'null'::jsonb)))),
    CONSTRAINT taste_run_end_has_its_reason CHECK ((((ended_at IS NOT NULL) AND (NOT ((end_reason)::text = ''::text))) OR (((end_reason)::text = ''::text) AND (ended_at IS NULL)))),
    CONSTRAINT taste_run_ended_at_a_moment CHECK ((((ended_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('closed'::character varying)::text, ('failed'::character varying)::text, ('expired'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('closed'::character varying)::text, ('failed'::character varying)::text, ('expired'::character varying)::text]))) AND (ended_at IS NULL))))
);
CREATE TABLE public.qa_template (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    name character varying(120) NOT NULL,
    target_url character varying(2048) NOT NULL,
    instructions text NOT NULL,
    tester_start_message text NOT NULL,
    instruction_media character varying(400)[] NOT NULL,
    checklist character varying(300)[] NOT NULL,
    cadence character varying(12) NOT NULL,
    cadence_days smallint,
    budget_per_run_cents bigint NOT NULL,
    pay_per_tester_cents bigint NOT NULL,
    tester_count smallint NOT NULL,
    period_cap_cents bigint NOT NULL,
    submission_mode character varying(8) NOT NULL,
    live_video_required boolean NOT NULL,
    linkedin_required boolean NOT NULL,
    resume_required boolean NOT NULL,
    allowed_countries character varying(2)[] NOT NULL,
    required_credentials character varying(100)[] NOT NULL,
    sealed_credentials text NOT NULL,
    credential_names character varying(100)[] NOT NULL,
    auto_mode boolean NOT NULL,
    status character varying(6) NOT NULL,
    paused_reason character varying(30) NOT NULL,
    next_run_at timestamp with time zone,
    unfunded_runs smallint NOT NULL,
    finding_count integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    fee_bps smallint NOT NULL,
    ends_at timestamp with time zone,
    max_runs smallint,
    spender character varying(50) NOT NULL,
    CONSTRAINT qa_cap_covers_a_run CHECK ((period_cap_cents >= budget_per_run_cents)),
    CONSTRAINT qa_template_cadence_days_check CHECK ((cadence_days >= 0)),
    CONSTRAINT qa_template_fee_bps_check CHECK ((fee_bps >= 0)),
    CONSTRAINT qa_template_finding_count_check CHECK ((finding_count >= 0)),
    CONSTRAINT qa_template_max_runs_check CHECK ((max_runs >= 0)),
    CONSTRAINT qa_template_paused_says_why CHECK (((((status)::text = 'paused'::text) AND (NOT ((paused_reason)::text = ''::text))) OR (((paused_reason)::text = ''::text) AND ((status)::text = 'active'::text)))),
    CONSTRAINT qa_template_tester_count_check CHECK ((tester_count >= 0)),
    CONSTRAINT qa_template_unfunded_runs_check CHECK ((unfunded_runs >= 0))
);
CREATE TABLE public.usersessions_usersession (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ip inet NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    session_key character varying(40) NOT NULL,
    user_agent character varying(200) NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.usersessions_usersession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.usersessions_usersession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.wallet_agentcheckout (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    external_order_id character varying(100) NOT NULL,
    customer_phone character varying(32) NOT NULL,
    success_url character varying(2000) NOT NULL,
    cancel_url character varying(2000) NOT NULL,
    metadata jsonb NOT NULL,
    fingerprint bytea NOT NULL,
    account_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    refund_id uuid
);
CREATE TABLE public.wallet_approval (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    status character varying(10) NOT NULL,
    asked_via character varying(10) NOT NULL,
    operation character varying(60) NOT NULL,
    operation_id character varying(60) NOT NULL,
    operation_words character varying(200) NOT NULL,
    idempotency_key character varying(255) NOT NULL,
    fingerprint bytea NOT NULL,
    cents bigint NOT NULL,
    plan jsonb NOT NULL,
    sent jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    note character varying(500) NOT NULL,
    used_at timestamp with time zone,
    spend_key character varying(100) NOT NULL,
    bounty_id uuid,
    mailed_at timestamp with time zone,
    account_id uuid NOT NULL,
    decided_by_id uuid,
    key_id uuid,
    connector_id uuid,
    path character varying(300) DEFAULT ''::character varying NOT NULL,
    sent_cut jsonb DEFAULT '[]'::jsonb NOT NULL,
    above_cents bigint,
    above_is_own boolean DEFAULT false NOT NULL,
    CONSTRAINT approval_decision_has_its_moment CHECK ((((status)::text = ANY (ARRAY[('pending'::character varying)::text, ('expired'::character varying)::text])) OR ((decided_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('approved'::character varying)::text, ('declined'::character varying)::text, ('used'::character varying)::text]))))),
    CONSTRAINT approval_of_some_cents CHECK ((cents > 0)),
    CONSTRAINT approval_use_has_its_moment CHECK (((((status)::text = 'used'::text) AND (used_at IS NOT NULL)) OR ((NOT ((status)::text = 'used'::text)) AND ((spend_key)::text = ''::text) AND (used_at IS NULL))))
);
CREATE TABLE public.wallet_chargeback (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    provider character varying(10) NOT NULL,
    provider_ref character varying(200) NOT NULL,
    reason character varying(60) NOT NULL,
    status character varying(10) NOT NULL,
    amount_cents bigint NOT NULL,
    from_wallet_cents bigint NOT NULL,
    recovered_cents bigint NOT NULL,
    owed_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    fee_returned_cents bigint NOT NULL,
    returned_cents bigint NOT NULL,
    returned_to_wallet_cents bigint NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    answer_by timestamp with time zone,
    look_at timestamp with time zone,
    ended_at timestamp with time zone,
    account_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    CONSTRAINT chargeback_amount_positive CHECK ((amount_cents > 0)),
    CONSTRAINT chargeback_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = 'open'::text)) OR ((NOT ((status)::text = 'open'::text)) AND (ended_at IS NOT NULL)))),
    CONSTRAINT chargeback_parts_are_the_whole CHECK ((amount_cents = ((((from_wallet_cents + recovered_cents) + owed_cents) + returned_cents) - returned_to_wallet_cents))),
    CONSTRAINT chargeback_parts_not_negative CHECK (((fee_cents >= 0) AND (from_wallet_cents >= 0) AND (owed_cents >= 0) AND (recovered_cents >= 0) AND (fee_returned_cents >= 0) AND (fee_returned_cents <= fee_cents) AND (returned_to_wallet_cents >= 0) AND (returned_to_wallet_cents <= returned_cents) AND (returned_cents <= amount_cents))),
    CONSTRAINT chargeback_won_has_returned CHECK ((((returned_cents > 0) AND ((status)::text = 'won'::text)) OR ((NOT ((status)::text = 'won'::text)) AND (returned_cents = 0))))
);
CREATE TABLE public.wallet_checkout (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    purpose character varying(20) NOT NULL,
    subject_id uuid,
    amount_cents bigint NOT NULL,
    description character varying(500) NOT NULL,
    payer_email character varying(254) NOT NULL,
    receipt_email character varying(254),
    return_url character varying(2000) NOT NULL,
    status character varying(10) NOT NULL,
    provider character varying(10) NOT NULL,
    provider_ref character varying(200),
    save_method boolean NOT NULL,
    next_attempt_at timestamp with time zone,
    attempts integer CONSTRAINT wallet_checkout_looks_not_null NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    outcome character varying(16) NOT NULL,
    escrow_id uuid,
    operation character varying(60) NOT NULL,
    idempotency_key character varying(255),
    fingerprint bytea,
    account_id uuid NOT NULL,
    spender character varying(50) NOT NULL,
    caused_by character varying(128),
    CONSTRAINT checkout_amount_positive CHECK ((amount_cents > 0)),
    CONSTRAINT checkout_key_has_its_fingerprint CHECK ((((fingerprint IS NULL) AND (idempotency_key IS NULL)) OR ((fingerprint IS NOT NULL) AND (idempotency_key IS NOT NULL)))),
    CONSTRAINT checkout_outcome_of_a_paid_one CHECK (((((status)::text = 'paid'::text) AND (subject_id IS NOT NULL) AND (NOT ((outcome)::text = 'none'::text))) OR ((escrow_id IS NULL) AND ((outcome)::text = 'none'::text) AND ((NOT ((status)::text = 'paid'::text)) OR (subject_id IS NULL))))),
    CONSTRAINT checkout_paid_has_its_moment CHECK ((((paid_at IS NOT NULL) AND ((status)::text = 'paid'::text)) OR ((NOT ((status)::text = 'paid'::text)) AND (paid_at IS NULL)))),
    CONSTRAINT checkout_purpose_has_its_subject CHECK (((((purpose)::text = ANY (ARRAY[('deposit'::character varying)::text, ('payment_link'::character varying)::text, ('agent_checkout'::character varying)::text])) AND (subject_id IS NULL)) OR ((NOT ((purpose)::text = ANY (ARRAY[('deposit'::character varying)::text, ('payment_link'::character varying)::text, ('agent_checkout'::character varying)::text]))) AND (subject_id IS NOT NULL)))),
    CONSTRAINT wallet_checkout_looks_check CHECK ((attempts >= 0))
);
CREATE TABLE public.wallet_controls (
    account_id uuid NOT NULL,
    low_balance_threshold_cents bigint,
    spending_cap_per_bounty_cents bigint,
    spending_cap_rolling_24h_cents bigint,
    auto_topup_enabled boolean NOT NULL,
    auto_topup_floor_cents bigint,
    auto_topup_target_cents bigint,
    auto_topup_max_per_day_cents bigint,
    topup_failures smallint NOT NULL,
    topup_not_before timestamp with time zone,
    frozen_at timestamp with time zone,
    frozen_reason character varying(200) NOT NULL,
    spending_cap_rolling_30d_cents bigint,
    spending_cap_rolling_7d_cents bigint,
    has_spender_limits boolean NOT NULL,
    ask_above_cents bigint,
    topup_mail_not_before timestamp with time zone,
    topup_untold integer DEFAULT 0 NOT NULL,
    topup_untold_cents bigint DEFAULT 0 NOT NULL,
    low_mail_not_before timestamp with time zone,
    CONSTRAINT controls_reason_of_a_freeze CHECK (((frozen_at IS NOT NULL) OR ((frozen_reason)::text = ''::text))),
    CONSTRAINT controls_topup_makes_sense CHECK (((NOT auto_topup_enabled) OR ((auto_topup_floor_cents > 0) AND (auto_topup_max_per_day_cents >= (auto_topup_target_cents - auto_topup_floor_cents)) AND (auto_topup_target_cents > auto_topup_floor_cents)))),
    CONSTRAINT wallet_controls_topup_failures_check CHECK ((topup_failures >= 0))
);
CREATE TABLE public.wallet_discrepancy (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    provider character varying(10) NOT NULL,
    fault character varying(100) NOT NULL,
    subject character varying(200) NOT NULL,
    detail character varying(200) NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    over_at timestamp with time zone,
    explanation character varying(400) NOT NULL
);
CREATE TABLE public.wallet_earningshold (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    reference uuid NOT NULL,
    cents bigint NOT NULL,
    until timestamp with time zone,
    ended_at timestamp with time zone,
    account_id uuid NOT NULL,
    CONSTRAINT earnings_hold_positive CHECK ((cents > 0))
);
CREATE TABLE public.wallet_mppcharge (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    token text NOT NULL,
    token_digest bytea NOT NULL,
    status character varying(10) NOT NULL,
    provider_ref character varying(200) NOT NULL,
    reason character varying(200) NOT NULL,
    attempts integer CONSTRAINT wallet_mppcharge_tries_not_null NOT NULL,
    next_attempt_at timestamp with time zone,
    ended_at timestamp with time zone,
    quote_id uuid NOT NULL,
    caused_by character varying(128),
    CONSTRAINT mpp_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = ANY (ARRAY[('charging'::character varying)::text, ('attention'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('charging'::character varying)::text, ('attention'::character varying)::text]))) AND (ended_at IS NOT NULL)))),
    CONSTRAINT mpp_paid_names_its_charge CHECK (((NOT ((status)::text = 'paid'::text)) OR (NOT ((provider_ref)::text = ''::text)))),
    CONSTRAINT wallet_mppcharge_tries_check CHECK ((attempts >= 0))
);
CREATE TABLE public.wallet_mppquote (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    checkout_id uuid NOT NULL
);
CREATE TABLE public.wallet_outflow (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(16) NOT NULL,
    rail character varying(10) NOT NULL,
    amount_cents bigint NOT NULL,
    kept_cents bigint NOT NULL,
    destination character varying(200) NOT NULL,
    destination_label character varying(60) NOT NULL,
    request_id character varying(100),
    status character varying(10) NOT NULL,
    provider_ref character varying(200) NOT NULL,
    failure character varying(60) NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    ended_at timestamp with time zone,
    look_at timestamp with time zone,
    account_id uuid NOT NULL,
    payment_id uuid,
    caused_by character varying(128),
    returned_at timestamp with time zone,
    CONSTRAINT outflow_amount_positive CHECK ((amount_cents > 0)),
    CONSTRAINT outflow_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = ANY (ARRAY[('sending'::character varying)::text, ('attention'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('sending'::character varying)::text, ('attention'::character varying)::text]))) AND (ended_at IS NOT NULL)))),
    CONSTRAINT outflow_keeps_a_part CHECK (((kept_cents >= 0) AND (kept_cents < amount_cents))),
    CONSTRAINT wallet_outflow_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.wallet_payment (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    rail character varying(10) NOT NULL,
    reference character varying(200) NOT NULL,
    amount_cents bigint NOT NULL,
    refund_fee_cents bigint NOT NULL,
    method character varying(60) NOT NULL,
    surplus boolean NOT NULL,
    account_id uuid NOT NULL,
    checkout_id uuid,
    CONSTRAINT payment_amount_positive CHECK ((amount_cents > 0))
);
CREATE TABLE public.wallet_provideraccount (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    provider character varying(10) NOT NULL,
    customer_ref character varying(200) NOT NULL,
    saved_method_ref character varying(200) NOT NULL,
    saved_method_label character varying(60) NOT NULL,
    payout_ref character varying(200) NOT NULL,
    account_id uuid NOT NULL,
    bank_asked_by character varying(100) DEFAULT ''::character varying NOT NULL,
    bank_asked_via character varying(10) DEFAULT ''::character varying NOT NULL,
    bank_given_at timestamp with time zone,
    bank_given_by character varying(100) DEFAULT ''::character varying NOT NULL,
    bank_given_via character varying(10) DEFAULT ''::character varying NOT NULL,
    bank_last4 character varying(4) DEFAULT ''::character varying NOT NULL,
    bank_ref character varying(200) DEFAULT ''::character varying NOT NULL,
    bank_looked_at timestamp with time zone,
    saved_method_fingerprint character varying(200) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.wallet_providernotice (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    provider character varying(10) NOT NULL,
    event_id character varying(200) NOT NULL,
    kind character varying(20) NOT NULL,
    reference character varying(200) NOT NULL
);
CREATE TABLE public.wallet_sandboxrecord (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    key character varying(200) NOT NULL,
    kind character varying(10) NOT NULL,
    cents bigint NOT NULL,
    state character varying(10) NOT NULL,
    reason character varying(60) NOT NULL,
    method character varying(60) NOT NULL,
    of character varying(200) NOT NULL,
    checkout_id uuid,
    saved jsonb NOT NULL
);
CREATE TABLE public.wallet_sandboxtransfer (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    tx_hash character varying(66) NOT NULL,
    block bigint NOT NULL,
    payer character varying(42) NOT NULL,
    pay_to character varying(42) NOT NULL,
    atoms bigint NOT NULL,
    nonce character varying(66) NOT NULL
);
CREATE TABLE public.wallet_spenderlimits (
    id bigint NOT NULL,
    spending_cap_per_bounty_cents bigint,
    spending_cap_rolling_24h_cents bigint,
    spending_cap_rolling_7d_cents bigint,
    spending_cap_rolling_30d_cents bigint,
    changed_at timestamp with time zone,
    account_id uuid NOT NULL,
    connector_id uuid,
    key_id uuid,
    ask_above_cents bigint,
    CONSTRAINT limits_of_one_spender CHECK ((((connector_id IS NOT NULL) AND (key_id IS NULL)) OR ((connector_id IS NULL) AND (key_id IS NOT NULL))))
);
ALTER TABLE public.wallet_spenderlimits ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.wallet_spenderlimits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.wallet_topup (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    amount_cents bigint NOT NULL,
    status character varying(10) NOT NULL,
    provider_ref character varying(200) NOT NULL,
    failure character varying(60) NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp with time zone,
    ended_at timestamp with time zone,
    account_id uuid NOT NULL,
    caused_by character varying(128),
    CONSTRAINT topup_at_least_a_dollar CHECK ((amount_cents >= 100)),
    CONSTRAINT topup_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = ANY (ARRAY[('initiated'::character varying)::text, ('attention'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('initiated'::character varying)::text, ('attention'::character varying)::text]))) AND (ended_at IS NOT NULL)))),
    CONSTRAINT wallet_topup_attempts_check CHECK ((attempts >= 0))
);
CREATE TABLE public.wallet_x402payment (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(10) NOT NULL,
    applicant jsonb NOT NULL,
    amount_cents bigint NOT NULL,
    network character varying(40) NOT NULL,
    asset character varying(42) NOT NULL,
    payer character varying(42) NOT NULL,
    nonce character varying(66) NOT NULL,
    pay_to character varying(42) NOT NULL,
    atoms numeric(30,0) NOT NULL,
    valid_before bigint NOT NULL,
    status character varying(10) NOT NULL,
    tx_hash character varying(66) NOT NULL,
    place bigint,
    reason character varying(200) NOT NULL,
    attempts integer CONSTRAINT wallet_x402payment_tries_not_null NOT NULL,
    next_attempt_at timestamp with time zone,
    silent_since timestamp with time zone,
    ended_at timestamp with time zone,
    recovered_at timestamp with time zone,
    account_id uuid,
    caused_by character varying(128),
    CONSTRAINT wallet_x402payment_tries_check CHECK ((attempts >= 0)),
    CONSTRAINT x402_amount_positive CHECK ((amount_cents > 0)),
    CONSTRAINT x402_deposit_has_its_account CHECK ((((kind)::text = 'signup'::text) OR (account_id IS NOT NULL))),
    CONSTRAINT x402_end_has_its_moment CHECK ((((ended_at IS NULL) AND ((status)::text = ANY (ARRAY[('review'::character varying)::text, ('refused'::character varying)::text, ('attention'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('review'::character varying)::text, ('refused'::character varying)::text, ('attention'::character varying)::text]))) AND (ended_at IS NOT NULL)))),
    CONSTRAINT x402_settled_names_its_transaction CHECK (((NOT ((status)::text = 'settled'::text)) OR ((NOT ((tx_hash)::text = ''::text)) AND (account_id IS NOT NULL))))
);
CREATE TABLE public.webhooks_attempt (
    id bigint NOT NULL,
    number smallint NOT NULL,
    at timestamp with time zone NOT NULL,
    status smallint,
    error character varying(300) NOT NULL,
    duration_ms integer NOT NULL,
    response_excerpt character varying(1000) NOT NULL,
    delivery_id uuid NOT NULL,
    CONSTRAINT webhooks_attempt_duration_ms_check CHECK ((duration_ms >= 0)),
    CONSTRAINT webhooks_attempt_number_check CHECK ((number >= 0)),
    CONSTRAINT webhooks_attempt_status_check CHECK ((status >= 0))
);
ALTER TABLE public.webhooks_attempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhooks_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.webhooks_delivery (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    event_type character varying(60) NOT NULL,
    status character varying(10) NOT NULL,
    body text NOT NULL,
    attempts smallint NOT NULL,
    earlier_attempts smallint NOT NULL,
    response_status smallint,
    last_error character varying(300) NOT NULL,
    next_attempt_at timestamp with time zone,
    leased_until timestamp with time zone,
    delivered_at timestamp with time zone,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    CONSTRAINT delivery_delivered_at_a_moment CHECK (((NOT ((status)::text = 'delivered'::text)) OR (delivered_at IS NOT NULL))),
    CONSTRAINT delivery_due_while_open CHECK ((((next_attempt_at IS NOT NULL) AND ((status)::text = ANY (ARRAY[('pending'::character varying)::text, ('retrying'::character varying)::text]))) OR ((NOT ((status)::text = ANY (ARRAY[('pending'::character varying)::text, ('retrying'::character varying)::text]))) AND (next_attempt_at IS NULL)))),
    CONSTRAINT webhooks_delivery_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT webhooks_delivery_earlier_attempts_check CHECK ((earlier_attempts >= 0)),
    CONSTRAINT webhooks_delivery_response_status_check CHECK ((response_status >= 0))
)
WITH (fillfactor='80');
CREATE TABLE public.webhooks_dueendpoint (
    endpoint_id uuid NOT NULL,
    failing boolean NOT NULL,
    due_at timestamp with time zone,
    account_id uuid NOT NULL
);
CREATE TABLE public.webhooks_endpoint (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    url character varying(2048) NOT NULL,
    events character varying(60)[] NOT NULL,
    description character varying(200) NOT NULL,
    sealed_secret text NOT NULL,
    legacy boolean NOT NULL,
    consecutive_failures integer NOT NULL,
    disabled_at timestamp with time zone,
    disabled_reason character varying(40) NOT NULL,
    deleted_at timestamp with time zone,
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    old_sealed_secret text NOT NULL,
    old_secret_until timestamp with time zone,
    unreadable_since timestamp with time zone,
    CONSTRAINT endpoint_disabled_says_why CHECK ((((disabled_at IS NULL) AND ((disabled_reason)::text = ''::text)) OR ((disabled_at IS NOT NULL) AND (NOT ((disabled_reason)::text = ''::text))))),
    CONSTRAINT endpoint_old_secret_ends CHECK ((((old_sealed_secret = ''::text) AND (old_secret_until IS NULL)) OR ((NOT (old_sealed_secret = ''::text)) AND (old_secret_until IS NOT NULL)))),
    CONSTRAINT webhooks_endpoint_consecutive_failures_check CHECK ((consecutive_failures >= 0))
)
WITH (fillfactor='70');
CREATE TABLE public.webhooks_event (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    type character varying(60) NOT NULL,
    entity character varying(64) NOT NULL,
    key character varying(120) NOT NULL,
    data jsonb NOT NULL,
    public boolean NOT NULL,
    subject_id uuid,
    actor character varying(60) NOT NULL,
    note character varying(300) NOT NULL,
    request_id character varying(128) NOT NULL,
    fanned_out_at timestamp with time zone,
    "position" bigint,
    account_id uuid,
    only_endpoint_id uuid,
    trace_id character varying(32)
);
CREATE TABLE public.webhooks_inboxstart (
    account_id uuid NOT NULL,
    "position" bigint NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE public.webhooks_lease (
    delivery_id uuid NOT NULL
);
CREATE TABLE public.webhooks_restoration (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    epoch bigint NOT NULL,
    note character varying(200) NOT NULL
);
CREATE TABLE public.webhooks_sender (
    number smallint NOT NULL,
    holder uuid,
    held_until timestamp with time zone NOT NULL
);
INSERT INTO public.auth_group (id, name) VALUES
	(1, 'operator'),
	(2, 'support'),
	(3, 'auditor');
INSERT INTO public.bounties_cakeprice (id, country, size, price_cents) VALUES
	(1, '', 'small', 3500),
	(2, '', 'medium', 5000),
	(3, '', 'large', 7500);
INSERT INTO public.bounties_category (slug, name, is_active) VALUES
	('computer-gigs', 'Computer gigs', true),
	('creative-gigs', 'Creative gigs', true),
	('crew-gigs', 'Crew gigs', true),
	('domestic-gigs', 'Domestic gigs', true),
	('event-gigs', 'Event gigs', true),
	('labor-gigs', 'Labor gigs', true),
	('talent-gigs', 'Talent gigs', true),
	('writing-gigs', 'Writing gigs', true);
INSERT INTO public.bounties_noticerule (id, city, country, hours) VALUES
	(1, 'New York', 'US', 24),
	(2, 'Vancouver', 'CA', 24),
	(3, 'Toronto', 'CA', 24),
	(4, 'San Francisco', 'US', 12),
	(5, '', '', 48);
INSERT INTO public.django_migrations (id, app, name, applied) VALUES
	(1, 'account', '0001_initial', now()),
	(2, 'account', '0002_email_max_length', now()),
	(3, 'account', '0003_alter_emailaddress_create_unique_verified_email', now()),
	(4, 'account', '0004_alter_emailaddress_drop_unique_email', now()),
	(5, 'account', '0005_emailaddress_idx_upper_email', now()),
	(6, 'account', '0006_emailaddress_lower', now()),
	(7, 'account', '0007_emailaddress_idx_email', now()),
	(8, 'account', '0008_emailaddress_unique_primary_email_fixup', now()),
	(9, 'account', '0009_emailaddress_unique_primary_email', now()),
	(10, 'admin', '0001_initial', now()),
	(11, 'admin', '0002_logentry_remove_auto_add', now()),
	(12, 'admin', '0003_logentry_add_action_flag_choices', now()),
	(13, 'auth', '0001_initial', now()),
	(14, 'auth', '0002_alter_permission_name_max_length', now()),
	(15, 'auth', '0003_alter_user_email_max_length', now()),
	(16, 'auth', '0004_alter_user_username_opts', now()),
	(17, 'auth', '0005_alter_user_last_login_null', now()),
	(18, 'auth', '0006_require_contenttypes_0002', now()),
	(19, 'auth', '0007_alter_validators_add_error_messages', now()),
	(20, 'auth', '0008_alter_user_username_max_length', now()),
	(21, 'auth', '0009_alter_user_last_name_max_length', now()),
	(22, 'auth', '0010_alter_group_name_max_length', now()),
	(23, 'auth', '0011_update_proxy_permissions', now()),
	(24, 'auth', '0012_alter_user_first_name_max_length', now()),
	(25, 'bounties', '0001_bounties_applications_submissions', now()),
	(26, 'bounties', '0001_tables', now()),
	(27, 'bounties', '0002_the_whole_hire', now()),
	(28, 'bounties', '0002_words', now()),
	(29, 'bounties', '0003_default_policies', now()),
	(30, 'bounties', '0003_first_rows', now()),
	(31, 'bounties', '0004_application_rank', now()),
	(32, 'bounties', '0004_frozen_fee_rates', now()),
	(33, 'bounties', '0005_attempts', now()),
	(34, 'bounties', '0005_attendance_and_receipts', now()),
	(35, 'bounties', '0006_discovery_indexes', now()),
	(36, 'bounties', '0006_plain_names', now()),
	(37, 'bounties', '0007_every_seat_ends', now()),
	(38, 'bounties', '0007_unpublished_due', now()),
	(39, 'bounties', '0008_outreach', now()),
	(40, 'bounties', '0008_skills_without_case', now()),
	(41, 'bounties', '0009_owner_news', now()),
	(42, 'bounties', '0009_terms_hold', now()),
	(43, 'bounties', '0010_contests', now()),
	(44, 'bounties', '0010_direct_hires', now()),
	(45, 'bounties', '0011_columns_agree', now()),
	(46, 'bounties', '0011_orders_of_what_is_over', now()),
	(47, 'bounties', '0012_contest_words', now()),
	(48, 'bounties', '0012_frozen_silence_policy', now()),
	(49, 'bounties', '0013_raise_asked_at', now()),
	(50, 'bounties', '0013_spenders', now()),
	(51, 'bounties', '0014_hires_by_offer', now()),
	(52, 'bounties', '0014_jobs_from_files', now()),
	(53, 'bounties', '0015_cases_for_staff', now()),
	(54, 'bounties', '0015_words_and_places_together', now()),
	(55, 'bounties', '0016_imports_expire', now()),
	(56, 'bounties', '0016_products', now()),
	(57, 'bounties', '0017_history_of_settings', now()),
	(58, 'bounties', '0017_pictures', now()),
	(59, 'bounties', '0018_cakes', now()),
	(60, 'bounties', '0018_simulated_people', now()),
	(61, 'bounties', '0019_cake_prices', now()),
	(62, 'bounties', '0019_request_ids', now()),
	(63, 'bounties', '0020_indexes_that_others_cover', now()),
	(64, 'bounties', '0020_microphone_samples', now()),
	(65, 'bounties', '0021_humanizations', now()),
	(66, 'bounties', '0021_play_failures', now()),
	(67, 'bounties', '0022_unchanged_texts', now()),
	(68, 'bounties', '0023_erasure_places_out_of_history', now()),
	(69, 'bounties', '0024_erasure_places_of_before', now()),
	(70, 'bounties', '0025_cases_by_index', now()),
	(71, 'contenttypes', '0001_initial', now()),
	(72, 'contenttypes', '0002_remove_content_type_name', now()),
	(73, 'escrow', '0001_escrows', now()),
	(74, 'escrow', '0001_tables', now()),
	(75, 'escrow', '0002_default_ladder', now()),
	(76, 'escrow', '0002_first_rows', now()),
	(77, 'escrow', '0003_fee_rates', now()),
	(78, 'escrow', '0003_pool_versions', now()),
	(79, 'escrow', '0004_disputed_workers', now()),
	(80, 'escrow', '0004_frozen_fee_rates', now()),
	(81, 'escrow', '0005_paid_by_owner', now()),
	(82, 'escrow', '0005_transfers', now()),
	(83, 'escrow', '0006_disputes', now()),
	(84, 'escrow', '0006_pending_transfers_and_pairs', now()),
	(85, 'escrow', '0007_columns_agree', now()),
	(86, 'escrow', '0007_earned_and_policy', now()),
	(87, 'escrow', '0008_runs_of_hires', now()),
	(88, 'escrow', '0009_desk', now()),
	(89, 'escrow', '0010_sealed_decisions', now()),
	(90, 'escrow', '0011_parties_of_disputes', now()),
	(91, 'escrow', '0012_what_the_desk_keeps', now()),
	(92, 'escrow', '0013_first_reasons', now()),
	(93, 'escrow', '0014_corrections', now()),
	(94, 'escrow', '0015_overturning_reasons', now()),
	(95, 'escrow', '0016_history_of_settings', now()),
	(96, 'escrow', '0017_stages_of_cases', now()),
	(97, 'escrow', '0018_case_stage_left', now()),
	(98, 'escrow', '0019_indexes_that_others_cover', now()),
	(99, 'escrow', '0020_invoices', now()),
	(100, 'escrow', '0021_open_money_is_found', now()),
	(101, 'escrow', '0022_scale_decided_lately', now()),
	(102, 'escrow', '0023_contested_decisions', now()),
	(103, 'escrow', '0024_contested_decisions_once', now()),
	(104, 'escrow', '0025_contested_decisions_hold', now()),
	(105, 'escrow', '0026_audit_indexes', now()),
	(106, 'escrow', '0027_desk_ended_by', now()),
	(107, 'escrow', '0028_accepted_unanswered', now()),
	(108, 'escrow', '0029_erasure_views_without_words', now()),
	(109, 'escrow', '0030_desk_one_list_of_overturning_reasons', now()),
	(110, 'escrow', '0031_desk_first_look', now()),
	(111, 'escrow', '0032_desk_first_look_indexes', now()),
	(112, 'escrow', '0033_desk_looks_of_before', now()),
	(113, 'humans', '0001_profiles_and_conversations', now()),
	(114, 'humans', '0001_tables', now()),
	(115, 'humans', '0002_frozen_fee_rates', now()),
	(116, 'humans', '0002_messaging', now()),
	(117, 'humans', '0003_attempts', now()),
	(118, 'humans', '0003_relations_reviews_photos', now()),
	(119, 'humans', '0004_columns_agree', now()),
	(120, 'humans', '0004_search_columns', now()),
	(121, 'humans', '0005_runs_of_hires', now()),
	(122, 'humans', '0005_search_indexes', now()),
	(123, 'humans', '0006_accepts_invitations', now()),
	(124, 'humans', '0006_answers_to_reviews', now()),
	(125, 'humans', '0007_a_conversation_for_each_kind', now()),
	(126, 'humans', '0007_spenders', now()),
	(127, 'humans', '0008_history_of_settings', now()),
	(128, 'humans', '0008_services', now()),
	(129, 'humans', '0009_request_ids', now()),
	(130, 'humans', '0009_spoken_language', now()),
	(131, 'humans', '0010_indexes_that_others_cover', now()),
	(132, 'humans', '0011_audit_indexes', now()),
	(133, 'marketplace', '0001_accounts_and_access', now()),
	(134, 'marketplace', '0001_tables', now()),
	(135, 'marketplace', '0002_first_rows', now()),
	(136, 'marketplace', '0002_rate_tiers', now()),
	(137, 'marketplace', '0003_attempts', now()),
	(138, 'marketplace', '0003_blocked_countries_and_pictures', now()),
	(139, 'marketplace', '0004_phone_digits', now()),
	(140, 'marketplace', '0004_plain_names', now()),
	(141, 'marketplace', '0005_columns_agree', now()),
	(142, 'marketplace', '0005_idempotent_answers_verbatim', now()),
	(143, 'marketplace', '0006_idempotency_intents', now()),
	(144, 'marketplace', '0006_time_zone', now()),
	(145, 'marketplace', '0007_notifications', now()),
	(146, 'marketplace', '0007_push', now()),
	(147, 'marketplace', '0008_identities', now()),
	(148, 'marketplace', '0008_thumbnails', now()),
	(149, 'marketplace', '0009_language', now()),
	(150, 'marketplace', '0009_support_reports', now()),
	(151, 'marketplace', '0010_exports_and_closing', now()),
	(152, 'marketplace', '0010_strays', now()),
	(153, 'marketplace', '0011_cache_entries', now()),
	(154, 'marketplace', '0011_restricted_credentials', now()),
	(155, 'marketplace', '0012_calls', now()),
	(156, 'marketplace', '0012_staff_roles', now()),
	(157, 'marketplace', '0013_members', now()),
	(158, 'marketplace', '0013_switches', now()),
	(159, 'marketplace', '0014_calls_are_found_by_staff', now()),
	(160, 'marketplace', '0015_staff_accountability', now()),
	(161, 'marketplace', '0016_pictures_alike', now()),
	(162, 'marketplace', '0017_what_is_deleted_is_found_by_index', now()),
	(163, 'marketplace', '0018_request_ids', now()),
	(164, 'marketplace', '0019_keeping_times', now()),
	(165, 'marketplace', '0020_history_of_keeping_times', now()),
	(166, 'marketplace', '0021_indexes_that_others_cover', now()),
	(167, 'marketplace', '0022_room_for_answers', now()),
	(168, 'marketplace', '0023_mails_about_invoices', now()),
	(169, 'marketplace', '0024_beat', now()),
	(170, 'marketplace', '0025_privacy_erasures', now()),
	(171, 'marketplace', '0026_privacy_first_rows', now()),
	(172, 'marketplace', '0027_status_days', now()),
	(173, 'marketplace', '0028_scale_staff_by_index', now()),
	(174, 'marketplace', '0029_push_key_of_a_device', now()),
	(175, 'marketplace', '0030_wallet_scope', now()),
	(176, 'marketplace', '0031_calls_by_service', now()),
	(177, 'marketplace', '0032_what_a_calls_note_says', now()),
	(178, 'marketplace', '0033_erasure_history_of_settings', now()),
	(179, 'marketplace', '0034_erasure_looked_at_again', now()),
	(180, 'marketplace', '0035_erasure_log_by_ids', now()),
	(181, 'marketplace', '0036_payment_keys_by_age', now()),
	(182, 'mfa', '0001_initial', now()),
	(183, 'mfa', '0002_authenticator_timestamps', now()),
	(184, 'mfa', '0003_authenticator_type_uniq', now()),
	(185, 'oauth2_provider', '0001_initial', now()),
	(186, 'oauth2_provider', '0002_auto_20190406_1805', now()),
	(187, 'oauth2_provider', '0003_auto_20201211_1314', now()),
	(188, 'oauth2_provider', '0004_auto_20200902_2022', now()),
	(189, 'oauth2_provider', '0005_auto_20211222_2352', now()),
	(190, 'oauth2_provider', '0006_alter_application_client_secret', now()),
	(191, 'oauth2_provider', '0007_application_post_logout_redirect_uris', now()),
	(192, 'oauth2_provider', '0008_alter_accesstoken_token', now()),
	(193, 'oauth2_provider', '0009_add_hash_client_secret', now()),
	(194, 'oauth2_provider', '0010_application_allowed_origins', now()),
	(195, 'oauth2_provider', '0011_refreshtoken_token_family', now()),
	(196, 'oauth2_provider', '0012_add_token_checksum', now()),
	(197, 'oauth2_provider', '0013_alter_application_authorization_grant_type_device', now()),
	(198, 'oauth2_provider', '0014_alter_help_text', now()),
	(199, 'oauth2_provider', '0015_refreshtoken_token_checksum', now()),
	(200, 'oauth2_provider', '0016_alter_devicegrant_scope', now()),
	(201, 'oauth2_provider', '0017_application_dcr_created', now()),
	(202, 'oauth2_provider', '0018_resource_indicators', now()),
	(203, 'oauth2_provider', '0019_application_registration_source', now()),
	(204, 'oauth2_provider', '0020_cimd_application_fields', now()),
	(205, 'oauth2_provider', '0021_translatable_field_labels', now()),
	(206, 'oauth2_provider', '0022_refreshtoken_token_family_index', now()),
	(207, 'qa', '0001_tables', now()),
	(208, 'qa', '0001_templates_runs_escalations', now()),
	(209, 'qa', '0002_target_of_a_run', now()),
	(210, 'qa', '0002_taste_runs', now()),
	(211, 'qa', '0003_frozen_fee_rates', now()),
	(212, 'qa', '0004_ends_and_mails', now()),
	(213, 'qa', '0005_columns_agree', now()),
	(214, 'qa', '0006_spenders', now()),
	(215, 'qa', '0007_indexes_that_others_cover', now()),
	(216, 'qa', '0008_audit_indexes', now()),
	(217, 'sessions', '0001_initial', now()),
	(218, 'usersessions', '0001_initial', now()),
	(219, 'wallet', '0001_ledger', now()),
	(220, 'wallet', '0002_checkouts_and_payments', now()),
	(221, 'wallet', '0002_payments', now()),
	(222, 'wallet', '0003_attempts', now()),
	(223, 'wallet', '0003_outflows_and_providers', now()),
	(224, 'wallet', '0004_controls', now()),
	(225, 'wallet', '0004_plain_names', now()),
	(226, 'wallet', '0005_columns_agree', now()),
	(227, 'wallet', '0005_pages_and_notices', now()),
	(228, 'wallet', '0006_freeze_and_longer_caps', now()),
	(229, 'wallet', '0006_x402_payments', now()),
	(230, 'wallet', '0007_for_the_office', now()),
	(231, 'wallet', '0007_spenders', now()),
	(232, 'wallet', '0008_approvals', now()),
	(233, 'wallet', '0008_links_and_agent_checkouts', now()),
	(234, 'wallet', '0009_ask_above_by_key', now()),
	(235, 'wallet', '0009_faults_that_are_over', now()),
	(236, 'wallet', '0010_chargebacks', now()),
	(237, 'wallet', '0010_earnings_holds', now()),
	(238, 'wallet', '0011_chain_of_the_sandbox', now()),
	(239, 'wallet', '0011_mpp_payments', now()),
	(240, 'wallet', '0012_paid_outflows_are_looked_at', now()),
	(241, 'wallet', '0012_posting_without_superuser', now()),
	(242, 'wallet', '0013_request_ids', now()),
	(243, 'wallet', '0013_x402_goes_on_being_looked_at', now()),
	(244, 'wallet', '0014_indexes_that_others_cover', now()),
	(245, 'wallet', '0014_topups_that_need_a_person', now()),
	(246, 'wallet', '0015_chargebacks_partly_won', now()),
	(247, 'wallet', '0015_moves_by_time', now()),
	(248, 'wallet', '0016_ledger_totals', now()),
	(249, 'wallet', '0016_x402_payments_of_one_transaction', now()),
	(250, 'wallet', '0017_ledger_totals_of_before', now()),
	(251, 'wallet', '0017_what_counts_to_caps', now()),
	(252, 'wallet', '0018_ledger_checkpoints', now()),
	(253, 'wallet', '0019_ledger_transactions_by_time', now()),
	(254, 'wallet', '0020_audits_by_key', now()),
	(255, 'wallet', '0021_audit_of_returns', now()),
	(256, 'wallet', '0022_audit_of_returns_before', now()),
	(257, 'wallet', '0023_audit_indexes', now()),
	(258, 'wallet', '0024_bank_accounts_of_owners', now()),
	(259, 'wallet', '0025_agents_path_of_an_approval', now()),
	(260, 'wallet', '0026_mails_of_charges', now()),
	(261, 'wallet', '0027_what_an_approval_leaves_out', now()),
	(262, 'wallet', '0028_index_of_untold_charges', now()),
	(263, 'wallet', '0029_approval_of_which_limit', now()),
	(264, 'wallet', '0030_mails_of_a_low_balance', now()),
	(265, 'wallet', '0031_fingerprint_of_a_kept_card', now()),
	(266, 'webhooks', '0001_events_endpoints_deliveries', now()),
	(267, 'webhooks', '0001_tables', now()),
	(268, 'webhooks', '0002_columns_agree', now()),
	(269, 'webhooks', '0002_event_inbox', now()),
	(270, 'webhooks', '0003_redelivery', now()),
	(271, 'webhooks', '0003_two_secrets', now()),
	(272, 'webhooks', '0004_events_of_a_bounty', now()),
	(273, 'webhooks', '0004_legacy_endpoints', now()),
	(274, 'webhooks', '0005_open_deliveries_by_receiver', now()),
	(275, 'webhooks', '0005_request_ids', now()),
	(276, 'webhooks', '0006_failed_deliveries', now()),
	(277, 'webhooks', '0006_unreadable_secrets', now()),
	(278, 'webhooks', '0007_unreadable_secrets_are_found', now()),
	(279, 'webhooks', '0008_restorations', now()),
	(280, 'webhooks', '0009_inbox_starts', now()),
	(281, 'webhooks', '0010_indexes_that_others_cover', now()),
	(282, 'webhooks', '0011_senders', now()),
	(283, 'webhooks', '0012_due_endpoints', now()),
	(284, 'webhooks', '0013_due_endpoints_of_today', now()),
	(285, 'webhooks', '0014_leases', now()),
	(286, 'webhooks', '0015_leases_of_today', now()),
	(287, 'webhooks', '0016_room_for_updates', now()),
	(288, 'webhooks', '0017_scale_endpoints_that_fail', now());
INSERT INTO public.escrow_disputepolicy (id, approval_above_cents) VALUES
	(1, 25000);
INSERT INTO public.escrow_evidencewanted (id, holds_from, why, category, name, label, side) VALUES
	(1, '2026-01-01 00:00:00+00', 'The first rows.', 'not_delivered', 'proof-of-delivery', 'What was sent, when, and where it can be seen', 'worker'),
	(2, '2026-01-01 00:00:00+00', 'The first rows.', 'not_delivered', 'attempts-to-reach', 'Messages to the worker that were not answered', 'funder'),
	(3, '2026-01-01 00:00:00+00', 'The first rows.', 'poor_quality', 'what-is-poor', 'Which parts are poor, each with an example', 'funder'),
	(4, '2026-01-01 00:00:00+00', 'The first rows.', 'poor_quality', 'originals', 'The original files, as they were taken', 'worker'),
	(5, '2026-01-01 00:00:00+00', 'The first rows.', 'not_as_described', 'difference', 'What differs from the description, line by line', 'funder'),
	(6, '2026-01-01 00:00:00+00', 'The first rows.', 'not_as_described', 'as-understood', 'How the description was understood, and why', 'worker'),
	(7, '2026-01-01 00:00:00+00', 'The first rows.', 'communication_issue', 'messages', 'The messages that it is about', 'funder'),
	(8, '2026-01-01 00:00:00+00', 'The first rows.', 'communication_issue', 'answers', 'When and how they were answered', 'worker'),
	(9, '2026-01-01 00:00:00+00', 'The first rows.', 'non_payment', 'work-done', 'The work that was not paid', 'worker'),
	(10, '2026-01-01 00:00:00+00', 'The first rows.', 'non_payment', 'why-not-paid', 'Why it was not released', 'funder'),
	(11, '2026-01-01 00:00:00+00', 'The first rows.', 'fraud', 'signs-of-fraud', 'What shows that the evidence is not genuine', 'funder'),
	(12, '2026-01-01 00:00:00+00', 'The first rows.', 'fraud', 'originals', 'The original files with the camera''s own data', 'worker'),
	(13, '2026-01-01 00:00:00+00', 'The first rows.', 'fraud', 'second-proof', 'A second, independent proof of the work', 'worker'),
	(14, '2026-01-01 00:00:00+00', 'The first rows.', 'other', 'what-happened', 'What happened, with dates', 'funder'),
	(15, '2026-01-01 00:00:00+00', 'The first rows.', 'other', 'other-side', 'What happened from the worker''s side, with dates', 'worker');
INSERT INTO public.escrow_feerate (id, kind, bps, holds_from, reason) VALUES
	(1, '', 1800, '2000-01-01 00:00:00+00', 'The rate of the first day.');
INSERT INTO public.escrow_ladderband (id, max_cents, dispute_window_hours, auto_release_hours) VALUES
	(1, 999, 24, 72),
	(2, 4999, 48, 120),
	(3, 24999, 72, 168),
	(4, 49999, 120, 240),
	(5, NULL, 168, 336);
INSERT INTO public.escrow_reasoncode (id, holds_from, why, code, decision, is_overturning, text) VALUES
	(1, '2026-01-01 00:00:00+00', 'The first rows.', 'done-as-agreed', 'release', false, 'What was agreed was delivered.'),
	(2, '2026-01-01 00:00:00+00', 'The first rows.', 'objection-not-shown', 'release', false, 'What the funder objects to is not shown by what we have.'),
	(3, '2026-01-01 00:00:00+00', 'The first rows.', 'funder-silent', 'release', false, 'The funder did not answer what we asked, and the work looks as agreed.'),
	(4, '2026-01-01 00:00:00+00', 'The first rows.', 'asked-afterwards', 'release', false, 'What is missing was asked for only after the work was agreed.'),
	(5, '2026-01-01 00:00:00+00', 'The first rows.', 'never-delivered', 'refund', false, 'Nothing that was agreed was delivered.'),
	(6, '2026-01-01 00:00:00+00', 'The first rows.', 'not-as-agreed', 'refund', false, 'What was delivered does not do what was agreed.'),
	(7, '2026-01-01 00:00:00+00', 'The first rows.', 'worker-silent', 'refund', false, 'The worker did not answer what we asked, and the work can''t be seen as agreed.'),
	(8, '2026-01-01 00:00:00+00', 'The first rows.', 'evidence-not-genuine', 'refund', false, 'The evidence was not made for this work.'),
	(9, '2026-01-01 00:00:00+00', 'The first rows.', 'partly-done', 'split', false, 'A part of what was agreed was delivered, and that part is paid.'),
	(10, '2026-01-01 00:00:00+00', 'The first rows.', 'delivered-late', 'split', false, 'The work was delivered, but later than agreed.'),
	(11, '2026-01-01 00:00:00+00', 'The first rows.', 'unclear-terms', 'split', false, 'What was agreed can be read in two ways, so both sides bear a part.'),
	(12, '2026-01-01 00:00:00+00', 'The first rows.', 'both-agreed', '', false, 'Both sides told us that they agree on this.'),
	(13, '2026-01-01 00:00:00+00', 'The first rows.', 'other', '', false, 'The reason stands in our letter to you.'),
	(16, '2026-01-01 00:00:00+00', 'The first reasons.', 'overturn-new-fact', '', true, 'The appeal shows something that was not known when we decided first.'),
	(17, '2026-01-01 00:00:00+00', 'The first reasons.', 'overturn-misread', '', true, 'We read the evidence wrongly when we decided first.'),
	(18, '2026-01-01 00:00:00+00', 'The first reasons.', 'overturn-rule', '', true, 'We applied our rules wrongly when we decided first.');
INSERT INTO public.ledger_account (id, code, balance, sent, returned, withdrawn) OVERRIDING SYSTEM VALUE VALUES
	(1, 'fees', NULL, NULL, NULL, NULL),
	(2, 'transit', NULL, NULL, NULL, NULL),
	(3, 'losses', NULL, NULL, NULL, NULL),
	(4, 'world.card', NULL, NULL, NULL, NULL),
	(5, 'world.mpp', NULL, NULL, NULL, NULL),
	(6, 'world.x402', NULL, NULL, NULL, NULL),
	(7, 'world.payout', NULL, NULL, NULL, NULL);
INSERT INTO public.marketplace_keepingtime (kind, days, is_archived) VALUES
	('events', 400, false),
	('deliveries', 60, false),
	('calls', 90, false),
	('mails', 30, false),
	('pushes', 7, false),
	('idempotency_keys', 1, false),
	('payment_keys', 30, false),
	('provider_webhooks', 30, false),
	('evidence', 1095, false),
	('messages', 1095, false),
	('attendance', 1095, false),
	('identity_signals', 90, false),
	('private_reads', 1095, false);
INSERT INTO public.marketplace_ratetier (name, multiplier, note) VALUES
	('standard', 1.00, 'What a key without a tier has, too.'),
	('automated', 5.00, 'Granted per key by an operator.');
INSERT INTO public.marketplace_settingchange (id, model, "row", name, kind, why, old, new, created_at, approved_by_id, who_id) VALUES
	(1, 'marketplace.keepingtime', 'evidence', 'evidence', 'added', '', '{}', '{"days": 1095, "kind": "evidence", "is_archived": false}', now(), NULL, NULL),
	(2, 'marketplace.keepingtime', 'messages', 'messages', 'added', '', '{}', '{"days": 1095, "kind": "messages", "is_archived": false}', now(), NULL, NULL),
	(3, 'marketplace.keepingtime', 'attendance', 'attendance', 'added', '', '{}', '{"days": 1095, "kind": "attendance", "is_archived": false}', now(), NULL, NULL),
	(4, 'marketplace.keepingtime', 'identity_signals', 'identity_signals', 'added', '', '{}', '{"days": 90, "kind": "identity_signals", "is_archived": false}', now(), NULL, NULL),
	(5, 'marketplace.keepingtime', 'private_reads', 'private_reads', 'added', '', '{}', '{"days": 1095, "kind": "private_reads", "is_archived": false}', now(), NULL, NULL),
	(6, 'escrow.reasoncode', '14', '14', 'deleted', '', '{"id": 14, "why": "The first rows.", "code": "new-fact", "text": "A fact that was not known at the first decision changes it.", "decision": "", "holds_from": "2026-01-01T00:00:00+00:00", "is_overturning": true}', '{}', now(), NULL, NULL),
	(7, 'escrow.reasoncode', '15', '15', 'deleted', '', '{"id": 15, "why": "The first rows.", "code": "our-error", "text": "The first decision overlooked something; we correct it.", "decision": "", "holds_from": "2026-01-01T00:00:00+00:00", "is_overturning": true}', '{}', now(), NULL, NULL);
INSERT INTO public.marketplace_staffloghead (id, number, hash) VALUES
	(1, 0, '');
INSERT INTO public.marketplace_switch (name, is_on, message) VALUES
	('services', true, ''),
	('cakes', true, ''),
	('qa', true, ''),
	('taste', true, ''),
	('humanizations', true, ''),
	('pictures', true, ''),
	('mic_checks', true, ''),
	('language_checks', true, '');
SELECT pg_catalog.setval('public.account_emailaddress_id_seq', 1, false);
SELECT pg_catalog.setval('public.account_emailconfirmation_id_seq', 1, false);
SELECT pg_catalog.setval('public.auth_group_id_seq', 3, true);
SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_application_files_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_cakeprice_id_seq', 3, true);
SELECT pg_catalog.setval('public.bounties_contest_files_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_importedrow_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_noticerule_id_seq', 5, true);
SELECT pg_catalog.setval('public.bounties_payminimum_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_screeningrule_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_submission_files_id_seq', 1, false);
SELECT pg_catalog.setval('public.bounties_taskplace_id_seq', 1, false);
SELECT pg_catalog.setval('public.django_admin_log_id_seq', 1, false);
SELECT pg_catalog.setval('public.django_migrations_id_seq', 288, true);
SELECT pg_catalog.setval('public.escrow_casepresence_id_seq', 1, false);
SELECT pg_catalog.setval('public.escrow_casestage_id_seq', 1, false);
SELECT pg_catalog.setval('public.escrow_deskclocks_id_seq', 1, false);
SELECT pg_catalog.setval('public.escrow_disputeevidence_files_id_seq', 1, false);
SELECT pg_catalog.setval('public.escrow_disputepolicy_id_seq', 1, true);
SELECT pg_catalog.setval('public.escrow_evidencewanted_id_seq', 15, true);
SELECT pg_catalog.setval('public.escrow_feerate_id_seq', 1, true);
SELECT pg_catalog.setval('public.escrow_ladderband_id_seq', 5, true);
SELECT pg_catalog.setval('public.escrow_macro_id_seq', 1, false);
SELECT pg_catalog.setval('public.escrow_reasoncode_id_seq', 18, true);
SELECT pg_catalog.setval('public.escrow_savedview_id_seq', 1, false);
SELECT pg_catalog.setval('public.humans_messagerule_id_seq', 1, false);
SELECT pg_catalog.setval('public.humans_proficiency_id_seq', 1, false);
SELECT pg_catalog.setval('public.ledger_account_id_seq', 7, true);
SELECT pg_catalog.setval('public.ledger_checkpoint_account_id_seq', 1, false);
SELECT pg_catalog.setval('public.ledger_move_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_account_groups_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_account_user_permissions_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_idempotencyrecord_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_settingchange_id_seq', 7, true);
SELECT pg_catalog.setval('public.marketplace_staffentry_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_stafflimit_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_staffloghead_id_seq', 1, false);
SELECT pg_catalog.setval('public.marketplace_statusday_id_seq', 1, false);
SELECT pg_catalog.setval('public.mfa_authenticator_id_seq', 1, false);
SELECT pg_catalog.setval('public.oauth2_provider_accesstoken_id_seq', 1, false);
SELECT pg_catalog.setval('public.oauth2_provider_application_id_seq', 1, false);
SELECT pg_catalog.setval('public.oauth2_provider_devicegrant_id_seq', 1, false);
SELECT pg_catalog.setval('public.oauth2_provider_grant_id_seq', 1, false);
SELECT pg_catalog.setval('public.oauth2_provider_idtoken_id_seq', 1, false);
SELECT pg_catalog.setval('public.oauth2_provider_refreshtoken_id_seq', 1, false);
SELECT pg_catalog.setval('public.support_report_number', 1, false);
SELECT pg_catalog.setval('public.usersessions_usersession_id_seq', 1, false);
SELECT pg_catalog.setval('public.wallet_spenderlimits_id_seq', 1, false);
SELECT pg_catalog.setval('public.webhooks_attempt_id_seq', 1, false);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT agent_checkout_once_per_order UNIQUE (account_id, external_order_id);
ALTER TABLE ONLY public.bounties_application
    ADD CONSTRAINT application_once_per_bounty UNIQUE (bounty_id, human_id);
ALTER TABLE ONLY public.webhooks_attempt
    ADD CONSTRAINT attempt_numbered UNIQUE (delivery_id, number);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT booking_once_per_cycle UNIQUE (subscription_id, date);
ALTER TABLE ONLY public.bounties_application_files
    ADD CONSTRAINT bounties_application_files_application_id_file_id_cc9dd93b_uniq UNIQUE (application_id, file_id);
ALTER TABLE ONLY public.bounties_application_files
    ADD CONSTRAINT bounties_application_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_application
    ADD CONSTRAINT bounties_application_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_attendance
    ADD CONSTRAINT bounties_attendance_application_id_key UNIQUE (application_id);
ALTER TABLE ONLY public.bounties_attendance
    ADD CONSTRAINT bounties_attendance_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_bounty
    ADD CONSTRAINT bounties_bounty_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_bounty
    ADD CONSTRAINT bounties_bounty_pool_id_key UNIQUE (pool_id);
ALTER TABLE ONLY public.bounties_cakeorder
    ADD CONSTRAINT bounties_cakeorder_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.bounties_cakeorder
    ADD CONSTRAINT bounties_cakeorder_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_cakeprice
    ADD CONSTRAINT bounties_cakeprice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_category
    ADD CONSTRAINT bounties_category_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.bounties_contest_files
    ADD CONSTRAINT bounties_contest_files_contest_id_file_id_6e0eeefd_uniq UNIQUE (contest_id, file_id);
ALTER TABLE ONLY public.bounties_contest_files
    ADD CONSTRAINT bounties_contest_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_contest
    ADD CONSTRAINT bounties_contest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_humanization
    ADD CONSTRAINT bounties_humanization_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.bounties_humanization
    ADD CONSTRAINT bounties_humanization_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_importedrow
    ADD CONSTRAINT bounties_importedrow_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.bounties_importedrow
    ADD CONSTRAINT bounties_importedrow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_invitation
    ADD CONSTRAINT bounties_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_jobimport
    ADD CONSTRAINT bounties_jobimport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_micsample
    ADD CONSTRAINT bounties_micsample_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_noticerule
    ADD CONSTRAINT bounties_noticerule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_outreach
    ADD CONSTRAINT bounties_outreach_pkey PRIMARY KEY (bounty_id);
ALTER TABLE ONLY public.bounties_payminimum
    ADD CONSTRAINT bounties_payminimum_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_picture
    ADD CONSTRAINT bounties_picture_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.bounties_picture
    ADD CONSTRAINT bounties_picture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_play
    ADD CONSTRAINT bounties_play_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_receipt
    ADD CONSTRAINT bounties_receipt_number_key UNIQUE (number);
ALTER TABLE ONLY public.bounties_receipt
    ADD CONSTRAINT bounties_receipt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_submission_id_key UNIQUE (submission_id);
ALTER TABLE ONLY public.bounties_screeningrule
    ADD CONSTRAINT bounties_screeningrule_phrase_key UNIQUE (phrase);
ALTER TABLE ONLY public.bounties_screeningrule
    ADD CONSTRAINT bounties_screeningrule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_simulatedperson
    ADD CONSTRAINT bounties_simulatedperson_account_id_key UNIQUE (account_id);
ALTER TABLE ONLY public.bounties_simulatedperson
    ADD CONSTRAINT bounties_simulatedperson_pkey PRIMARY KEY (handle);
ALTER TABLE ONLY public.bounties_simulationswitch
    ADD CONSTRAINT bounties_simulationswitch_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.bounties_submission_files
    ADD CONSTRAINT bounties_submission_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_submission_files
    ADD CONSTRAINT bounties_submission_files_submission_id_file_id_da53d4f0_uniq UNIQUE (submission_id, file_id);
ALTER TABLE ONLY public.bounties_submission
    ADD CONSTRAINT bounties_submission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_taskplace
    ADD CONSTRAINT bounties_taskplace_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.bounties_taskplace
    ADD CONSTRAINT bounties_taskplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cache_entry
    ADD CONSTRAINT cache_entry_pkey PRIMARY KEY (cache_key);
ALTER TABLE ONLY public.bounties_cakeprice
    ADD CONSTRAINT cake_price_once UNIQUE (country, size);
ALTER TABLE ONLY public.escrow_casefinding
    ADD CONSTRAINT case_finding_once_a_line UNIQUE (case_id, round, key);
ALTER TABLE ONLY public.escrow_caseoffer
    ADD CONSTRAINT case_offer_parts UNIQUE (id, worker_cents, fee_cents, refund_cents);
ALTER TABLE ONLY public.escrow_casepresence
    ADD CONSTRAINT case_presence_once UNIQUE (case_id, staff_id);
ALTER TABLE ONLY public.wallet_chargeback
    ADD CONSTRAINT chargeback_once UNIQUE (provider, provider_ref);
ALTER TABLE ONLY public.marketplace_connector
    ADD CONSTRAINT connector_once_per_client UNIQUE (account_id, application_id);
ALTER TABLE ONLY public.humans_conversation
    ADD CONSTRAINT conversation_once_per_booking UNIQUE (booking_id, kind);
ALTER TABLE ONLY public.humans_conversation
    ADD CONSTRAINT conversation_once_per_kind UNIQUE (application_id, kind);
ALTER TABLE public.escrow_disputedecision
    ADD CONSTRAINT decision_of_one_origin CHECK (((preview_id IS NULL) <> (offer_id IS NULL))) NOT VALID;
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT delivery_once UNIQUE (endpoint_id, event_id);
ALTER TABLE ONLY public.escrow_deskclocks
    ADD CONSTRAINT desk_clocks_once_at_a_time UNIQUE (holds_from);
ALTER TABLE ONLY public.wallet_discrepancy
    ADD CONSTRAINT discrepancy_once UNIQUE (provider, fault, subject);
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.escrow_appeal
    ADD CONSTRAINT escrow_appeal_dispute_id_key UNIQUE (dispute_id);
ALTER TABLE ONLY public.escrow_appeal
    ADD CONSTRAINT escrow_appeal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_billingdetails
    ADD CONSTRAINT escrow_billingdetails_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_dispute_id_key UNIQUE (dispute_id);
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_casefinding
    ADD CONSTRAINT escrow_casefinding_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_casemessage
    ADD CONSTRAINT escrow_casemessage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_caseoffer
    ADD CONSTRAINT escrow_caseoffer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_casepresence
    ADD CONSTRAINT escrow_casepresence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_caserequest
    ADD CONSTRAINT escrow_caserequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_casereview
    ADD CONSTRAINT escrow_casereview_case_id_key UNIQUE (case_id);
ALTER TABLE ONLY public.escrow_casereview
    ADD CONSTRAINT escrow_casereview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_casestage
    ADD CONSTRAINT escrow_casestage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_decisionpreview
    ADD CONSTRAINT escrow_decisionpreview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_deskclocks
    ADD CONSTRAINT escrow_deskclocks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_desknote
    ADD CONSTRAINT escrow_desknote_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_dispute
    ADD CONSTRAINT escrow_dispute_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecision_offer_id_key UNIQUE (offer_id);
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecision_preview_id_key UNIQUE (preview_id);
ALTER TABLE ONLY public.escrow_disputeevidence_files
    ADD CONSTRAINT escrow_disputeevidence_f_disputeevidence_id_file__c610e33f_uniq UNIQUE (disputeevidence_id, file_id);
ALTER TABLE ONLY public.escrow_disputeevidence_files
    ADD CONSTRAINT escrow_disputeevidence_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_disputeevidence
    ADD CONSTRAINT escrow_disputeevidence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_disputepolicy
    ADD CONSTRAINT escrow_disputepolicy_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_escrow
    ADD CONSTRAINT escrow_escrow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_evidencewanted
    ADD CONSTRAINT escrow_evidencewanted_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_feerate
    ADD CONSTRAINT escrow_feerate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_invoice
    ADD CONSTRAINT escrow_invoice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_invoicerun
    ADD CONSTRAINT escrow_invoicerun_pkey PRIMARY KEY (month);
ALTER TABLE ONLY public.escrow_invoiceseries
    ADD CONSTRAINT escrow_invoiceseries_pkey PRIMARY KEY (year);
ALTER TABLE ONLY public.escrow_ladderband
    ADD CONSTRAINT escrow_ladderband_max_cents_key UNIQUE (max_cents);
ALTER TABLE ONLY public.escrow_ladderband
    ADD CONSTRAINT escrow_ladderband_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_macro
    ADD CONSTRAINT escrow_macro_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_reasoncode
    ADD CONSTRAINT escrow_reasoncode_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_savedview
    ADD CONSTRAINT escrow_savedview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_staffdigest
    ADD CONSTRAINT escrow_staffdigest_pkey PRIMARY KEY (staff_id);
ALTER TABLE ONLY public.escrow_transfer
    ADD CONSTRAINT escrow_transfer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT event_once UNIQUE NULLS NOT DISTINCT (account_id, key);
ALTER TABLE ONLY public.escrow_evidencewanted
    ADD CONSTRAINT evidence_wanted_once_at_a_time UNIQUE (category, name, holds_from);
ALTER TABLE ONLY public.escrow_feerate
    ADD CONSTRAINT fee_rate_once_at_a_time UNIQUE (kind, holds_from);
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT humans_booking_escrow_id_key UNIQUE (escrow_id);
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT humans_booking_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_conversation
    ADD CONSTRAINT humans_conversation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_message
    ADD CONSTRAINT humans_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_messagerule
    ADD CONSTRAINT humans_messagerule_phrase_key UNIQUE (phrase);
ALTER TABLE ONLY public.humans_messagerule
    ADD CONSTRAINT humans_messagerule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_proficiency
    ADD CONSTRAINT humans_proficiency_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_profile
    ADD CONSTRAINT humans_profile_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.humans_relation
    ADD CONSTRAINT humans_relation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_review
    ADD CONSTRAINT humans_review_conversation_id_key UNIQUE (conversation_id);
ALTER TABLE ONLY public.humans_review
    ADD CONSTRAINT humans_review_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_service
    ADD CONSTRAINT humans_service_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_speechattempt
    ADD CONSTRAINT humans_speechattempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.humans_subscription
    ADD CONSTRAINT humans_subscription_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_idempotencyrecord
    ADD CONSTRAINT idempotency_once UNIQUE (account_id, operation, key);
ALTER TABLE ONLY public.bounties_importedrow
    ADD CONSTRAINT import_line_once UNIQUE (batch_id, number);
ALTER TABLE ONLY public.bounties_invitation
    ADD CONSTRAINT invitation_once_per_bounty UNIQUE (bounty_id, human_id);
ALTER TABLE ONLY public.escrow_invoice
    ADD CONSTRAINT invoice_number_once UNIQUE (year, number);
ALTER TABLE ONLY public.escrow_invoice
    ADD CONSTRAINT invoice_once_a_month UNIQUE (account_id, month);
ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_code_key UNIQUE (code);
ALTER TABLE ONLY public.ledger_account
    ADD CONSTRAINT ledger_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_checkpoint_account
    ADD CONSTRAINT ledger_checkpoint_account_once UNIQUE (month, account_id);
ALTER TABLE ONLY public.ledger_checkpoint_account
    ADD CONSTRAINT ledger_checkpoint_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_checkpoint
    ADD CONSTRAINT ledger_checkpoint_ends_at_key UNIQUE (ends_at);
ALTER TABLE ONLY public.ledger_checkpoint
    ADD CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY (month);
ALTER TABLE ONLY public.ledger_move
    ADD CONSTRAINT ledger_move_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_transaction
    ADD CONSTRAINT ledger_transaction_key_key UNIQUE (key);
ALTER TABLE ONLY public.ledger_transaction
    ADD CONSTRAINT ledger_transaction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_macro
    ADD CONSTRAINT macro_once_at_a_time UNIQUE (name, language, holds_from);
ALTER TABLE ONLY public.marketplace_account_groups
    ADD CONSTRAINT marketplace_account_groups_account_id_group_id_af8f726a_uniq UNIQUE (account_id, group_id);
ALTER TABLE ONLY public.marketplace_account_groups
    ADD CONSTRAINT marketplace_account_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_account
    ADD CONSTRAINT marketplace_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_account
    ADD CONSTRAINT marketplace_account_profile_id_key UNIQUE (profile_id);
ALTER TABLE ONLY public.marketplace_account_user_permissions
    ADD CONSTRAINT marketplace_account_user_account_id_permission_id_403b4ec1_uniq UNIQUE (account_id, permission_id);
ALTER TABLE ONLY public.marketplace_account_user_permissions
    ADD CONSTRAINT marketplace_account_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_account
    ADD CONSTRAINT marketplace_account_username_key UNIQUE (username);
ALTER TABLE ONLY public.marketplace_accountrestriction
    ADD CONSTRAINT marketplace_accountrestriction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_apikey
    ADD CONSTRAINT marketplace_apikey_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.marketplace_apikey
    ADD CONSTRAINT marketplace_apikey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_beatplace
    ADD CONSTRAINT marketplace_beatplace_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.marketplace_blockedcountry
    ADD CONSTRAINT marketplace_blockedcountry_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.marketplace_call
    ADD CONSTRAINT marketplace_call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_call
    ADD CONSTRAINT marketplace_call_slot_key UNIQUE (slot);
ALTER TABLE ONLY public.marketplace_connector
    ADD CONSTRAINT marketplace_connector_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_device
    ADD CONSTRAINT marketplace_device_endpoint_hash_key UNIQUE (endpoint_hash);
ALTER TABLE ONLY public.marketplace_device
    ADD CONSTRAINT marketplace_device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_erasure
    ADD CONSTRAINT marketplace_erasure_account_id_key UNIQUE (account_id);
ALTER TABLE ONLY public.marketplace_erasure
    ADD CONSTRAINT marketplace_erasure_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_export
    ADD CONSTRAINT marketplace_export_file_id_key UNIQUE (file_id);
ALTER TABLE ONLY public.marketplace_export
    ADD CONSTRAINT marketplace_export_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_file
    ADD CONSTRAINT marketplace_file_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_idempotencyrecord
    ADD CONSTRAINT marketplace_idempotencyrecord_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_identity
    ADD CONSTRAINT marketplace_identity_agent_id_key UNIQUE (agent_id);
ALTER TABLE ONLY public.marketplace_identity
    ADD CONSTRAINT marketplace_identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_invitation
    ADD CONSTRAINT marketplace_invitation_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.marketplace_invitation
    ADD CONSTRAINT marketplace_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_keepingtime
    ADD CONSTRAINT marketplace_keepingtime_pkey PRIMARY KEY (kind);
ALTER TABLE ONLY public.marketplace_mail
    ADD CONSTRAINT marketplace_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_membership
    ADD CONSTRAINT marketplace_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_privateread
    ADD CONSTRAINT marketplace_privateread_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_proposal
    ADD CONSTRAINT marketplace_proposal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_push
    ADD CONSTRAINT marketplace_push_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_ratetier
    ADD CONSTRAINT marketplace_ratetier_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.marketplace_settingchange
    ADD CONSTRAINT marketplace_settingchange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_signupcode
    ADD CONSTRAINT marketplace_signupcode_email_key UNIQUE (email);
ALTER TABLE ONLY public.marketplace_signupcode
    ADD CONSTRAINT marketplace_signupcode_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_staffentry
    ADD CONSTRAINT marketplace_staffentry_number_key UNIQUE (number);
ALTER TABLE ONLY public.marketplace_staffentry
    ADD CONSTRAINT marketplace_staffentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_stafflimit
    ADD CONSTRAINT marketplace_stafflimit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_staffloghead
    ADD CONSTRAINT marketplace_staffloghead_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_statusday
    ADD CONSTRAINT marketplace_statusday_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_stray
    ADD CONSTRAINT marketplace_stray_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_supportreport
    ADD CONSTRAINT marketplace_supportreport_conversation_id_key UNIQUE (conversation_id);
ALTER TABLE ONLY public.marketplace_supportreport
    ADD CONSTRAINT marketplace_supportreport_number_key UNIQUE (number);
ALTER TABLE ONLY public.marketplace_supportreport
    ADD CONSTRAINT marketplace_supportreport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_switch
    ADD CONSTRAINT marketplace_switch_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.marketplace_thumbnail
    ADD CONSTRAINT marketplace_thumbnail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplace_timerturn
    ADD CONSTRAINT marketplace_timerturn_pkey PRIMARY KEY (task);
ALTER TABLE ONLY public.humans_message
    ADD CONSTRAINT message_number_once UNIQUE (conversation_id, number);
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_micsample
    ADD CONSTRAINT mic_sample_numbered UNIQUE (bounty_id, human_id, number);
ALTER TABLE ONLY public.wallet_mppcharge
    ADD CONSTRAINT mpp_token_once UNIQUE (token_digest);
ALTER TABLE ONLY public.bounties_noticerule
    ADD CONSTRAINT notice_rule_once_per_place UNIQUE (country, city);
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_id_token_id_key UNIQUE (id_token_id);
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_source_refresh_token_id_key UNIQUE (source_refresh_token_id);
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_accesstoken_token_checksum_85319a26_uniq UNIQUE (token_checksum);
ALTER TABLE ONLY public.oauth2_provider_application
    ADD CONSTRAINT oauth2_provider_application_client_id_key UNIQUE (client_id);
ALTER TABLE ONLY public.oauth2_provider_application
    ADD CONSTRAINT oauth2_provider_application_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devicegrant_unique_device_code UNIQUE (device_code);
ALTER TABLE ONLY public.oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_grant_code_key UNIQUE (code);
ALTER TABLE ONLY public.oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_grant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_jti_key UNIQUE (jti);
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refresht_token_checksum_revoked_46c81d1d_uniq UNIQUE (token_checksum, revoked);
ALTER TABLE ONLY public.oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refreshtoken_access_token_id_key UNIQUE (access_token_id);
ALTER TABLE ONLY public.oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refreshtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.bounties_payminimum
    ADD CONSTRAINT pay_minimum_once_per_area UNIQUE (country, state, city, currency);
ALTER TABLE ONLY public.wallet_payment
    ADD CONSTRAINT payment_once UNIQUE (rail, reference);
ALTER TABLE ONLY public.bounties_picture
    ADD CONSTRAINT picture_once_per_key UNIQUE (owner_id, key);
ALTER TABLE ONLY public.escrow_decisionpreview
    ADD CONSTRAINT preview_parts UNIQUE (id, dispute_id, round, worker_cents, fee_cents, refund_cents);
ALTER TABLE ONLY public.escrow_decisionpreview
    ADD CONSTRAINT preview_parts_of_case UNIQUE (id, case_id, round, worker_cents, fee_cents, refund_cents);
ALTER TABLE ONLY public.marketplace_privateread
    ADD CONSTRAINT private_read_once_an_hour UNIQUE (about_id, staff_id, hour, what, object_type, object_id, reason);
ALTER TABLE ONLY public.humans_proficiency
    ADD CONSTRAINT proficiency_of_person UNIQUE (account_id, language);
ALTER TABLE ONLY public.wallet_provideraccount
    ADD CONSTRAINT provider_account_once UNIQUE (account_id, provider);
ALTER TABLE ONLY public.wallet_providernotice
    ADD CONSTRAINT provider_notice_once UNIQUE (provider, event_id);
ALTER TABLE ONLY public.qa_escalation
    ADD CONSTRAINT qa_escalation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.qa_finding
    ADD CONSTRAINT qa_finding_numbered_once UNIQUE (template_id, number);
ALTER TABLE ONLY public.qa_finding
    ADD CONSTRAINT qa_finding_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.qa_run
    ADD CONSTRAINT qa_run_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.qa_run
    ADD CONSTRAINT qa_run_once_a_day UNIQUE (template_id, date);
ALTER TABLE ONLY public.qa_run
    ADD CONSTRAINT qa_run_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.qa_tasterun
    ADD CONSTRAINT qa_tasterun_bounty_id_key UNIQUE (bounty_id);
ALTER TABLE ONLY public.qa_tasterun
    ADD CONSTRAINT qa_tasterun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.qa_template
    ADD CONSTRAINT qa_template_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.escrow_reasoncode
    ADD CONSTRAINT reason_code_once_at_a_time UNIQUE (code, holds_from);
ALTER TABLE ONLY public.bounties_receipt
    ADD CONSTRAINT receipt_version_once UNIQUE (bounty_id, version);
ALTER TABLE ONLY public.humans_relation
    ADD CONSTRAINT relation_once UNIQUE (owner_id, human_id);
ALTER TABLE ONLY public.humans_review
    ADD CONSTRAINT review_once_per_seat UNIQUE (bounty_id, human_id);
ALTER TABLE ONLY public.escrow_savedview
    ADD CONSTRAINT saved_view_named_once UNIQUE (staff_id, name);
ALTER TABLE ONLY public.marketplace_stafflimit
    ADD CONSTRAINT staff_limit_once_per_person UNIQUE (person_id);
ALTER TABLE ONLY public.marketplace_statusday
    ADD CONSTRAINT status_day UNIQUE (day, part);
ALTER TABLE ONLY public.marketplace_thumbnail
    ADD CONSTRAINT thumbnail_once UNIQUE (file_id, side);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_usersession_session_key_key UNIQUE (session_key);
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT wallet_agentcheckout_checkout_id_key UNIQUE (checkout_id);
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT wallet_agentcheckout_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT wallet_agentcheckout_refund_id_key UNIQUE (refund_id);
ALTER TABLE ONLY public.wallet_approval
    ADD CONSTRAINT wallet_approval_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_chargeback
    ADD CONSTRAINT wallet_chargeback_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_checkout
    ADD CONSTRAINT wallet_checkout_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_checkout
    ADD CONSTRAINT wallet_checkout_provider_ref_key UNIQUE (provider_ref);
ALTER TABLE ONLY public.wallet_controls
    ADD CONSTRAINT wallet_controls_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.wallet_discrepancy
    ADD CONSTRAINT wallet_discrepancy_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_earningshold
    ADD CONSTRAINT wallet_earningshold_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_earningshold
    ADD CONSTRAINT wallet_earningshold_reference_key UNIQUE (reference);
ALTER TABLE ONLY public.wallet_mppcharge
    ADD CONSTRAINT wallet_mppcharge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_mppquote
    ADD CONSTRAINT wallet_mppquote_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.wallet_mppquote
    ADD CONSTRAINT wallet_mppquote_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_outflow
    ADD CONSTRAINT wallet_outflow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_payment
    ADD CONSTRAINT wallet_payment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_provideraccount
    ADD CONSTRAINT wallet_provideraccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_providernotice
    ADD CONSTRAINT wallet_providernotice_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_sandboxrecord
    ADD CONSTRAINT wallet_sandboxrecord_key_key UNIQUE (key);
ALTER TABLE ONLY public.wallet_sandboxrecord
    ADD CONSTRAINT wallet_sandboxrecord_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_sandboxtransfer
    ADD CONSTRAINT wallet_sandboxtransfer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_sandboxtransfer
    ADD CONSTRAINT wallet_sandboxtransfer_tx_hash_key UNIQUE (tx_hash);
ALTER TABLE ONLY public.wallet_spenderlimits
    ADD CONSTRAINT wallet_spenderlimits_connector_id_key UNIQUE (connector_id);
ALTER TABLE ONLY public.wallet_spenderlimits
    ADD CONSTRAINT wallet_spenderlimits_key_id_key UNIQUE (key_id);
ALTER TABLE ONLY public.wallet_spenderlimits
    ADD CONSTRAINT wallet_spenderlimits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_topup
    ADD CONSTRAINT wallet_topup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wallet_x402payment
    ADD CONSTRAINT wallet_x402payment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_attempt
    ADD CONSTRAINT webhooks_attempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_dueendpoint
    ADD CONSTRAINT webhooks_dueendpoint_pkey PRIMARY KEY (endpoint_id);
ALTER TABLE ONLY public.webhooks_endpoint
    ADD CONSTRAINT webhooks_endpoint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT webhooks_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_inboxstart
    ADD CONSTRAINT webhooks_inboxstart_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.webhooks_lease
    ADD CONSTRAINT webhooks_lease_pkey PRIMARY KEY (delivery_id);
ALTER TABLE ONLY public.webhooks_restoration
    ADD CONSTRAINT webhooks_restoration_epoch_key UNIQUE (epoch);
ALTER TABLE ONLY public.webhooks_restoration
    ADD CONSTRAINT webhooks_restoration_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks_sender
    ADD CONSTRAINT webhooks_sender_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.wallet_x402payment
    ADD CONSTRAINT x402_signed_once UNIQUE (network, asset, payer, nonce);
CREATE UNIQUE INDEX account_email_once ON public.marketplace_account USING btree (lower((email)::text));
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX account_of_staff ON public.marketplace_account USING btree (id) WHERE is_staff;
CREATE INDEX account_phone_digits ON public.marketplace_account USING btree (phone_digits) WHERE (phone_digits IS NOT NULL);
CREATE INDEX agent_checkout_created ON public.wallet_agentcheckout USING btree (created_at);
CREATE INDEX agent_checkout_of_account ON public.wallet_agentcheckout USING btree (account_id, id DESC);
CREATE INDEX appeal_decided ON public.escrow_appeal USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX appeal_open ON public.escrow_appeal USING btree (id) WHERE (decided_at IS NULL);
CREATE INDEX application_case ON public.bounties_application USING btree (needs_staff_at) WHERE ((needs_staff_at IS NOT NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_complete_due ON public.bounties_application USING btree (complete_by) WHERE ((complete_by IS NOT NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_confirm_due ON public.bounties_application USING btree (confirm_by) WHERE ((confirmed_at IS NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_end_due ON public.bounties_application USING btree (ends_at) WHERE ((ends_at IS NOT NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_end_warning_due ON public.bounties_application USING btree (end_warning_at) WHERE ((end_warning_at IS NOT NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_flag_due ON public.bounties_application USING btree (flag_at) WHERE ((flag_at IS NOT NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_human_status ON public.bounties_application USING btree (human_id, status, id DESC);
CREATE INDEX application_left_due ON public.bounties_application USING btree (terms_left_at) WHERE (((status)::text = 'accepted'::text) AND (terms_left_at IS NOT NULL));
CREATE INDEX application_newest ON public.bounties_application USING btree (bounty_id, id DESC);
CREATE INDEX application_nudge_due ON public.bounties_application USING btree (nudge_at) WHERE ((nudge_at IS NOT NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_of_bounty ON public.bounties_application USING btree (bounty_id, status, id DESC);
CREATE INDEX application_of_human ON public.bounties_application USING btree (human_id, id DESC);
CREATE INDEX application_recommended ON public.bounties_application USING btree (bounty_id, rank DESC, id DESC);
CREATE INDEX application_review_due ON public.bounties_application USING btree (review_at) WHERE ((review_at IS NOT NULL) AND ((status)::text = 'pending'::text));
CREATE INDEX application_silence_due ON public.bounties_application USING btree (silence_warning_at) WHERE (silence_warning_at IS NOT NULL);
CREATE INDEX application_staff_due ON public.bounties_application USING btree (staff_due_at) WHERE (staff_due_at IS NOT NULL);
CREATE INDEX application_start_due ON public.bounties_application USING btree (start_by) WHERE ((start_by IS NOT NULL) AND (started_at IS NULL) AND ((status)::text = 'accepted'::text));
CREATE INDEX application_terms_due ON public.bounties_application USING btree (terms_answer_by) WHERE (((status)::text = 'accepted'::text) AND (terms_answer_by IS NOT NULL));
CREATE INDEX application_warning_due ON public.bounties_application USING btree (review_warning_at) WHERE (review_warning_at IS NOT NULL);
CREATE INDEX approval_created ON public.wallet_approval USING btree (created_at);
CREATE INDEX approval_due ON public.wallet_approval USING btree (expires_at) WHERE ((status)::text = ANY (ARRAY[('pending'::character varying)::text, ('approved'::character varying)::text]));
CREATE INDEX approval_of_account ON public.wallet_approval USING btree (account_id, id DESC);
CREATE INDEX approval_of_call ON public.wallet_approval USING btree (account_id, operation, idempotency_key, id DESC);
CREATE UNIQUE INDEX approval_once_per_call ON public.wallet_approval USING btree (account_id, operation, idempotency_key) WHERE ((status)::text = ANY (ARRAY[('pending'::character varying)::text, ('approved'::character varying)::text]));
CREATE INDEX approval_untold ON public.wallet_approval USING btree (account_id) WHERE ((mailed_at IS NULL) AND ((status)::text = 'pending'::text));
CREATE INDEX approval_used ON public.wallet_approval USING btree (used_at) WHERE (used_at IS NOT NULL);
CREATE INDEX attendance_of_bounty ON public.bounties_attendance USING btree (bounty_id, id DESC);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE INDEX booking_calendar ON public.humans_booking USING btree (provider_id, starts_at);
CREATE INDEX booking_due ON public.humans_booking USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX booking_of_booker ON public.humans_booking USING btree (booker_id, id DESC);
CREATE INDEX booking_of_booker_status ON public.humans_booking USING btree (booker_id, status, id DESC);
CREATE INDEX booking_of_provider ON public.humans_booking USING btree (provider_id, id DESC);
CREATE INDEX bounties_application_conversation_id_fdfbdc3b ON public.bounties_application USING btree (conversation_id);
CREATE INDEX bounties_application_escrow_id_878b6fda ON public.bounties_application USING btree (escrow_id);
CREATE INDEX bounties_application_files_file_id_371d7f53 ON public.bounties_application_files USING btree (file_id);
CREATE INDEX bounties_category_slug_b69ddc11_like ON public.bounties_category USING btree (slug varchar_pattern_ops);
CREATE INDEX bounties_contest_application_id_c2b79592 ON public.bounties_contest USING btree (application_id);
CREATE INDEX bounties_contest_files_file_id_df7218d2 ON public.bounties_contest_files USING btree (file_id);
CREATE INDEX bounties_picture_submission_id_01f593a7 ON public.bounties_picture USING btree (submission_id);
CREATE INDEX bounties_play_person_id_2551f4cd ON public.bounties_play USING btree (person_id);
CREATE INDEX bounties_play_person_id_2551f4cd_like ON public.bounties_play USING btree (person_id varchar_pattern_ops);
CREATE INDEX bounties_receipt_number_5ac93aef_like ON public.bounties_receipt USING btree (number varchar_pattern_ops);
CREATE INDEX bounties_rewrite_application_id_2130a898 ON public.bounties_rewrite USING btree (application_id);
CREATE INDEX bounties_rewrite_document_id_8d95e0de ON public.bounties_rewrite USING btree (document_id);
CREATE INDEX bounties_rewrite_recording_id_48ae910f ON public.bounties_rewrite USING btree (recording_id);
CREATE INDEX bounties_rewrite_resume_id_98b1158c ON public.bounties_rewrite USING btree (resume_id);
CREATE INDEX bounties_screeningrule_phrase_f4d3d968_like ON public.bounties_screeningrule USING btree (phrase varchar_pattern_ops);
CREATE INDEX bounties_simulatedperson_handle_45c83416_like ON public.bounties_simulatedperson USING btree (handle varchar_pattern_ops);
CREATE INDEX bounties_submission_application_id_218c7c51 ON public.bounties_submission USING btree (application_id);
CREATE INDEX bounties_submission_files_file_id_bd4efcca ON public.bounties_submission_files USING btree (file_id);
CREATE INDEX bounty_category ON public.bounties_bounty USING btree (category, id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_city ON public.bounties_bounty USING btree (upper((city)::text), id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_closing_due ON public.bounties_bounty USING btree (updated_at) WHERE ((status)::text = 'closing'::text);
CREATE INDEX bounty_country ON public.bounties_bounty USING btree (country, id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_deadline_due ON public.bounties_bounty USING btree (deadline) WHERE ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text, ('paused'::character varying)::text, ('in_review'::character varying)::text, ('pending_funding'::character varying)::text]));
CREATE INDEX bounty_direct_of_owner ON public.bounties_bounty USING btree (owner_id, id DESC) WHERE ((kind)::text = ANY (ARRAY[('rental'::character varying)::text, ('personal'::character varying)::text]));
CREATE INDEX bounty_new ON public.bounties_bounty USING btree (id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_news_due ON public.bounties_bounty USING btree (news_due_at) WHERE (news_due_at IS NOT NULL);
CREATE INDEX bounty_of_owner ON public.bounties_bounty USING btree (owner_id, id DESC);
CREATE INDEX bounty_over_top ON public.bounties_bounty USING btree (status, application_count DESC, id DESC) WHERE (NOT ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_over_value ON public.bounties_bounty USING btree (status, seat_cents DESC, id DESC) WHERE (NOT ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_price ON public.bounties_bounty USING btree (price_cents, id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_raise_due ON public.bounties_bounty USING btree (raise_asked_at) WHERE ((status)::text = 'pending_funding'::text);
CREATE INDEX bounty_rest_due ON public.bounties_bounty USING btree (updated_at) WHERE rejects_rest;
CREATE INDEX bounty_search_live ON public.bounties_bounty USING gin (search, upper((city)::text), country, category) WITH (fastupdate=off) WHERE (((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])) AND (NOT is_private));
CREATE INDEX bounty_search_over ON public.bounties_bounty USING gin (search) WITH (fastupdate=off) WHERE ((status)::text <> ALL (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text]));
CREATE INDEX bounty_skills_folded ON public.bounties_bounty USING gin (public.bounty_folded((skills_needed)::text[]));
CREATE INDEX bounty_status ON public.bounties_bounty USING btree (status, id DESC);
CREATE INDEX bounty_stirred ON public.bounties_bounty USING btree (stirred_at) WHERE (stirred_at IS NOT NULL);
CREATE UNIQUE INDEX bounty_takes_an_offer_up_once ON public.bounties_bounty USING btree (offer_id) WHERE (offer_id IS NOT NULL);
CREATE INDEX bounty_top ON public.bounties_bounty USING btree (application_count DESC, id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX bounty_unpaid_due ON public.bounties_bounty USING btree (created_at) WHERE ((status)::text = 'pending_deposit'::text);
CREATE INDEX bounty_unpublished_due ON public.bounties_bounty USING btree (deadline) WHERE ((status)::text = ANY (ARRAY[('pending_deposit'::character varying)::text, ('pending_review'::character varying)::text]));
CREATE INDEX bounty_value ON public.bounties_bounty USING btree (seat_cents DESC, id DESC) WHERE ((NOT is_private) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('partially_filled'::character varying)::text])));
CREATE INDEX cache_entry_expires ON public.cache_entry USING btree (expires);
CREATE INDEX cake_of_owner ON public.bounties_cakeorder USING btree (owner_id, id DESC);
CREATE INDEX cake_running ON public.bounties_cakeorder USING btree (deliver_at) WHERE ((status)::text = ANY (ARRAY[('funded'::character varying)::text, ('assigned'::character varying)::text, ('delivered'::character varying)::text]));
CREATE INDEX cake_status ON public.bounties_cakeorder USING btree (status, id DESC);
CREATE INDEX call_about ON public.marketplace_call USING btree (object_id) WHERE (NOT ((object_id)::text = ''::text));
CREATE INDEX call_age ON public.marketplace_call USING btree (created_at);
CREATE INDEX call_of_account ON public.marketplace_call USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX call_of_connector ON public.marketplace_call USING btree (connector_id, created_at DESC, id DESC) WHERE (connector_id IS NOT NULL);
CREATE INDEX call_of_key ON public.marketplace_call USING btree (key_id, created_at DESC, id DESC) WHERE (key_id IS NOT NULL);
CREATE INDEX call_of_operation ON public.marketplace_call USING btree (account_id, operation, created_at DESC, id DESC);
CREATE INDEX call_of_request ON public.marketplace_call USING btree (request_id);
CREATE INDEX call_refused ON public.marketplace_call USING btree (account_id, created_at DESC, id DESC) WHERE (status >= 400);
CREATE INDEX call_that_cost ON public.marketplace_call USING btree (account_id, created_at DESC, id DESC) WHERE (cents > 0);
CREATE INDEX case_closed ON public.escrow_case USING btree (closed_at DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX case_due ON public.escrow_case USING btree (due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX case_in_stage ON public.escrow_case USING btree (stage, due_at) WHERE (closed_at IS NULL);
CREATE INDEX case_message_of_case ON public.escrow_casemessage USING btree (case_id, id);
CREATE INDEX case_next_due ON public.escrow_case USING btree (next_due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX case_not_sampled ON public.escrow_case USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (sampled_at IS NULL));
CREATE INDEX case_of_amount ON public.escrow_case USING btree (amount_cents);
CREATE INDEX case_of_assignee ON public.escrow_case USING btree (assignee_id, due_at) WHERE (closed_at IS NULL);
CREATE INDEX case_of_category ON public.escrow_case USING btree (category, closed_at DESC);
CREATE INDEX case_of_funder ON public.escrow_case USING btree (owner_id, id DESC);
CREATE INDEX case_of_worker ON public.escrow_case USING btree (worker_id, id DESC);
CREATE INDEX case_offer_due ON public.escrow_caseoffer USING btree (due_at) WHERE ((state)::text = 'open'::text);
CREATE INDEX case_offer_ended ON public.escrow_caseoffer USING btree (ended_at);
CREATE UNIQUE INDEX case_offer_one_accepted ON public.escrow_caseoffer USING btree (case_id) WHERE ((state)::text = 'accepted'::text);
CREATE UNIQUE INDEX case_offer_one_open_of_each ON public.escrow_caseoffer USING btree (case_id, made_by_id) WHERE ((state)::text = 'open'::text);
CREATE INDEX case_offer_reminder ON public.escrow_caseoffer USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE UNIQUE INDEX case_one_open_contest ON public.escrow_case USING btree (escrow_id) WHERE ((closed_at IS NULL) AND ((kind)::text = 'contest'::text));
CREATE INDEX case_opened ON public.escrow_case USING btree (created_at);
CREATE INDEX case_reminder ON public.escrow_case USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX case_request_due ON public.escrow_caserequest USING btree (due_at) WHERE ((state)::text = 'open'::text);
CREATE INDEX case_request_reminder ON public.escrow_caserequest USING btree (remind_at) WHERE (remind_at IS NOT NULL);
CREATE INDEX case_review_waits ON public.escrow_casereview USING btree (id) WHERE (done_at IS NULL);
CREATE INDEX case_stage_of_case ON public.escrow_casestage USING btree (case_id, id);
CREATE INDEX case_title ON public.escrow_case USING gin (title public.gin_trgm_ops);
CREATE INDEX case_unseen ON public.escrow_case USING btree (first_look_due_at) WHERE ((closed_at IS NULL) AND (first_look_at IS NULL) AND (with_lead_at IS NULL));
CREATE INDEX chargeback_ended ON public.wallet_chargeback USING btree (ended_at);
CREATE INDEX chargeback_look ON public.wallet_chargeback USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX chargeback_of_payment ON public.wallet_chargeback USING btree (payment_id);
CREATE INDEX chargeback_open ON public.wallet_chargeback USING btree (created_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX chargeback_owed ON public.wallet_chargeback USING btree (account_id, id) WHERE (owed_cents > 0);
CREATE INDEX checkout_created ON public.wallet_checkout USING btree (created_at);
CREATE INDEX checkout_expiry ON public.wallet_checkout USING btree (expires_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX checkout_link_of_account ON public.wallet_checkout USING btree (account_id, id DESC) WHERE ((purpose)::text = 'payment_link'::text);
CREATE INDEX checkout_look ON public.wallet_checkout USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX checkout_of_account ON public.wallet_checkout USING btree (account_id, id DESC);
CREATE INDEX checkout_of_subject ON public.wallet_checkout USING btree (subject_id) WHERE (subject_id IS NOT NULL);
CREATE UNIQUE INDEX checkout_once_per_key ON public.wallet_checkout USING btree (account_id, operation, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX checkout_paid ON public.wallet_checkout USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX checkout_unsettled ON public.wallet_checkout USING btree (paid_at) WHERE ((outcome)::text = 'pending'::text);
CREATE INDEX connector_of_account ON public.marketplace_connector USING btree (account_id, id DESC);
CREATE UNIQUE INDEX contest_one_open_per_seat ON public.bounties_contest USING btree (application_id) WHERE (decided_at IS NULL);
CREATE INDEX controls_topup_enabled ON public.wallet_controls USING btree (account_id) WHERE auto_topup_enabled;
CREATE INDEX controls_topup_untold ON public.wallet_controls USING btree (topup_mail_not_before) WHERE (topup_untold > 0);
CREATE INDEX conversation_agent_replies ON public.humans_conversation USING btree (agent_id, has_replies, updated_at DESC, id DESC);
CREATE INDEX conversation_agent_status ON public.humans_conversation USING btree (agent_id, status, updated_at DESC, id DESC);
CREATE INDEX conversation_agent_subject ON public.humans_conversation USING btree (agent_id, subject);
CREATE INDEX conversation_agent_unread ON public.humans_conversation USING btree (agent_id, updated_at DESC, id DESC) WHERE (unread_by_agent > 0);
CREATE INDEX conversation_mail_due ON public.humans_conversation USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX conversation_of_agent ON public.humans_conversation USING btree (agent_id, updated_at DESC, id DESC);
CREATE INDEX conversation_of_bounty ON public.humans_conversation USING btree (bounty_id) WHERE (bounty_id IS NOT NULL);
CREATE INDEX conversation_of_human ON public.humans_conversation USING btree (human_id, updated_at DESC, id DESC);
CREATE INDEX decision_decided ON public.escrow_disputedecision USING btree (decided_at);
CREATE INDEX decision_of_case ON public.escrow_disputedecision USING btree (case_id, id DESC) WHERE (case_id IS NOT NULL);
CREATE UNIQUE INDEX decision_one_standing ON public.escrow_disputedecision USING btree (dispute_id, round) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('final'::character varying)::text]));
CREATE UNIQUE INDEX decision_one_standing_of_case ON public.escrow_disputedecision USING btree (case_id) WHERE ((state)::text = ANY (ARRAY[('proposed'::character varying)::text, ('final'::character varying)::text]));
CREATE INDEX delivery_failed ON public.webhooks_delivery USING btree (endpoint_id, id DESC) WHERE ((status)::text = 'failed'::text);
CREATE INDEX delivery_next ON public.webhooks_delivery USING btree (endpoint_id, next_attempt_at, id) WHERE ((status)::text = ANY (ARRAY[('pending'::character varying)::text, ('retrying'::character varying)::text]));
CREATE INDEX delivery_of_endpoint ON public.webhooks_delivery USING btree (endpoint_id, id DESC);
CREATE INDEX desk_note_of_case ON public.escrow_desknote USING btree (case_id, id) WHERE (case_id IS NOT NULL);
CREATE INDEX desk_note_of_person ON public.escrow_desknote USING btree (about_id, id) WHERE (about_id IS NOT NULL);
CREATE INDEX discrepancy_by_time ON public.wallet_discrepancy USING btree (seen_at DESC);
CREATE INDEX discrepancy_open ON public.wallet_discrepancy USING btree (seen_at) WHERE (over_at IS NULL);
CREATE INDEX dispute_of_owner ON public.escrow_dispute USING btree (owner_id, id DESC);
CREATE INDEX dispute_of_worker ON public.escrow_dispute USING btree (worker_id, id DESC);
CREATE UNIQUE INDEX dispute_one_open_per_escrow ON public.escrow_dispute USING btree (escrow_id) WHERE ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('awaiting_approval'::character varying)::text]));
CREATE INDEX dispute_resolved ON public.escrow_dispute USING btree (resolved_at) WHERE (resolved_at IS NOT NULL);
CREATE INDEX dispute_status ON public.escrow_dispute USING btree (status, id DESC);
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX due_endpoint_failing ON public.webhooks_dueendpoint USING btree (due_at) WHERE failing;
CREATE INDEX due_endpoint_healthy ON public.webhooks_dueendpoint USING btree (due_at) WHERE (NOT failing);
CREATE INDEX earnings_hold_open ON public.wallet_earningshold USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX endpoint_disabled ON public.webhooks_endpoint USING btree (disabled_at) WHERE (disabled_at IS NOT NULL);
CREATE INDEX endpoint_failing ON public.webhooks_endpoint USING btree (id) WHERE ((consecutive_failures > 0) AND (disabled_at IS NULL));
CREATE UNIQUE INDEX endpoint_legacy_once_per_key ON public.webhooks_endpoint USING btree (key_id) WHERE ((deleted_at IS NULL) AND legacy);
CREATE INDEX endpoint_live ON public.webhooks_endpoint USING btree (account_id) WHERE ((deleted_at IS NULL) AND (disabled_at IS NULL));
CREATE INDEX endpoint_old_secret ON public.webhooks_endpoint USING btree (old_secret_until) WHERE (old_secret_until IS NOT NULL);
CREATE INDEX endpoint_unreadable ON public.webhooks_endpoint USING btree (unreadable_since) WHERE (unreadable_since IS NOT NULL);
CREATE UNIQUE INDEX endpoint_url_once_per_key ON public.webhooks_endpoint USING btree (key_id, url) WHERE ((deleted_at IS NULL) AND (NOT legacy));
CREATE INDEX erasure_due ON public.marketplace_erasure USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX escrow_appeal_made_by_id_e0d992e9 ON public.escrow_appeal USING btree (made_by_id);
CREATE INDEX escrow_case_assignee_id_d3faa9bf ON public.escrow_case USING btree (assignee_id);
CREATE INDEX escrow_case_escrow_id_059c5c58 ON public.escrow_case USING btree (escrow_id);
CREATE INDEX escrow_casefinding_found_by_id_7c711c6d ON public.escrow_casefinding USING btree (found_by_id);
CREATE INDEX escrow_casemessage_author_id_b71f391d ON public.escrow_casemessage USING btree (author_id);
CREATE INDEX escrow_caseoffer_case_id_40984a74 ON public.escrow_caseoffer USING btree (case_id);
CREATE INDEX escrow_caseoffer_made_by_id_beb615e8 ON public.escrow_caseoffer USING btree (made_by_id);
CREATE INDEX escrow_casepresence_staff_id_f9996bfc ON public.escrow_casepresence USING btree (staff_id);
CREATE INDEX escrow_caserequest_asked_id_7e4c32c3 ON public.escrow_caserequest USING btree (asked_id);
CREATE INDEX escrow_caserequest_case_id_5c9c9a60 ON public.escrow_caserequest USING btree (case_id);
CREATE INDEX escrow_caserequest_made_by_id_f91862fe ON public.escrow_caserequest USING btree (made_by_id);
CREATE INDEX escrow_casereview_reviewer_id_b425629e ON public.escrow_casereview USING btree (reviewer_id);
CREATE INDEX escrow_decisionpreview_made_by_id_77266e66 ON public.escrow_decisionpreview USING btree (made_by_id);
CREATE INDEX escrow_desknote_author_id_ee419161 ON public.escrow_desknote USING btree (author_id);
CREATE INDEX escrow_dispute_escrow_id_1e2cffa9 ON public.escrow_dispute USING btree (escrow_id);
CREATE INDEX escrow_disputed ON public.escrow_escrow USING btree (worker_id) WHERE ((status)::text = ANY (ARRAY[('disputed'::character varying)::text, ('resolved'::character varying)::text]));
CREATE INDEX escrow_disputedecision_dispute_id_bee42696 ON public.escrow_disputedecision USING btree (dispute_id);
CREATE INDEX escrow_disputedecision_proposer_id_db975858 ON public.escrow_disputedecision USING btree (proposer_id);
CREATE INDEX escrow_disputedecision_second_id_3b7af872 ON public.escrow_disputedecision USING btree (second_id);
CREATE INDEX escrow_disputeevidence_answers_id_610c7791 ON public.escrow_disputeevidence USING btree (answers_id);
CREATE INDEX escrow_disputeevidence_author_id_770cd144 ON public.escrow_disputeevidence USING btree (author_id);
CREATE INDEX escrow_disputeevidence_dispute_id_15b52495 ON public.escrow_disputeevidence USING btree (dispute_id);
CREATE INDEX escrow_disputeevidence_files_file_id_0b2b1d84 ON public.escrow_disputeevidence_files USING btree (file_id);
CREATE INDEX escrow_ended ON public.escrow_escrow USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX escrow_escrow_parent_id_c5ba6b07 ON public.escrow_escrow USING btree (parent_id);
CREATE INDEX escrow_evidencewanted_name_6ffed4d7 ON public.escrow_evidencewanted USING btree (name);
CREATE INDEX escrow_evidencewanted_name_6ffed4d7_like ON public.escrow_evidencewanted USING btree (name varchar_pattern_ops);
CREATE INDEX escrow_of_bounty ON public.escrow_escrow USING btree (bounty_id);
CREATE INDEX escrow_of_owner ON public.escrow_escrow USING btree (owner_id, id DESC);
CREATE INDEX escrow_of_worker ON public.escrow_escrow USING btree (worker_id, id DESC) WHERE (worker_id IS NOT NULL);
CREATE UNIQUE INDEX escrow_one_open_per_subject ON public.escrow_escrow USING btree (subject_kind, subject_id) WHERE (ended_at IS NULL);
CREATE INDEX escrow_open_of_owner ON public.escrow_escrow USING btree (owner_id) WHERE (ended_at IS NULL);
CREATE INDEX escrow_open_of_worker ON public.escrow_escrow USING btree (worker_id) WHERE ((ended_at IS NULL) AND (worker_id IS NOT NULL));
CREATE INDEX escrow_paid_by_owner ON public.escrow_escrow USING btree (owner_id) WHERE (((kind)::text = 'seat'::text) AND ((status)::text = 'released'::text));
CREATE INDEX escrow_release_due ON public.escrow_escrow USING btree (auto_release_at) WHERE ((status)::text = 'completed'::text);
CREATE INDEX escrow_review_due ON public.escrow_escrow USING btree (review_due_at) WHERE ((status)::text = 'delivered'::text);
CREATE INDEX escrow_warranty_due ON public.escrow_escrow USING btree (warranty_ends_at) WHERE ((status)::text = 'warranty_hold'::text);
CREATE INDEX event_not_fanned_out ON public.webhooks_event USING btree (id) WHERE ((fanned_out_at IS NULL) AND public);
CREATE INDEX event_occurrences ON public.webhooks_event USING btree (entity, type);
CREATE UNIQUE INDEX event_place ON public.webhooks_event USING btree (account_id, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX event_place_by_bounty ON public.webhooks_event USING btree (account_id, ((data -> 'bountyId'::text)), "position") WHERE ("position" IS NOT NULL);
CREATE INDEX event_place_by_type ON public.webhooks_event USING btree (account_id, type, "position") WHERE ("position" IS NOT NULL);
CREATE INDEX event_replay ON public.webhooks_event USING btree (account_id, created_at) WHERE public;
CREATE INDEX event_timeline ON public.webhooks_event USING btree (subject_id, id) WHERE (subject_id IS NOT NULL);
CREATE INDEX event_without_place ON public.webhooks_event USING btree (account_id, id) WHERE (("position" IS NULL) AND public);
CREATE INDEX export_due ON public.marketplace_export USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX export_expiry ON public.marketplace_export USING btree (expires_at) WHERE (file_id IS NOT NULL);
CREATE INDEX export_of_account ON public.marketplace_export USING btree (account_id, id DESC);
CREATE UNIQUE INDEX export_one_at_a_time ON public.marketplace_export USING btree (account_id) WHERE ((failed_at IS NULL) AND (ready_at IS NULL));
CREATE INDEX file_looks_like ON public.marketplace_file USING gin (public.marketplace_picture_bands(perceptual_hash)) WHERE ((perceptual_hash IS NOT NULL) AND (NOT is_blank));
CREATE INDEX file_of_bytes ON public.marketplace_file USING btree (sha256);
CREATE INDEX file_of_owner ON public.marketplace_file USING btree (owner_id, id DESC);
CREATE INDEX human_city ON public.humans_profile USING btree (city_words, last_active_at DESC, account_id DESC) WHERE is_findable;
CREATE INDEX human_country ON public.humans_profile USING btree (country, last_active_at DESC, account_id DESC) WHERE is_findable;
CREATE INDEX human_featured ON public.humans_profile USING btree (last_active_at DESC, account_id DESC) WHERE (is_findable AND is_featured);
CREATE INDEX human_gender ON public.humans_profile USING btree (gender, last_active_at DESC, account_id DESC) WHERE is_findable;
CREATE INDEX human_name ON public.humans_profile USING gin (name_words public.gin_trgm_ops);
CREATE INDEX human_rate ON public.humans_profile USING btree (hourly_rate_cents);
CREATE INDEX human_recent ON public.humans_profile USING btree (last_active_at DESC, account_id DESC) WHERE is_findable;
CREATE INDEX human_terms ON public.humans_profile USING gin (terms);
CREATE INDEX human_verified ON public.humans_profile USING btree (last_active_at DESC, account_id DESC) WHERE (is_findable AND is_verified);
CREATE INDEX humans_message_sender_id_624480c5 ON public.humans_message USING btree (sender_id);
CREATE INDEX humans_messagerule_phrase_ba81266d_like ON public.humans_messagerule USING btree (phrase varchar_pattern_ops);
CREATE INDEX humans_relation_human_id_78f90183 ON public.humans_relation USING btree (human_id);
CREATE INDEX humans_review_author_id_341c3872 ON public.humans_review USING btree (author_id);
CREATE INDEX humans_service_human_id_9b7e4a68 ON public.humans_service USING btree (human_id);
CREATE INDEX humans_subscription_conversation_id_7eb811b0 ON public.humans_subscription USING btree (conversation_id);
CREATE INDEX humans_subscription_service_id_979ae6ee ON public.humans_subscription USING btree (service_id);
CREATE INDEX idempotency_age ON public.marketplace_idempotencyrecord USING btree (created_at);
CREATE INDEX idempotency_intent_age ON public.marketplace_idempotencyrecord USING btree (created_at) WHERE (NOT ((intent)::text = ''::text));
CREATE INDEX import_due ON public.bounties_jobimport USING btree (expires_at);
CREATE INDEX import_of_owner ON public.bounties_jobimport USING btree (owner_id, id DESC);
CREATE INDEX invitation_of_account ON public.marketplace_invitation USING btree (account_id, id DESC);
CREATE INDEX invitation_of_human ON public.bounties_invitation USING btree (human_id, created_at DESC);
CREATE UNIQUE INDEX invitation_open_once ON public.marketplace_invitation USING btree (account_id, lower((email)::text)) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX invoice_of_month ON public.escrow_invoice USING btree (month);
CREATE INDEX invoice_run_due ON public.escrow_invoicerun USING btree (due_at) WHERE (done_at IS NULL);
CREATE INDEX key_of_account ON public.marketplace_apikey USING btree (account_id, id DESC);
CREATE INDEX ledger_move_bounty ON public.ledger_move USING btree (bounty_id) WHERE (bounty_id IS NOT NULL);
CREATE INDEX ledger_move_capped ON public.ledger_move USING btree (source_id, created_at) INCLUDE (capped_cents) WHERE (capped_cents > 0);
CREATE INDEX ledger_move_destination ON public.ledger_move USING btree (destination_id, id);
CREATE INDEX ledger_move_source ON public.ledger_move USING btree (source_id, id);
CREATE INDEX ledger_move_spender ON public.ledger_move USING btree (source_id, spender, created_at) INCLUDE (capped_cents) WHERE ((capped_cents > 0) AND (spender IS NOT NULL));
CREATE INDEX ledger_move_time ON public.ledger_move USING brin (created_at);
CREATE INDEX ledger_move_transaction ON public.ledger_move USING btree (transaction_id);
CREATE INDEX ledger_transaction_rare ON public.ledger_transaction USING btree (public.ledger_subject(key)) WHERE (kind = ANY (ARRAY['chargeback'::text, 'chargeback_won'::text, 'recovery'::text, 'correction'::text]));
CREATE INDEX ledger_transaction_time ON public.ledger_transaction USING brin (created_at);
CREATE INDEX mail_age ON public.marketplace_mail USING btree (created_at) WHERE (next_attempt_at IS NULL);
CREATE INDEX mail_due ON public.marketplace_mail USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX mail_of_address ON public.marketplace_mail USING btree ("to", id DESC);
CREATE INDEX marketplace_account_agent_id_bc3c2538 ON public.marketplace_account USING btree (agent_id);
CREATE INDEX marketplace_account_agent_id_bc3c2538_like ON public.marketplace_account USING btree (agent_id varchar_pattern_ops);
CREATE INDEX marketplace_account_groups_group_id_bb94ff6f ON public.marketplace_account_groups USING btree (group_id);
CREATE INDEX marketplace_account_user_permissions_permission_id_beecade2 ON public.marketplace_account_user_permissions USING btree (permission_id);
CREATE INDEX marketplace_account_username_b5df14dd_like ON public.marketplace_account USING btree (username varchar_pattern_ops);
CREATE INDEX marketplace_accountrestriction_ended_by_id_1883e583 ON public.marketplace_accountrestriction USING btree (ended_by_id);
CREATE INDEX marketplace_accountrestriction_made_by_id_34606c26 ON public.marketplace_accountrestriction USING btree (made_by_id);
CREATE INDEX marketplace_apikey_agent_id_b3dd8231 ON public.marketplace_apikey USING btree (agent_id);
CREATE INDEX marketplace_apikey_agent_id_b3dd8231_like ON public.marketplace_apikey USING btree (agent_id varchar_pattern_ops);
CREATE INDEX marketplace_apikey_tier_id_166b71f6 ON public.marketplace_apikey USING btree (tier_id);
CREATE INDEX marketplace_apikey_tier_id_166b71f6_like ON public.marketplace_apikey USING btree (tier_id varchar_pattern_ops);
CREATE INDEX marketplace_blockedcountry_code_f47a2acf_like ON public.marketplace_blockedcountry USING btree (code varchar_pattern_ops);
CREATE INDEX marketplace_call_person_id_09eeed04 ON public.marketplace_call USING btree (person_id);
CREATE INDEX marketplace_connector_application_id_9756a116 ON public.marketplace_connector USING btree (application_id);
CREATE INDEX marketplace_device_account_id_16ca4192 ON public.marketplace_device USING btree (account_id);
CREATE INDEX marketplace_erasure_operator_id_c3072b3e ON public.marketplace_erasure USING btree (operator_id);
CREATE INDEX marketplace_identity_account_id_027bf5dd ON public.marketplace_identity USING btree (account_id);
CREATE INDEX marketplace_identity_agent_id_19ffc981_like ON public.marketplace_identity USING btree (agent_id varchar_pattern_ops);
CREATE INDEX marketplace_invitation_invited_by_id_d3e85493 ON public.marketplace_invitation USING btree (invited_by_id);
CREATE INDEX marketplace_keepingtime_kind_ebb3ac51_like ON public.marketplace_keepingtime USING btree (kind varchar_pattern_ops);
CREATE INDEX marketplace_membership_account_id_914bae23 ON public.marketplace_membership USING btree (account_id);
CREATE INDEX marketplace_membership_invited_by_id_ab864bb8 ON public.marketplace_membership USING btree (invited_by_id);
CREATE INDEX marketplace_membership_person_id_3b714a94 ON public.marketplace_membership USING btree (person_id);
CREATE INDEX marketplace_proposal_decided_by_id_a4f08c8e ON public.marketplace_proposal USING btree (decided_by_id);
CREATE INDEX marketplace_proposal_proposer_id_2fd24b02 ON public.marketplace_proposal USING btree (proposer_id);
CREATE INDEX marketplace_push_account_id_9ebf126d ON public.marketplace_push USING btree (account_id);
CREATE INDEX marketplace_ratetier_name_5feb7db6_like ON public.marketplace_ratetier USING btree (name varchar_pattern_ops);
CREATE INDEX marketplace_settingchange_approved_by_id_fac17b1a ON public.marketplace_settingchange USING btree (approved_by_id);
CREATE INDEX marketplace_settingchange_who_id_627467f8 ON public.marketplace_settingchange USING btree (who_id);
CREATE INDEX marketplace_signupcode_email_518c161d_like ON public.marketplace_signupcode USING btree (email varchar_pattern_ops);
CREATE INDEX marketplace_supportreport_key_id_aceb9644 ON public.marketplace_supportreport USING btree (key_id);
CREATE INDEX marketplace_switch_name_f31ec950_like ON public.marketplace_switch USING btree (name varchar_pattern_ops);
CREATE INDEX marketplace_timerturn_task_c3b4e60d_like ON public.marketplace_timerturn USING btree (task varchar_pattern_ops);
CREATE INDEX membership_of_person ON public.marketplace_membership USING btree (person_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX membership_open_once ON public.marketplace_membership USING btree (account_id, person_id) WHERE (ended_at IS NULL);
CREATE INDEX message_offer ON public.humans_message USING btree (conversation_id, number DESC) WHERE ((message_type)::text = 'payment_offer'::text);
CREATE INDEX mfa_authenticator_user_id_0c3a50c0 ON public.mfa_authenticator USING btree (user_id);
CREATE INDEX mic_sample_due ON public.bounties_micsample USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX mic_sample_of_human ON public.bounties_micsample USING btree (human_id, id DESC);
CREATE INDEX mpp_due ON public.wallet_mppcharge USING btree (next_attempt_at) WHERE ((status)::text = ANY (ARRAY[('charging'::character varying)::text, ('attention'::character varying)::text]));
CREATE INDEX mpp_ended ON public.wallet_mppcharge USING btree (ended_at);
CREATE UNIQUE INDEX mpp_one_charge_of_a_quote ON public.wallet_mppcharge USING btree (quote_id) WHERE ((status)::text = ANY (ARRAY[('charging'::character varying)::text, ('attention'::character varying)::text, ('paid'::character varying)::text]));
CREATE UNIQUE INDEX mpp_reference_once ON public.wallet_mppcharge USING btree (provider_ref) WHERE ((status)::text = 'paid'::text);
CREATE INDEX oauth2_prov_token_f_996e8a_idx ON public.oauth2_provider_refreshtoken USING btree (token_family);
CREATE INDEX oauth2_provider_accesstoken_application_id_b22886e1 ON public.oauth2_provider_accesstoken USING btree (application_id);
CREATE INDEX oauth2_provider_accesstoken_token_checksum_85319a26_like ON public.oauth2_provider_accesstoken USING btree (token_checksum varchar_pattern_ops);
CREATE INDEX oauth2_provider_accesstoken_user_id_6e4c9a65 ON public.oauth2_provider_accesstoken USING btree (user_id);
CREATE INDEX oauth2_provider_application_client_id_03f0cc84_like ON public.oauth2_provider_application USING btree (client_id varchar_pattern_ops);
CREATE INDEX oauth2_provider_application_client_secret_53133678 ON public.oauth2_provider_application USING btree (client_secret);
CREATE INDEX oauth2_provider_application_client_secret_53133678_like ON public.oauth2_provider_application USING btree (client_secret varchar_pattern_ops);
CREATE INDEX oauth2_provider_application_user_id_79829054 ON public.oauth2_provider_application USING btree (user_id);
CREATE INDEX oauth2_provider_devicegrant_client_id_229dd06d ON public.oauth2_provider_devicegrant USING btree (client_id);
CREATE INDEX oauth2_provider_devicegrant_client_id_229dd06d_like ON public.oauth2_provider_devicegrant USING btree (client_id varchar_pattern_ops);
CREATE INDEX oauth2_provider_devicegrant_user_id_1cec5156 ON public.oauth2_provider_devicegrant USING btree (user_id);
CREATE INDEX oauth2_provider_grant_application_id_81923564 ON public.oauth2_provider_grant USING btree (application_id);
CREATE INDEX oauth2_provider_grant_code_49ab4ddf_like ON public.oauth2_provider_grant USING btree (code varchar_pattern_ops);
CREATE INDEX oauth2_provider_grant_user_id_e8f62af8 ON public.oauth2_provider_grant USING btree (user_id);
CREATE INDEX oauth2_provider_idtoken_application_id_08c5ff4f ON public.oauth2_provider_idtoken USING btree (application_id);
CREATE INDEX oauth2_provider_idtoken_user_id_dd512b59 ON public.oauth2_provider_idtoken USING btree (user_id);
CREATE INDEX oauth2_provider_refreshtoken_application_id_2d1c311b ON public.oauth2_provider_refreshtoken USING btree (application_id);
CREATE INDEX oauth2_provider_refreshtoken_user_id_da837fce ON public.oauth2_provider_refreshtoken USING btree (user_id);
CREATE INDEX outflow_due ON public.wallet_outflow USING btree (next_attempt_at) WHERE ((status)::text = 'sending'::text);
CREATE INDEX outflow_ended ON public.wallet_outflow USING btree (ended_at);
CREATE INDEX outflow_look ON public.wallet_outflow USING btree (look_at) WHERE ((look_at IS NOT NULL) AND ((status)::text = 'paid'::text));
CREATE INDEX outflow_of_account ON public.wallet_outflow USING btree (account_id, id DESC);
CREATE INDEX outflow_of_payment ON public.wallet_outflow USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX outflow_once_per_request ON public.wallet_outflow USING btree (account_id, request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX outflow_provider_ref ON public.wallet_outflow USING btree (provider_ref) WHERE (NOT ((provider_ref)::text = ''::text));
CREATE INDEX outflow_returned ON public.wallet_outflow USING btree (returned_at) WHERE ((status)::text = 'returned'::text);
CREATE INDEX outflow_unknown ON public.wallet_outflow USING btree (created_at) WHERE ((status)::text = 'attention'::text);
CREATE INDEX outreach_wave_due ON public.bounties_outreach USING btree (next_wave_at) WHERE (next_wave_at IS NOT NULL);
CREATE INDEX payment_created ON public.wallet_payment USING btree (created_at);
CREATE INDEX payment_of_account ON public.wallet_payment USING btree (account_id, id DESC);
CREATE INDEX picture_due ON public.bounties_picture USING btree (deliver_by) WHERE ((status)::text = ANY (ARRAY[('awaiting_funding'::character varying)::text, ('processing'::character varying)::text]));
CREATE INDEX picture_status ON public.bounties_picture USING btree (status, id DESC);
CREATE INDEX play_due ON public.bounties_play USING btree (due_at) WHERE ((status)::text = 'running'::text);
CREATE INDEX play_of_bounty ON public.bounties_play USING btree (bounty_id, id DESC);
CREATE UNIQUE INDEX play_one_of_a_person_in_a_bounty ON public.bounties_play USING btree (bounty_id, person_id) WHERE ((status)::text = 'running'::text);
CREATE INDEX preview_of_case ON public.escrow_decisionpreview USING btree (case_id, id DESC) WHERE (case_id IS NOT NULL);
CREATE INDEX preview_of_dispute ON public.escrow_decisionpreview USING btree (dispute_id, id DESC);
CREATE INDEX private_read_by_time ON public.marketplace_privateread USING btree (created_at);
CREATE INDEX private_read_of_person ON public.marketplace_privateread USING btree (about_id, id DESC);
CREATE INDEX proposal_due ON public.marketplace_proposal USING btree (expires_at) WHERE ((state)::text = 'open'::text);
CREATE UNIQUE INDEX proposal_one_open_per_row ON public.marketplace_proposal USING btree (model, "row") WHERE (((state)::text = 'open'::text) AND (NOT (("row")::text = ''::text)));
CREATE INDEX proposal_state ON public.marketplace_proposal USING btree (state, id DESC);
CREATE INDEX provider_account_payout ON public.wallet_provideraccount USING btree (payout_ref) WHERE (NOT ((payout_ref)::text = ''::text));
CREATE INDEX provider_notice_by_time ON public.wallet_providernotice USING btree (created_at);
CREATE INDEX push_age ON public.marketplace_push USING btree (created_at) WHERE (NOT ((outcome)::text = ''::text));
CREATE INDEX push_due ON public.marketplace_push USING btree (next_attempt_at) WHERE ((outcome)::text = ''::text);
CREATE INDEX qa_escalation_application_id_dc69fe73 ON public.qa_escalation USING btree (application_id);
CREATE INDEX qa_escalation_of_run ON public.qa_escalation USING btree (run_id, id DESC);
CREATE UNIQUE INDEX qa_escalation_one_open_per_tester ON public.qa_escalation USING btree (application_id) WHERE ((status)::text = 'open'::text);
CREATE INDEX qa_escalation_submission_id_82b8172c ON public.qa_escalation USING btree (submission_id);
CREATE INDEX qa_finding_first_run_id_a54b669d ON public.qa_finding USING btree (first_run_id);
CREATE INDEX qa_finding_last_run_id_b7883368 ON public.qa_finding USING btree (last_run_id);
CREATE INDEX qa_run_ended ON public.qa_run USING btree (ended_at);
CREATE INDEX qa_run_fund_due ON public.qa_run USING btree (fund_at) WHERE ((status)::text = 'funding'::text);
CREATE INDEX qa_run_intake_due ON public.qa_run USING btree (intake_ends_at) WHERE ((intake_closed_at IS NULL) AND ((status)::text = ANY (ARRAY[('open'::character varying)::text, ('draining'::character varying)::text, ('reviewing'::character varying)::text])));
CREATE INDEX qa_run_mail_due ON public.qa_run USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX qa_run_of_owner ON public.qa_run USING btree (owner_id, id DESC);
CREATE INDEX qa_run_of_template ON public.qa_run USING btree (template_id, id DESC);
CREATE UNIQUE INDEX qa_run_one_at_a_time ON public.qa_run USING btree (template_id) WHERE ((status)::text = ANY (ARRAY[('funding'::character varying)::text, ('open'::character varying)::text, ('draining'::character varying)::text, ('reviewing'::character varying)::text]));
CREATE INDEX qa_template_due ON public.qa_template USING btree (next_run_at) WHERE ((next_run_at IS NOT NULL) AND ((status)::text = 'active'::text));
CREATE INDEX qa_template_of_owner ON public.qa_template USING btree (owner_id, id DESC);
CREATE INDEX relation_of_owner ON public.humans_relation USING btree (owner_id, kind, created_at DESC, id DESC);
CREATE INDEX report_of_account ON public.marketplace_supportreport USING btree (account_id, id DESC);
CREATE INDEX report_open ON public.marketplace_supportreport USING btree (id DESC) WHERE ((status)::text = 'open'::text);
CREATE INDEX restriction_due ON public.marketplace_accountrestriction USING btree (until) WHERE ((ended_at IS NULL) AND (until IS NOT NULL));
CREATE INDEX restriction_of_account ON public.marketplace_accountrestriction USING btree (account_id, id DESC);
CREATE UNIQUE INDEX restriction_one_in_force_per_account ON public.marketplace_accountrestriction USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX review_answered ON public.humans_review USING btree (answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX review_of_human ON public.humans_review USING btree (human_id, id DESC);
CREATE INDEX rewrite_for_people ON public.bounties_rewrite USING btree (id DESC) WHERE ((decision)::text = 'needs_manual_review'::text);
CREATE INDEX rewrite_of_humanization ON public.bounties_rewrite USING btree (humanization_id, id DESC);
CREATE INDEX rewrite_score_due ON public.bounties_rewrite USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX sandbox_by_time ON public.wallet_sandboxrecord USING btree (created_at);
CREATE UNIQUE INDEX sandbox_nonce_once ON public.wallet_sandboxtransfer USING btree (payer, nonce) WHERE (NOT ((nonce)::text = ''::text));
CREATE INDEX sandbox_of ON public.wallet_sandboxrecord USING btree (of) WHERE (NOT ((of)::text = ''::text));
CREATE INDEX sandbox_of_checkout ON public.wallet_sandboxrecord USING btree (checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX sandbox_transfer_block ON public.wallet_sandboxtransfer USING btree (block);
CREATE INDEX sandbox_transfer_from ON public.wallet_sandboxtransfer USING btree (payer);
CREATE INDEX sandbox_transfer_to ON public.wallet_sandboxtransfer USING btree (pay_to, block);
CREATE INDEX service_category ON public.humans_service USING btree (category, id DESC) WHERE ((deleted_at IS NULL) AND (hidden_at IS NULL) AND is_active);
CREATE INDEX service_newest ON public.humans_service USING btree (id DESC) WHERE ((deleted_at IS NULL) AND (hidden_at IS NULL) AND is_active);
CREATE INDEX service_of_human ON public.humans_service USING btree (human_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX service_price ON public.humans_service USING btree (price_cents, id) WHERE ((deleted_at IS NULL) AND (hidden_at IS NULL) AND is_active);
CREATE INDEX service_words ON public.humans_service USING gin (words public.gin_trgm_ops);
CREATE INDEX setting_change_of_row ON public.marketplace_settingchange USING btree (model, "row", id DESC);
CREATE INDEX signup_code_age ON public.marketplace_signupcode USING btree (expires_at);
CREATE INDEX speech_due ON public.humans_speechattempt USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX speech_of_person ON public.humans_speechattempt USING btree (account_id, id DESC);
CREATE UNIQUE INDEX speech_one_at_a_time ON public.humans_speechattempt USING btree (account_id) WHERE ((status)::text = 'pending'::text);
CREATE INDEX staff_digest_due ON public.escrow_staffdigest USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX staff_entry_of_actor ON public.marketplace_staffentry USING btree (actor_id, id DESC);
CREATE INDEX staff_entry_of_row ON public.marketplace_staffentry USING btree (object_type, object_id, id DESC);
CREATE UNIQUE INDEX staff_limit_once_per_role ON public.marketplace_stafflimit USING btree (role) WHERE (NOT ((role)::text = ''::text));
CREATE INDEX stray_due ON public.marketplace_stray USING btree (due_at);
CREATE INDEX submission_of_bounty ON public.bounties_submission USING btree (bounty_id, id DESC);
CREATE UNIQUE INDEX submission_one_in_review_per_seat ON public.bounties_submission USING btree (application_id) WHERE ((status)::text = 'pending_review'::text);
CREATE INDEX subscription_due ON public.humans_subscription USING btree (next_cycle_at) WHERE (next_cycle_at IS NOT NULL);
CREATE INDEX subscription_of_booker ON public.humans_subscription USING btree (booker_id, id DESC);
CREATE INDEX subscription_of_provider ON public.humans_subscription USING btree (provider_id, id DESC);
CREATE INDEX subscription_slots ON public.humans_subscription USING btree (provider_id) WHERE ((status)::text = ANY (ARRAY[('pending_approval'::character varying)::text, ('active'::character varying)::text, ('past_due'::character varying)::text]));
CREATE INDEX taste_run_ended ON public.qa_tasterun USING btree (ended_at);
CREATE INDEX taste_run_ends_due ON public.qa_tasterun USING btree (ends_at) WHERE ((status)::text = 'open'::text);
CREATE INDEX taste_run_fund_due ON public.qa_tasterun USING btree (fund_at) WHERE ((status)::text = 'pending_funding'::text);
CREATE INDEX taste_run_of_owner ON public.qa_tasterun USING btree (owner_id, id DESC);
CREATE INDEX topup_due ON public.wallet_topup USING btree (next_attempt_at) WHERE ((status)::text = ANY (ARRAY[('initiated'::character varying)::text, ('attention'::character varying)::text]));
CREATE INDEX topup_of_account ON public.wallet_topup USING btree (account_id, id DESC);
CREATE UNIQUE INDEX topup_one_at_a_time ON public.wallet_topup USING btree (account_id) WHERE ((status)::text = 'initiated'::text);
CREATE INDEX transfer_completed ON public.escrow_transfer USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX transfer_lapse ON public.escrow_transfer USING btree (lapses_at) WHERE ((status)::text = 'pending'::text);
CREATE INDEX transfer_of_batch ON public.escrow_transfer USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX transfer_of_work ON public.escrow_transfer USING btree (bounty_id, recipient_id);
CREATE INDEX transfer_received ON public.escrow_transfer USING btree (recipient_id, id DESC);
CREATE INDEX transfer_sent ON public.escrow_transfer USING btree (sender_id, id DESC);
CREATE UNIQUE INDEX unique_authenticator_type ON public.mfa_authenticator USING btree (user_id, type) WHERE ((type)::text = ANY (ARRAY[('totp'::character varying)::text, ('recovery_codes'::character varying)::text]));
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE INDEX usersessions_usersession_session_key_fd35de43_like ON public.usersessions_usersession USING btree (session_key varchar_pattern_ops);
CREATE INDEX usersessions_usersession_user_id_af5e0a6d ON public.usersessions_usersession USING btree (user_id);
CREATE INDEX wallet_approval_connector_id_f1b736c3 ON public.wallet_approval USING btree (connector_id);
CREATE INDEX wallet_approval_decided_by_id_dd8b8100 ON public.wallet_approval USING btree (decided_by_id);
CREATE INDEX wallet_approval_key_id_3eb0fe36 ON public.wallet_approval USING btree (key_id);
CREATE INDEX wallet_chargeback_account_id_f64468a7 ON public.wallet_chargeback USING btree (account_id);
CREATE INDEX wallet_checkout_provider_ref_09c37c36_like ON public.wallet_checkout USING btree (provider_ref varchar_pattern_ops);
CREATE INDEX wallet_earningshold_account_id_4f393db0 ON public.wallet_earningshold USING btree (account_id);
CREATE INDEX wallet_mppcharge_quote_id_170b9b4f ON public.wallet_mppcharge USING btree (quote_id);
CREATE INDEX wallet_mppquote_checkout_id_4289f40a ON public.wallet_mppquote USING btree (checkout_id);
CREATE INDEX wallet_payment_checkout_id_218f88b3 ON public.wallet_payment USING btree (checkout_id);
CREATE INDEX wallet_sandboxrecord_key_c5ffe116_like ON public.wallet_sandboxrecord USING btree (key varchar_pattern_ops);
CREATE INDEX wallet_sandboxtransfer_tx_hash_1dc91743_like ON public.wallet_sandboxtransfer USING btree (tx_hash varchar_pattern_ops);
CREATE INDEX wallet_spenderlimits_account_id_ab38727f ON public.wallet_spenderlimits USING btree (account_id);
CREATE INDEX webhooks_delivery_event_id_b6f5af91 ON public.webhooks_delivery USING btree (event_id);
CREATE INDEX webhooks_endpoint_account_id_1f50e9cc ON public.webhooks_endpoint USING btree (account_id);
CREATE INDEX webhooks_endpoint_key_id_9e1be880 ON public.webhooks_endpoint USING btree (key_id);
CREATE INDEX webhooks_event_only_endpoint_id_61ba9377 ON public.webhooks_event USING btree (only_endpoint_id);
CREATE INDEX x402_due ON public.wallet_x402payment USING btree (next_attempt_at) WHERE ((status)::text = ANY (ARRAY[('review'::character varying)::text, ('refused'::character varying)::text, ('attention'::character varying)::text]));
CREATE INDEX x402_ended ON public.wallet_x402payment USING btree (ended_at);
CREATE INDEX x402_of_account ON public.wallet_x402payment USING btree (account_id, id DESC) WHERE (account_id IS NOT NULL);
CREATE INDEX x402_of_wallet ON public.wallet_x402payment USING btree (payer, id DESC) WHERE ((kind)::text = 'signup'::text);
CREATE UNIQUE INDEX x402_transaction_once ON public.wallet_x402payment USING btree (network, tx_hash) WHERE ((place IS NULL) AND ((status)::text = 'settled'::text));
CREATE UNIQUE INDEX x402_transfer_once ON public.wallet_x402payment USING btree (network, tx_hash, place) WHERE ((place IS NOT NULL) AND ((status)::text = 'settled'::text));
CREATE STATISTICS public.bounty_city_counted ON upper(city::text) FROM public.bounties_bounty;
ALTER STATISTICS public.bounty_city_counted SET STATISTICS 1000;
CREATE TRIGGER case_stage_left AFTER UPDATE OF stage_at ON public.escrow_case FOR EACH ROW WHEN ((old.stage_at IS DISTINCT FROM new.stage_at)) EXECUTE FUNCTION public.escrow_case_stage_left();
CREATE TRIGGER invoice_frozen BEFORE DELETE OR UPDATE ON public.escrow_invoice FOR EACH ROW EXECUTE FUNCTION public.escrow_invoice_frozen();
CREATE TRIGGER ledger_account_born_empty BEFORE INSERT ON public.ledger_account FOR EACH ROW WHEN (((new.balance <> 0) OR (COALESCE(new.sent, new.returned, new.withdrawn) IS NOT NULL))) EXECUTE FUNCTION public.ledger_refuse('an account is born empty');
CREATE TRIGGER ledger_account_changed_by_post BEFORE UPDATE ON public.ledger_account FOR EACH ROW WHEN ((current_setting('ledger.posting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.ledger_refuse('only ledger_post writes');
CREATE TRIGGER ledger_account_kept BEFORE DELETE ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_account_not_truncated BEFORE TRUNCATE ON public.ledger_account FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_checkpoint_account_immutable BEFORE DELETE OR UPDATE ON public.ledger_checkpoint_account FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_checkpoint_account_not_truncated BEFORE TRUNCATE ON public.ledger_checkpoint_account FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_checkpoint_account_written_by_seal BEFORE INSERT ON public.ledger_checkpoint_account FOR EACH ROW WHEN ((current_setting('ledger.sealing'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.ledger_refuse('only ledger_seal writes');
CREATE TRIGGER ledger_checkpoint_kept BEFORE DELETE ON public.ledger_checkpoint FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_checkpoint_not_truncated BEFORE TRUNCATE ON public.ledger_checkpoint FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_checkpoint_sealed_once BEFORE UPDATE ON public.ledger_checkpoint FOR EACH ROW WHEN ((old.through IS NOT NULL)) EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_checkpoint_written_by_seal BEFORE INSERT OR UPDATE ON public.ledger_checkpoint FOR EACH ROW WHEN ((current_setting('ledger.sealing'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.ledger_refuse('only ledger_seal writes');
CREATE TRIGGER ledger_move_immutable BEFORE DELETE OR UPDATE ON public.ledger_move FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_move_not_sealed BEFORE INSERT ON public.ledger_move FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse_sealed();
CREATE TRIGGER ledger_move_not_truncated BEFORE TRUNCATE ON public.ledger_move FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_move_written_by_post BEFORE INSERT ON public.ledger_move FOR EACH ROW WHEN ((current_setting('ledger.posting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.ledger_refuse('only ledger_post writes');
CREATE TRIGGER ledger_transaction_immutable BEFORE DELETE OR UPDATE ON public.ledger_transaction FOR EACH ROW EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_transaction_not_truncated BEFORE TRUNCATE ON public.ledger_transaction FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.ledger_refuse('immutable');
CREATE TRIGGER ledger_transaction_written_by_post BEFORE INSERT ON public.ledger_transaction FOR EACH ROW WHEN ((current_setting('ledger.posting'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.ledger_refuse('only ledger_post writes');
CREATE TRIGGER note_delivery AFTER UPDATE ON public.webhooks_delivery FOR EACH ROW WHEN ((((new.status)::text = ANY (ARRAY[('pending'::character varying)::text, ('retrying'::character varying)::text])) AND (((old.status)::text <> ALL (ARRAY[('pending'::character varying)::text, ('retrying'::character varying)::text])) OR (new.next_attempt_at < old.next_attempt_at)))) EXECUTE FUNCTION public.webhooks_note_delivery();
CREATE TRIGGER note_endpoint AFTER UPDATE ON public.webhooks_endpoint FOR EACH ROW WHEN ((((old.consecutive_failures > 0) <> (new.consecutive_failures > 0)) OR ((COALESCE(old.disabled_at, old.deleted_at, old.unreadable_since) IS NOT NULL) AND (COALESCE(new.disabled_at, new.deleted_at, new.unreadable_since) IS NULL)))) EXECUTE FUNCTION public.webhooks_note_endpoint();
CREATE TRIGGER note_lease AFTER UPDATE ON public.webhooks_delivery FOR EACH ROW WHEN (((new.leased_until IS NOT NULL) AND (new.leased_until IS DISTINCT FROM old.leased_until))) EXECUTE FUNCTION public.webhooks_note_lease();
CREATE TRIGGER note_new_deliveries AFTER INSERT ON public.webhooks_delivery REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.webhooks_note_new_deliveries();
CREATE TRIGGER preview_is_never_changed BEFORE DELETE OR UPDATE ON public.escrow_decisionpreview FOR EACH ROW EXECUTE FUNCTION public.escrow_refuse_change();
CREATE TRIGGER private_read_immutable BEFORE UPDATE ON public.marketplace_privateread FOR EACH ROW EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER private_read_kept BEFORE DELETE ON public.marketplace_privateread FOR EACH ROW WHEN ((old.created_at > (now() - '365 days'::interval))) EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER setting_change_immutable BEFORE DELETE OR UPDATE ON public.marketplace_settingchange FOR EACH ROW EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER setting_change_not_truncated BEFORE TRUNCATE ON public.marketplace_settingchange FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.bounties_cakeprice FOR EACH ROW EXECUTE FUNCTION public.setting_changed('bounties.cakeprice', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.bounties_category FOR EACH ROW EXECUTE FUNCTION public.setting_changed('bounties.category', 'slug');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.bounties_noticerule FOR EACH ROW EXECUTE FUNCTION public.setting_changed('bounties.noticerule', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.bounties_payminimum FOR EACH ROW EXECUTE FUNCTION public.setting_changed('bounties.payminimum', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.bounties_screeningrule FOR EACH ROW EXECUTE FUNCTION public.setting_changed('bounties.screeningrule', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.bounties_taskplace FOR EACH ROW EXECUTE FUNCTION public.setting_changed('bounties.taskplace', 'id', 'latitude longitude');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_deskclocks FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.deskclocks', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_disputepolicy FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.disputepolicy', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_evidencewanted FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.evidencewanted', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_feerate FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.feerate', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_ladderband FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.ladderband', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_macro FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.macro', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.escrow_reasoncode FOR EACH ROW EXECUTE FUNCTION public.setting_changed('escrow.reasoncode', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.humans_messagerule FOR EACH ROW EXECUTE FUNCTION public.setting_changed('humans.messagerule', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.marketplace_blockedcountry FOR EACH ROW EXECUTE FUNCTION public.setting_changed('marketplace.blockedcountry', 'code');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.marketplace_keepingtime FOR EACH ROW EXECUTE FUNCTION public.setting_changed('marketplace.keepingtime', 'kind');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.marketplace_ratetier FOR EACH ROW EXECUTE FUNCTION public.setting_changed('marketplace.ratetier', 'name');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.marketplace_stafflimit FOR EACH ROW EXECUTE FUNCTION public.setting_changed('marketplace.stafflimit', 'id');
CREATE TRIGGER setting_history AFTER INSERT OR DELETE OR UPDATE ON public.marketplace_switch FOR EACH ROW EXECUTE FUNCTION public.setting_changed('marketplace.switch', 'name');
CREATE TRIGGER staff_entry_begins BEFORE INSERT ON public.marketplace_staffentry FOR EACH ROW EXECUTE FUNCTION public.staff_entry_begins();
CREATE CONSTRAINT TRIGGER staff_entry_chained AFTER INSERT ON public.marketplace_staffentry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.staff_entry_chained();
CREATE TRIGGER staff_entry_immutable BEFORE UPDATE ON public.marketplace_staffentry FOR EACH ROW WHEN ((current_setting('staff_log.chaining'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER staff_entry_kept BEFORE DELETE ON public.marketplace_staffentry FOR EACH ROW EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER staff_entry_not_truncated BEFORE TRUNCATE ON public.marketplace_staffentry FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER staff_log_head_kept BEFORE INSERT OR DELETE ON public.marketplace_staffloghead FOR EACH ROW EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER staff_log_head_moved BEFORE UPDATE ON public.marketplace_staffloghead FOR EACH ROW WHEN ((current_setting('staff_log.chaining'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.staff_refuse();
CREATE TRIGGER staff_log_head_not_truncated BEFORE TRUNCATE ON public.marketplace_staffloghead FOR EACH STATEMENT WHEN ((current_database() !~~ 'test\_%'::text)) EXECUTE FUNCTION public.staff_refuse();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_marketplace_account_id FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_application_files
    ADD CONSTRAINT bounties_application_application_id_08434310_fk_bounties_ FOREIGN KEY (application_id) REFERENCES public.bounties_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_application
    ADD CONSTRAINT bounties_application_bounty_id_05502a71_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_application
    ADD CONSTRAINT bounties_application_conversation_id_fdfbdc3b_fk_humans_co FOREIGN KEY (conversation_id) REFERENCES public.humans_conversation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_application
    ADD CONSTRAINT bounties_application_escrow_id_878b6fda_fk_escrow_escrow_id FOREIGN KEY (escrow_id) REFERENCES public.escrow_escrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_application_files
    ADD CONSTRAINT bounties_application_file_id_371d7f53_fk_marketpla FOREIGN KEY (file_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_application
    ADD CONSTRAINT bounties_application_human_id_edb5b779_fk_marketpla FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_attendance
    ADD CONSTRAINT bounties_attendance_application_id_c9bca515_fk_bounties_ FOREIGN KEY (application_id) REFERENCES public.bounties_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_attendance
    ADD CONSTRAINT bounties_attendance_bounty_id_5483badd_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_bounty
    ADD CONSTRAINT bounties_bounty_owner_id_85112523_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_bounty
    ADD CONSTRAINT bounties_bounty_pool_id_06ca4fd1_fk_escrow_escrow_id FOREIGN KEY (pool_id) REFERENCES public.escrow_escrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_cakeorder
    ADD CONSTRAINT bounties_cakeorder_bounty_id_82dffa20_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_cakeorder
    ADD CONSTRAINT bounties_cakeorder_owner_id_57a3a50f_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_contest
    ADD CONSTRAINT bounties_contest_application_id_c2b79592_fk_bounties_ FOREIGN KEY (application_id) REFERENCES public.bounties_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_contest_files
    ADD CONSTRAINT bounties_contest_fil_contest_id_5c5f8543_fk_bounties_ FOREIGN KEY (contest_id) REFERENCES public.bounties_contest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_contest_files
    ADD CONSTRAINT bounties_contest_files_file_id_df7218d2_fk_marketplace_file_id FOREIGN KEY (file_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_humanization
    ADD CONSTRAINT bounties_humanization_bounty_id_a42c0624_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_importedrow
    ADD CONSTRAINT bounties_importedrow_batch_id_ea625328_fk_bounties_jobimport_id FOREIGN KEY (batch_id) REFERENCES public.bounties_jobimport(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_importedrow
    ADD CONSTRAINT bounties_importedrow_bounty_id_a78cfe01_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_invitation
    ADD CONSTRAINT bounties_invitation_bounty_id_70e7e786_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_invitation
    ADD CONSTRAINT bounties_invitation_human_id_a15aee83_fk_marketplace_account_id FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_jobimport
    ADD CONSTRAINT bounties_jobimport_owner_id_cba79bc4_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_micsample
    ADD CONSTRAINT bounties_micsample_bounty_id_256ea23b_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_micsample
    ADD CONSTRAINT bounties_micsample_human_id_d5571ba1_fk_marketplace_account_id FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_outreach
    ADD CONSTRAINT bounties_outreach_bounty_id_ba815872_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_picture
    ADD CONSTRAINT bounties_picture_bounty_id_6a5df132_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_picture
    ADD CONSTRAINT bounties_picture_owner_id_46632f8a_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_picture
    ADD CONSTRAINT bounties_picture_submission_id_01f593a7_fk_bounties_ FOREIGN KEY (submission_id) REFERENCES public.bounties_submission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_play
    ADD CONSTRAINT bounties_play_bounty_id_119ba68b_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_play
    ADD CONSTRAINT bounties_play_person_id_2551f4cd_fk_bounties_ FOREIGN KEY (person_id) REFERENCES public.bounties_simulatedperson(handle) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_receipt
    ADD CONSTRAINT bounties_receipt_bounty_id_a3bbd7cd_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_application_id_2130a898_fk_bounties_ FOREIGN KEY (application_id) REFERENCES public.bounties_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_document_id_8d95e0de_fk_marketplace_file_id FOREIGN KEY (document_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_humanization_id_4e156323_fk_bounties_ FOREIGN KEY (humanization_id) REFERENCES public.bounties_humanization(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_recording_id_48ae910f_fk_marketplace_file_id FOREIGN KEY (recording_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_resume_id_98b1158c_fk_marketplace_file_id FOREIGN KEY (resume_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_rewrite
    ADD CONSTRAINT bounties_rewrite_submission_id_abf137a0_fk_bounties_ FOREIGN KEY (submission_id) REFERENCES public.bounties_submission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_simulatedperson
    ADD CONSTRAINT bounties_simulatedpe_account_id_b2c39496_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_simulationswitch
    ADD CONSTRAINT bounties_simulations_account_id_625dde2a_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_submission_files
    ADD CONSTRAINT bounties_submission__file_id_bd4efcca_fk_marketpla FOREIGN KEY (file_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_submission_files
    ADD CONSTRAINT bounties_submission__submission_id_be3d0409_fk_bounties_ FOREIGN KEY (submission_id) REFERENCES public.bounties_submission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_submission
    ADD CONSTRAINT bounties_submission_application_id_218c7c51_fk_bounties_ FOREIGN KEY (application_id) REFERENCES public.bounties_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_submission
    ADD CONSTRAINT bounties_submission_bounty_id_cb982737_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.bounties_taskplace
    ADD CONSTRAINT bounties_taskplace_bounty_id_d15e8e05_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT decision_as_offered FOREIGN KEY (offer_id, worker_cents, fee_cents, refund_cents) REFERENCES public.escrow_caseoffer(id, worker_cents, fee_cents, refund_cents) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT decision_as_previewed FOREIGN KEY (preview_id, dispute_id, round, worker_cents, fee_cents, refund_cents) REFERENCES public.escrow_decisionpreview(id, dispute_id, round, worker_cents, fee_cents, refund_cents) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT decision_as_previewed_of_case FOREIGN KEY (preview_id, case_id, round, worker_cents, fee_cents, refund_cents) REFERENCES public.escrow_decisionpreview(id, case_id, round, worker_cents, fee_cents, refund_cents) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_marketplace_account_id FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_appeal
    ADD CONSTRAINT escrow_appeal_dispute_id_eb278d9b_fk_escrow_dispute_id FOREIGN KEY (dispute_id) REFERENCES public.escrow_dispute(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_appeal
    ADD CONSTRAINT escrow_appeal_made_by_id_e0d992e9_fk_marketplace_account_id FOREIGN KEY (made_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_billingdetails
    ADD CONSTRAINT escrow_billingdetail_account_id_442ee5be_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_assignee_id_d3faa9bf_fk_marketplace_account_id FOREIGN KEY (assignee_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_dispute_id_c57bf507_fk_escrow_dispute_id FOREIGN KEY (dispute_id) REFERENCES public.escrow_dispute(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_ended_by_id_7ef4c4ed_fk_marketplace_account_id FOREIGN KEY (ended_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_escrow_id_059c5c58_fk_escrow_escrow_id FOREIGN KEY (escrow_id) REFERENCES public.escrow_escrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_owner_id_4770c9ff_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_case
    ADD CONSTRAINT escrow_case_worker_id_b2893e06_fk_marketplace_account_id FOREIGN KEY (worker_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casefinding
    ADD CONSTRAINT escrow_casefinding_case_id_a5c14096_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casefinding
    ADD CONSTRAINT escrow_casefinding_found_by_id_7c711c6d_fk_marketpla FOREIGN KEY (found_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casemessage
    ADD CONSTRAINT escrow_casemessage_author_id_b71f391d_fk_marketplace_account_id FOREIGN KEY (author_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casemessage
    ADD CONSTRAINT escrow_casemessage_case_id_8f627177_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_caseoffer
    ADD CONSTRAINT escrow_caseoffer_case_id_40984a74_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_caseoffer
    ADD CONSTRAINT escrow_caseoffer_made_by_id_beb615e8_fk_marketplace_account_id FOREIGN KEY (made_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casepresence
    ADD CONSTRAINT escrow_casepresence_case_id_77c77bcc_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casepresence
    ADD CONSTRAINT escrow_casepresence_staff_id_f9996bfc_fk_marketplace_account_id FOREIGN KEY (staff_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_caserequest
    ADD CONSTRAINT escrow_caserequest_asked_id_7e4c32c3_fk_marketplace_account_id FOREIGN KEY (asked_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_caserequest
    ADD CONSTRAINT escrow_caserequest_case_id_5c9c9a60_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_caserequest
    ADD CONSTRAINT escrow_caserequest_made_by_id_f91862fe_fk_marketpla FOREIGN KEY (made_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casereview
    ADD CONSTRAINT escrow_casereview_case_id_78022bcc_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casereview
    ADD CONSTRAINT escrow_casereview_reviewer_id_b425629e_fk_marketpla FOREIGN KEY (reviewer_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_casestage
    ADD CONSTRAINT escrow_casestage_case_id_095fc1ed_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_decisionpreview
    ADD CONSTRAINT escrow_decisionprevi_made_by_id_77266e66_fk_marketpla FOREIGN KEY (made_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_decisionpreview
    ADD CONSTRAINT escrow_decisionpreview_case_id_bb17b39a_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_decisionpreview
    ADD CONSTRAINT escrow_decisionpreview_dispute_id_c4ae182c_fk_escrow_dispute_id FOREIGN KEY (dispute_id) REFERENCES public.escrow_dispute(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_desknote
    ADD CONSTRAINT escrow_desknote_about_id_0b3b03a4_fk_marketplace_account_id FOREIGN KEY (about_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_desknote
    ADD CONSTRAINT escrow_desknote_author_id_ee419161_fk_marketplace_account_id FOREIGN KEY (author_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_desknote
    ADD CONSTRAINT escrow_desknote_case_id_c92c12ac_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_dispute
    ADD CONSTRAINT escrow_dispute_escrow_id_1e2cffa9_fk_escrow_escrow_id FOREIGN KEY (escrow_id) REFERENCES public.escrow_escrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_dispute
    ADD CONSTRAINT escrow_dispute_owner_id_015c2f0b_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_dispute
    ADD CONSTRAINT escrow_dispute_worker_id_7e41b456_fk_marketplace_account_id FOREIGN KEY (worker_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecisi_preview_id_4c207be9_fk_escrow_de FOREIGN KEY (preview_id) REFERENCES public.escrow_decisionpreview(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecisi_proposer_id_db975858_fk_marketpla FOREIGN KEY (proposer_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecisi_second_id_3b7af872_fk_marketpla FOREIGN KEY (second_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecision_case_id_18eff579_fk_escrow_case_id FOREIGN KEY (case_id) REFERENCES public.escrow_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecision_dispute_id_bee42696_fk_escrow_dispute_id FOREIGN KEY (dispute_id) REFERENCES public.escrow_dispute(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputedecision
    ADD CONSTRAINT escrow_disputedecision_offer_id_96e716ab_fk_escrow_caseoffer_id FOREIGN KEY (offer_id) REFERENCES public.escrow_caseoffer(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputeevidence
    ADD CONSTRAINT escrow_disputeeviden_answers_id_610c7791_fk_escrow_ca FOREIGN KEY (answers_id) REFERENCES public.escrow_caserequest(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputeevidence
    ADD CONSTRAINT escrow_disputeeviden_author_id_770cd144_fk_marketpla FOREIGN KEY (author_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputeevidence_files
    ADD CONSTRAINT escrow_disputeeviden_disputeevidence_id_2ac0e240_fk_escrow_di FOREIGN KEY (disputeevidence_id) REFERENCES public.escrow_disputeevidence(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputeevidence_files
    ADD CONSTRAINT escrow_disputeeviden_file_id_0b2b1d84_fk_marketpla FOREIGN KEY (file_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_disputeevidence
    ADD CONSTRAINT escrow_disputeevidence_dispute_id_15b52495_fk_escrow_dispute_id FOREIGN KEY (dispute_id) REFERENCES public.escrow_dispute(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_escrow
    ADD CONSTRAINT escrow_escrow_owner_id_25b8c212_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_escrow
    ADD CONSTRAINT escrow_escrow_parent_id_c5ba6b07_fk_escrow_escrow_id FOREIGN KEY (parent_id) REFERENCES public.escrow_escrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_escrow
    ADD CONSTRAINT escrow_escrow_worker_id_45e1d83f_fk_marketplace_account_id FOREIGN KEY (worker_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_invoice
    ADD CONSTRAINT escrow_invoice_account_id_9494ca45_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_savedview
    ADD CONSTRAINT escrow_savedview_staff_id_7e58a238_fk_marketplace_account_id FOREIGN KEY (staff_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_staffdigest
    ADD CONSTRAINT escrow_staffdigest_staff_id_63d206e5_fk_marketplace_account_id FOREIGN KEY (staff_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_transfer
    ADD CONSTRAINT escrow_transfer_recipient_id_17a17f6e_fk_marketplace_account_id FOREIGN KEY (recipient_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.escrow_transfer
    ADD CONSTRAINT escrow_transfer_sender_id_9232ff18_fk_marketplace_account_id FOREIGN KEY (sender_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT humans_booking_booker_id_4506d4db_fk_marketplace_account_id FOREIGN KEY (booker_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT humans_booking_escrow_id_34a1e20b_fk_escrow_escrow_id FOREIGN KEY (escrow_id) REFERENCES public.escrow_escrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT humans_booking_provider_id_0e96812e_fk_marketplace_account_id FOREIGN KEY (provider_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_booking
    ADD CONSTRAINT humans_booking_subscription_id_cad65f6e_fk_humans_su FOREIGN KEY (subscription_id) REFERENCES public.humans_subscription(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_conversation
    ADD CONSTRAINT humans_conversation_agent_id_150cb02f_fk_marketplace_account_id FOREIGN KEY (agent_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_conversation
    ADD CONSTRAINT humans_conversation_human_id_c5a820dc_fk_marketplace_account_id FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_message
    ADD CONSTRAINT humans_message_conversation_id_6d64abff_fk_humans_co FOREIGN KEY (conversation_id) REFERENCES public.humans_conversation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_message
    ADD CONSTRAINT humans_message_sender_id_624480c5_fk_marketplace_account_id FOREIGN KEY (sender_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_proficiency
    ADD CONSTRAINT humans_proficiency_account_id_970bb1c0_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_profile
    ADD CONSTRAINT humans_profile_account_id_2561009c_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_relation
    ADD CONSTRAINT humans_relation_human_id_78f90183_fk_marketplace_account_id FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_relation
    ADD CONSTRAINT humans_relation_owner_id_f2487d6a_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_review
    ADD CONSTRAINT humans_review_author_id_341c3872_fk_marketplace_account_id FOREIGN KEY (author_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_review
    ADD CONSTRAINT humans_review_conversation_id_f5c19f31_fk_humans_co FOREIGN KEY (conversation_id) REFERENCES public.humans_conversation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_review
    ADD CONSTRAINT humans_review_human_id_3d1acf74_fk_marketplace_account_id FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_service
    ADD CONSTRAINT humans_service_human_id_9b7e4a68_fk_marketplace_account_id FOREIGN KEY (human_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_speechattempt
    ADD CONSTRAINT humans_speechattempt_account_id_434d6afe_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_subscription
    ADD CONSTRAINT humans_subscription_booker_id_7e9a3618_fk_marketpla FOREIGN KEY (booker_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_subscription
    ADD CONSTRAINT humans_subscription_conversation_id_7eb811b0_fk_humans_co FOREIGN KEY (conversation_id) REFERENCES public.humans_conversation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_subscription
    ADD CONSTRAINT humans_subscription_provider_id_5944b675_fk_marketpla FOREIGN KEY (provider_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.humans_subscription
    ADD CONSTRAINT humans_subscription_service_id_979ae6ee_fk_humans_service_id FOREIGN KEY (service_id) REFERENCES public.humans_service(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.ledger_checkpoint_account
    ADD CONSTRAINT ledger_checkpoint_account_month_fkey FOREIGN KEY (month) REFERENCES public.ledger_checkpoint(month);
ALTER TABLE ONLY public.ledger_move
    ADD CONSTRAINT ledger_move_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES public.ledger_transaction(id);
ALTER TABLE ONLY public.marketplace_account_user_permissions
    ADD CONSTRAINT marketplace_account__account_id_385b79ae_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_account_groups
    ADD CONSTRAINT marketplace_account__account_id_ea846b0f_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_account_user_permissions
    ADD CONSTRAINT marketplace_account__permission_id_beecade2_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_account
    ADD CONSTRAINT marketplace_account_agent_id_bc3c2538_fk_marketpla FOREIGN KEY (agent_id) REFERENCES public.marketplace_identity(agent_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_account_groups
    ADD CONSTRAINT marketplace_account_groups_group_id_bb94ff6f_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_accountrestriction
    ADD CONSTRAINT marketplace_accountr_account_id_cc931514_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_accountrestriction
    ADD CONSTRAINT marketplace_accountr_ended_by_id_1883e583_fk_marketpla FOREIGN KEY (ended_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_accountrestriction
    ADD CONSTRAINT marketplace_accountr_made_by_id_34606c26_fk_marketpla FOREIGN KEY (made_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_apikey
    ADD CONSTRAINT marketplace_apikey_account_id_b6e05398_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_apikey
    ADD CONSTRAINT marketplace_apikey_agent_id_b3dd8231_fk_marketpla FOREIGN KEY (agent_id) REFERENCES public.marketplace_identity(agent_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_apikey
    ADD CONSTRAINT marketplace_apikey_tier_id_166b71f6_fk_marketpla FOREIGN KEY (tier_id) REFERENCES public.marketplace_ratetier(name) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_call
    ADD CONSTRAINT marketplace_call_account_id_ecc5fc43_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_call
    ADD CONSTRAINT marketplace_call_key_id_28e1cc1d_fk_marketplace_apikey_id FOREIGN KEY (key_id) REFERENCES public.marketplace_apikey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_call
    ADD CONSTRAINT marketplace_call_person_id_09eeed04_fk_marketplace_account_id FOREIGN KEY (person_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_connector
    ADD CONSTRAINT marketplace_connecto_account_id_c7384429_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_connector
    ADD CONSTRAINT marketplace_connecto_application_id_9756a116_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES public.oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_device
    ADD CONSTRAINT marketplace_device_account_id_16ca4192_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_erasure
    ADD CONSTRAINT marketplace_erasure_account_id_5e220def_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_erasure
    ADD CONSTRAINT marketplace_erasure_operator_id_c3072b3e_fk_marketpla FOREIGN KEY (operator_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_export
    ADD CONSTRAINT marketplace_export_account_id_b8648a56_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_export
    ADD CONSTRAINT marketplace_export_file_id_8f6a5bb8_fk_marketplace_file_id FOREIGN KEY (file_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_file
    ADD CONSTRAINT marketplace_file_owner_id_d168a838_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_idempotencyrecord
    ADD CONSTRAINT marketplace_idempote_account_id_8a27d2b3_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_identity
    ADD CONSTRAINT marketplace_identity_account_id_027bf5dd_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_invitation
    ADD CONSTRAINT marketplace_invitati_account_id_e1dfc7a1_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_invitation
    ADD CONSTRAINT marketplace_invitati_invited_by_id_d3e85493_fk_marketpla FOREIGN KEY (invited_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_membership
    ADD CONSTRAINT marketplace_membersh_account_id_914bae23_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_membership
    ADD CONSTRAINT marketplace_membersh_invited_by_id_ab864bb8_fk_marketpla FOREIGN KEY (invited_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_membership
    ADD CONSTRAINT marketplace_membersh_person_id_3b714a94_fk_marketpla FOREIGN KEY (person_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_privateread
    ADD CONSTRAINT marketplace_privater_about_id_f4f1f4f8_fk_marketpla FOREIGN KEY (about_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_privateread
    ADD CONSTRAINT marketplace_privater_staff_id_c0156525_fk_marketpla FOREIGN KEY (staff_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_proposal
    ADD CONSTRAINT marketplace_proposal_decided_by_id_a4f08c8e_fk_marketpla FOREIGN KEY (decided_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_proposal
    ADD CONSTRAINT marketplace_proposal_proposer_id_2fd24b02_fk_marketpla FOREIGN KEY (proposer_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_push
    ADD CONSTRAINT marketplace_push_account_id_9ebf126d_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_settingchange
    ADD CONSTRAINT marketplace_settingc_approved_by_id_fac17b1a_fk_marketpla FOREIGN KEY (approved_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_settingchange
    ADD CONSTRAINT marketplace_settingc_who_id_627467f8_fk_marketpla FOREIGN KEY (who_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_staffentry
    ADD CONSTRAINT marketplace_staffent_actor_id_c6ad419e_fk_marketpla FOREIGN KEY (actor_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_stafflimit
    ADD CONSTRAINT marketplace_stafflim_person_id_6131406c_fk_marketpla FOREIGN KEY (person_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_supportreport
    ADD CONSTRAINT marketplace_supportr_account_id_e43e1783_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_supportreport
    ADD CONSTRAINT marketplace_supportr_key_id_aceb9644_fk_marketpla FOREIGN KEY (key_id) REFERENCES public.marketplace_apikey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.marketplace_thumbnail
    ADD CONSTRAINT marketplace_thumbnail_file_id_f3134cda_fk_marketplace_file_id FOREIGN KEY (file_id) REFERENCES public.marketplace_file(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.mfa_authenticator
    ADD CONSTRAINT mfa_authenticator_user_id_0c3a50c0_fk_marketplace_account_id FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_application_id_b22886e1_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES public.oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_id_token_id_85db651b_fk_oauth2_pr FOREIGN KEY (id_token_id) REFERENCES public.oauth2_provider_idtoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_source_refresh_token_e66fbc72_fk_oauth2_pr FOREIGN KEY (source_refresh_token_id) REFERENCES public.oauth2_provider_refreshtoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_accesstoken
    ADD CONSTRAINT oauth2_provider_acce_user_id_6e4c9a65_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_application
    ADD CONSTRAINT oauth2_provider_appl_user_id_79829054_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_devicegrant
    ADD CONSTRAINT oauth2_provider_devi_user_id_1cec5156_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_gran_application_id_81923564_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES public.oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_grant
    ADD CONSTRAINT oauth2_provider_gran_user_id_e8f62af8_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idto_application_id_08c5ff4f_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES public.oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_idtoken
    ADD CONSTRAINT oauth2_provider_idto_user_id_dd512b59_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refr_access_token_id_775e84e8_fk_oauth2_pr FOREIGN KEY (access_token_id) REFERENCES public.oauth2_provider_accesstoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refr_application_id_2d1c311b_fk_oauth2_pr FOREIGN KEY (application_id) REFERENCES public.oauth2_provider_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.oauth2_provider_refreshtoken
    ADD CONSTRAINT oauth2_provider_refr_user_id_da837fce_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_escalation
    ADD CONSTRAINT qa_escalation_application_id_dc69fe73_fk_bounties_ FOREIGN KEY (application_id) REFERENCES public.bounties_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_escalation
    ADD CONSTRAINT qa_escalation_run_id_88b3f9a4_fk_qa_run_id FOREIGN KEY (run_id) REFERENCES public.qa_run(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_escalation
    ADD CONSTRAINT qa_escalation_submission_id_82b8172c_fk_bounties_submission_id FOREIGN KEY (submission_id) REFERENCES public.bounties_submission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_finding
    ADD CONSTRAINT qa_finding_first_run_id_a54b669d_fk_qa_run_id FOREIGN KEY (first_run_id) REFERENCES public.qa_run(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_finding
    ADD CONSTRAINT qa_finding_last_run_id_b7883368_fk_qa_run_id FOREIGN KEY (last_run_id) REFERENCES public.qa_run(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_finding
    ADD CONSTRAINT qa_finding_template_id_6f26b5c8_fk_qa_template_id FOREIGN KEY (template_id) REFERENCES public.qa_template(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_run
    ADD CONSTRAINT qa_run_bounty_id_a843f126_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_run
    ADD CONSTRAINT qa_run_owner_id_47bf160d_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_run
    ADD CONSTRAINT qa_run_template_id_30b92181_fk_qa_template_id FOREIGN KEY (template_id) REFERENCES public.qa_template(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_tasterun
    ADD CONSTRAINT qa_tasterun_bounty_id_c2a3b965_fk_bounties_bounty_id FOREIGN KEY (bounty_id) REFERENCES public.bounties_bounty(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_tasterun
    ADD CONSTRAINT qa_tasterun_owner_id_2baeaf46_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.qa_template
    ADD CONSTRAINT qa_template_owner_id_d9edc30c_fk_marketplace_account_id FOREIGN KEY (owner_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.usersessions_usersession
    ADD CONSTRAINT usersessions_userses_user_id_af5e0a6d_fk_marketpla FOREIGN KEY (user_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT wallet_agentcheckout_account_id_cb6b4bc1_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT wallet_agentcheckout_checkout_id_3db4c000_fk_wallet_checkout_id FOREIGN KEY (checkout_id) REFERENCES public.wallet_checkout(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_agentcheckout
    ADD CONSTRAINT wallet_agentcheckout_refund_id_09dd3045_fk_wallet_outflow_id FOREIGN KEY (refund_id) REFERENCES public.wallet_outflow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_approval
    ADD CONSTRAINT wallet_approval_account_id_f277505c_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_approval
    ADD CONSTRAINT wallet_approval_connector_id_f1b736c3_fk_marketpla FOREIGN KEY (connector_id) REFERENCES public.marketplace_connector(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_approval
    ADD CONSTRAINT wallet_approval_decided_by_id_dd8b8100_fk_marketpla FOREIGN KEY (decided_by_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_approval
    ADD CONSTRAINT wallet_approval_key_id_3eb0fe36_fk_marketplace_apikey_id FOREIGN KEY (key_id) REFERENCES public.marketplace_apikey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_chargeback
    ADD CONSTRAINT wallet_chargeback_account_id_f64468a7_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_chargeback
    ADD CONSTRAINT wallet_chargeback_payment_id_8ce5ed8d_fk_wallet_payment_id FOREIGN KEY (payment_id) REFERENCES public.wallet_payment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_checkout
    ADD CONSTRAINT wallet_checkout_account_id_45958269_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_controls
    ADD CONSTRAINT wallet_controls_account_id_5a751d18_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_earningshold
    ADD CONSTRAINT wallet_earningshold_account_id_4f393db0_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_mppcharge
    ADD CONSTRAINT wallet_mppcharge_quote_id_170b9b4f_fk_wallet_mppquote_id FOREIGN KEY (quote_id) REFERENCES public.wallet_mppquote(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_mppquote
    ADD CONSTRAINT wallet_mppquote_checkout_id_4289f40a_fk_wallet_checkout_id FOREIGN KEY (checkout_id) REFERENCES public.wallet_checkout(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_outflow
    ADD CONSTRAINT wallet_outflow_account_id_2922e0ea_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_outflow
    ADD CONSTRAINT wallet_outflow_payment_id_89cffbef_fk_wallet_payment_id FOREIGN KEY (payment_id) REFERENCES public.wallet_payment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_payment
    ADD CONSTRAINT wallet_payment_account_id_e5992273_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_payment
    ADD CONSTRAINT wallet_payment_checkout_id_218f88b3_fk_wallet_checkout_id FOREIGN KEY (checkout_id) REFERENCES public.wallet_checkout(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_provideraccount
    ADD CONSTRAINT wallet_provideraccou_account_id_fae9a97a_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_spenderlimits
    ADD CONSTRAINT wallet_spenderlimits_account_id_ab38727f_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_spenderlimits
    ADD CONSTRAINT wallet_spenderlimits_connector_id_3095409f_fk_marketpla FOREIGN KEY (connector_id) REFERENCES public.marketplace_connector(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_spenderlimits
    ADD CONSTRAINT wallet_spenderlimits_key_id_120faea7_fk_marketplace_apikey_id FOREIGN KEY (key_id) REFERENCES public.marketplace_apikey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_topup
    ADD CONSTRAINT wallet_topup_account_id_a84b9ead_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.wallet_x402payment
    ADD CONSTRAINT wallet_x402payment_account_id_716a624e_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_attempt
    ADD CONSTRAINT webhooks_attempt_delivery_id_bb1708b1_fk_webhooks_delivery_id FOREIGN KEY (delivery_id) REFERENCES public.webhooks_delivery(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_endpoint_id_6cbee67d_fk_webhooks_endpoint_id FOREIGN KEY (endpoint_id) REFERENCES public.webhooks_endpoint(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_delivery
    ADD CONSTRAINT webhooks_delivery_event_id_b6f5af91_fk_webhooks_event_id FOREIGN KEY (event_id) REFERENCES public.webhooks_event(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_dueendpoint
    ADD CONSTRAINT webhooks_dueendpoint_account_id_58998c4c_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_dueendpoint
    ADD CONSTRAINT webhooks_dueendpoint_endpoint_id_a21a4999_fk_webhooks_ FOREIGN KEY (endpoint_id) REFERENCES public.webhooks_endpoint(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_endpoint
    ADD CONSTRAINT webhooks_endpoint_account_id_1f50e9cc_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_endpoint
    ADD CONSTRAINT webhooks_endpoint_key_id_9e1be880_fk_marketplace_apikey_id FOREIGN KEY (key_id) REFERENCES public.marketplace_apikey(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT webhooks_event_account_id_551ec817_fk_marketplace_account_id FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_event
    ADD CONSTRAINT webhooks_event_only_endpoint_id_61ba9377_fk_webhooks_ FOREIGN KEY (only_endpoint_id) REFERENCES public.webhooks_endpoint(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.webhooks_inboxstart
    ADD CONSTRAINT webhooks_inboxstart_account_id_2dc8f869_fk_marketpla FOREIGN KEY (account_id) REFERENCES public.marketplace_account(id) DEFERRABLE INITIALLY DEFERRED;
