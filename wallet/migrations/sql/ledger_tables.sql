-- The ledger: accounts, transactions, moves, one function that writes.

-- An account is named by its code: "<kind>:<uuid of its owner>", or a house name without owner.
-- Owned accounts have a stored balance that is never below zero. House accounts have none: nobody locks them.
create table ledger_account (
    id       bigint generated always as identity primary key,
    code     text   not null unique,
    kind     text   not null generated always as (split_part(code, ':', 1)) stored,
    owner_id uuid            generated always as (nullif(split_part(code, ':', 2), '')::uuid) stored,
    balance  bigint,
    constraint ledger_account_kind check (
        (owner_id is not null and kind in ('wallet', 'earnings', 'pool', 'hold')) or
        (owner_id is null and kind in ('fees', 'transit', 'losses', 'world.card', 'world.mpp', 'world.x402', 'world.payout'))),
    constraint ledger_account_owned_has_balance check ((owner_id is null) = (balance is null)),
    constraint ledger_account_never_negative check (balance >= 0)
) with (fillfactor = 50);                                   -- room for HOT updates: balance is in no index

insert into ledger_account (code) values
    ('fees'), ('transit'), ('losses'), ('world.card'), ('world.mpp'), ('world.x402'), ('world.payout');

-- A transaction is one business fact. Its key is the fact's own name and can be posted once, for ever.
create table ledger_transaction (
    id         uuid        primary key,                     -- UUIDv7 made by the caller; shown as txn_...
    key        text        not null unique,
    kind       text        not null,
    tags       jsonb       not null default '{}',           -- actor, reason, reference: for people, never for sums
    created_at timestamptz not null
);

-- A move takes cents from one account to another: a transaction that does not sum to zero cannot be written down.
create table ledger_move (
    id                  bigint   generated always as identity primary key,
    transaction_id      uuid     not null references ledger_transaction,
    source_id           bigint   not null,                  -- no database FK to accounts: it would take a shared
    destination_id      bigint   not null,                  -- row lock on 'fees' and 'world.*' in every post
    cents               bigint   not null,
    source_balance      bigint,                             -- after this move; null on house accounts
    destination_balance bigint,
    bounty_id           uuid,
    capped_cents        bigint   not null default 0,        -- what of it counts towards the owner's rolling caps
    created_at          timestamptz not null,
    constraint ledger_move_positive check (cents > 0),
    constraint ledger_move_capped check (capped_cents between 0 and cents),
    constraint ledger_move_two_accounts check (source_id <> destination_id)
);
create index ledger_move_transaction on ledger_move (transaction_id);
create index ledger_move_source      on ledger_move (source_id, id);
create index ledger_move_destination on ledger_move (destination_id, id);
create index ledger_move_bounty      on ledger_move (bounty_id) where bounty_id is not null;
create index ledger_move_capped      on ledger_move (source_id, created_at) include (capped_cents) where capped_cents > 0;

-- The same moves seen from one account: the statement, the report and check_ledger read this.
create view ledger_line as
    select source_id as account_id, id as move_id, transaction_id, -cents as cents, source_balance as balance_after,
           destination_id as other_id, bounty_id, created_at from ledger_move
    union all
    select destination_id, id, transaction_id, cents, destination_balance, source_id, bounty_id, created_at from ledger_move;
