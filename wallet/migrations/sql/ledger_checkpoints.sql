-- Closed months are sealed: the nightly proof starts from the last checkpoint, and `check_ledger --whole` proves them all.

-- A checkpoint is a cut in posting order: of each account it has the state after the move `through`, which is the last one that is
-- dated before `ends_at`. A clock that is ahead may have put moves of the next month's first seconds before the cut; every later
-- move is dated `ends_at` or after it.
create table ledger_checkpoint (
    month     date        primary key,                      -- its first day; UTC
    ends_at   timestamptz not null unique,                  -- nothing dated before it is written any more
    closed_at timestamptz not null,
    through   bigint,                                       -- null until it is sealed, as everything below
    moves     bigint,                                       -- since the checkpoint before
    cents     bigint,
    hash      bytea,                                        -- wallet/selectors/checkpoints.py says of what
    sealed_at timestamptz,
    constraint ledger_checkpoint_whole check (num_nonnulls(through, moves, cents, hash, sealed_at) in (0, 5))
);

-- The state of every account that is not all zero: people and house accounts, and the escrows that are open.
create table ledger_checkpoint_account (
    id         bigint generated always as identity primary key,
    month      date   not null references ledger_checkpoint,
    account_id bigint not null,                             -- no foreign key, as in moves
    balance    bigint not null,                             -- of a house account, too: the sum of its moves
    sent       bigint not null,
    returned   bigint not null,
    withdrawn  bigint not null,
    constraint ledger_checkpoint_account_once unique (month, account_id)
);

-- Guards: only the two functions below write; what is sealed stays; a sealed month takes no move.
create trigger ledger_checkpoint_written_by_seal before insert or update on ledger_checkpoint for each row
    when (current_setting('ledger.sealing', true) is distinct from 'on') execute function ledger_refuse('only ledger_seal writes');
create trigger ledger_checkpoint_account_written_by_seal before insert on ledger_checkpoint_account for each row
    when (current_setting('ledger.sealing', true) is distinct from 'on') execute function ledger_refuse('only ledger_seal writes');
create trigger ledger_checkpoint_sealed_once before update on ledger_checkpoint for each row
    when (old.through is not null) execute function ledger_refuse('immutable');
create trigger ledger_checkpoint_kept before delete on ledger_checkpoint for each row execute function ledger_refuse('immutable');
create trigger ledger_checkpoint_account_immutable before update or delete on ledger_checkpoint_account
    for each row execute function ledger_refuse('immutable');
create trigger ledger_checkpoint_not_truncated before truncate on ledger_checkpoint
    when (current_database() not like 'test\_%') execute function ledger_refuse('immutable');
create trigger ledger_checkpoint_account_not_truncated before truncate on ledger_checkpoint_account
    when (current_database() not like 'test\_%') execute function ledger_refuse('immutable');

create function ledger_refuse_sealed() returns trigger language plpgsql as $$
begin
    -- A statement of its own, so it sees what was closed while this insert waited for the table.
    if exists (select from ledger_checkpoint where ends_at > new.created_at) then
        raise exception 'move of % refused: its month is sealed', new.created_at using errcode = 'restrict_violation';
    end if;
    return new;
end $$;
create trigger ledger_move_not_sealed before insert on ledger_move for each row execute function ledger_refuse_sealed();

-- From the caller's commit on nothing dated before the month's end is written. Waits for the posts that are under way, however long
-- ago they read their clock, and holds up later ones until that commit: so it does nothing else.
create function ledger_close(p_month date, p_at timestamptz) returns void language plpgsql as $$
begin
    lock table ledger_move in share mode;
    perform set_config('ledger.sealing', 'on', true);
    insert into ledger_checkpoint (month, ends_at, closed_at)
    values (p_month, (p_month + interval '1 month') at time zone 'UTC', p_at) on conflict do nothing;
    perform set_config('ledger.sealing', '', true);
end $$;

-- The move before the first one. Not 0: a forged move may have any number.
create function ledger_start() returns bigint language sql immutable as $$ select '-9223372036854775808'::bigint $$;

-- What each account stands at after `p_through`, from the checkpoint before (null: from the beginning) and the moves since.
create function ledger_states(p_before date, p_after bigint, p_through bigint)
returns table (account_id bigint, balance bigint, sent bigint, returned bigint, withdrawn bigint)
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
begin
    return query
    select s.account_id, sum(s.balance)::bigint, sum(s.sent)::bigint, sum(s.returned)::bigint, sum(s.withdrawn)::bigint
      from (select c.account_id, c.balance, c.sent, c.returned, c.withdrawn from ledger_checkpoint_account c where c.month = p_before
            union all
            select e.account_id, e.cents, e.sent, e.returned, e.withdrawn from ledger_effect e
             where e.move_id > p_after and e.move_id <= p_through) s
     group by 1;
end $$;

-- Seals a closed month, once. The caller has its row locked, and the hash of the moves after the checkpoint before up to `p_through`.
create function ledger_seal(p_month date, p_through bigint, p_moves bigint, p_cents bigint, p_hash bytea, p_at timestamptz)
returns void language plpgsql as $$
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

-- What each house account stands at; world.* is minus what the rail holds for us. Sums the moves since the last checkpoint.
create or replace view ledger_house as
    select a.code, (coalesce(c.balance, 0) + coalesce((
           select sum(l.cents) from ledger_line l where l.account_id = a.id and l.move_id > coalesce(p.through, ledger_start())), 0))::bigint as balance
      from ledger_account a
      left join (select month, through from ledger_checkpoint where through is not null order by month desc limit 1) p on true
      left join ledger_checkpoint_account c on c.month = p.month and c.account_id = a.id
     where a.balance is null and a.code in ('fees', 'transit', 'losses', 'world.card', 'world.mpp', 'world.x402', 'world.payout');
