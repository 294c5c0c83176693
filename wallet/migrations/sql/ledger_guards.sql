-- Guards: only ledger_post writes, and what it wrote stays.

create function ledger_refuse() returns trigger language plpgsql as $$
begin
    raise exception '% on % refused: %', tg_op, tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
end $$;

create trigger ledger_transaction_written_by_post before insert on ledger_transaction for each row
    when (current_setting('ledger.posting', true) is distinct from 'on') execute function ledger_refuse('only ledger_post writes');
create trigger ledger_move_written_by_post before insert on ledger_move for each row
    when (current_setting('ledger.posting', true) is distinct from 'on') execute function ledger_refuse('only ledger_post writes');
create trigger ledger_account_changed_by_post before update on ledger_account for each row
    when (current_setting('ledger.posting', true) is distinct from 'on') execute function ledger_refuse('only ledger_post writes');
create trigger ledger_account_born_empty before insert on ledger_account for each row
    when (new.balance <> 0) execute function ledger_refuse('an account is born empty');

create trigger ledger_transaction_immutable before update or delete on ledger_transaction for each row execute function ledger_refuse('immutable');
create trigger ledger_move_immutable        before update or delete on ledger_move        for each row execute function ledger_refuse('immutable');
create trigger ledger_account_kept          before delete           on ledger_account     for each row execute function ledger_refuse('immutable');
-- Test databases (test_*) are emptied by TRUNCATE between tests; no other database is.
create trigger ledger_transaction_not_truncated before truncate on ledger_transaction
    when (current_database() not like 'test\_%') execute function ledger_refuse('immutable');
create trigger ledger_move_not_truncated before truncate on ledger_move
    when (current_database() not like 'test\_%') execute function ledger_refuse('immutable');
create trigger ledger_account_not_truncated before truncate on ledger_account
    when (current_database() not like 'test\_%') execute function ledger_refuse('immutable');
