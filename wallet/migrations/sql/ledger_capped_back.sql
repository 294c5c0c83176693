alter table ledger_move add column spend boolean not null default false;
alter table ledger_move disable trigger ledger_move_immutable;
update ledger_move set spend = true where capped_cents > 0;
alter table ledger_move enable trigger ledger_move_immutable;
create index ledger_move_spend on ledger_move (source_id, created_at) include (cents) where spend;
alter table ledger_move drop column capped_cents;
