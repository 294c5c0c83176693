-- History of settings: each table of settings has a trigger that writes what differs. Who and why are said beforehand, for the
-- transaction (`marketplace/services/setting_history.py`); what comes without is a migration, demo data or the console.

create function staff_refuse() returns trigger language plpgsql as $$
begin
    raise exception '% on % refused: append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create function setting_differs(one jsonb, other jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(one) where other is null or other -> key is distinct from value
$$;

-- Arguments of the trigger: the model, such as escrow.ladderband, and the column of its primary key.
create function setting_changed() returns trigger language plpgsql as $$
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
        coalesce(setting_differs(was, becomes), '{}'),
        coalesce(setting_differs(becomes, was), '{}'),
        coalesce(nullif(current_setting('setting.at', true), '')::timestamptz, clock_timestamp()));
    return null;
end $$;

create trigger setting_change_immutable before update or delete on marketplace_settingchange
    for each row execute function staff_refuse();
-- Test databases (test_*) are emptied by TRUNCATE between tests; no other database is.
create trigger setting_change_not_truncated before truncate on marketplace_settingchange
    when (current_database() not like 'test\_%') execute function staff_refuse();
