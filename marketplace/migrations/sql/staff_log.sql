-- The staff log: append-only, each entry chained to the one before by SHA-256. The chain is made when the transaction commits
-- (a deferred trigger), one transaction after the other (the lock of the head's row).

insert into marketplace_staffloghead (id, number, hash) values (1, 0, '');

create function staff_entry_begins() returns trigger language plpgsql as $$
begin
    new.number := null;
    new.previous := '';
    new.hash := '';
    return new;
end $$;

create function staff_entry_chained() returns trigger language plpgsql as $$
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

create trigger staff_entry_begins before insert on marketplace_staffentry
    for each row execute function staff_entry_begins();
create constraint trigger staff_entry_chained after insert on marketplace_staffentry
    deferrable initially deferred for each row execute function staff_entry_chained();
create trigger staff_entry_immutable before update on marketplace_staffentry for each row
    when (current_setting('staff_log.chaining', true) is distinct from 'on') execute function staff_refuse();
create trigger staff_entry_kept before delete on marketplace_staffentry for each row execute function staff_refuse();
create trigger staff_log_head_moved before update on marketplace_staffloghead for each row
    when (current_setting('staff_log.chaining', true) is distinct from 'on') execute function staff_refuse();
create trigger staff_log_head_kept before insert or delete on marketplace_staffloghead
    for each row execute function staff_refuse();
-- Test databases (test_*) are emptied by TRUNCATE between tests; no other database is.
create trigger staff_entry_not_truncated before truncate on marketplace_staffentry
    when (current_database() not like 'test\_%') execute function staff_refuse();
create trigger staff_log_head_not_truncated before truncate on marketplace_staffloghead
    when (current_database() not like 'test\_%') execute function staff_refuse();
