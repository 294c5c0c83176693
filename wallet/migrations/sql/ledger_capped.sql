-- What counts to an owner's caps is a sum, not a yes or no: of a spend that a page paid for in part, the wallet's own part.

alter table ledger_move add column capped_cents bigint not null default 0;
alter table ledger_move disable trigger ledger_move_immutable;
update ledger_move set capped_cents = cents where spend;
alter table ledger_move enable trigger ledger_move_immutable;
alter table ledger_move drop column spend;                  -- its index goes with it
alter table ledger_move add constraint ledger_move_capped check (capped_cents between 0 and cents);
create index ledger_move_capped on ledger_move (source_id, created_at) include (capped_cents) where capped_cents > 0;
drop function ledger_post(uuid, text, text, timestamptz, text[], text[], bigint[], uuid[], boolean, jsonb);
