"""The history of a setting may leave out what personal columns held: it is append-only, and an erasure could not empty it."""

from django.db import migrations

# What differs, with a word in place of what these columns held. `hidden`: their names, separated by blanks.
WITHOUT = """
create function setting_without(one jsonb, hidden text) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, case when key = any (string_to_array(hidden, ' ')) then '"not kept"' else value end), '{}')
    from jsonb_each(one)
$$
"""
CHANGED = """
create or replace function setting_changed() returns trigger language plpgsql as $$
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
        %s,
        %s,
        coalesce(nullif(current_setting('setting.at', true), '')::timestamptz, clock_timestamp()));
    return null;
end $$
"""
BEFORE = ("coalesce(setting_differs(was, becomes), '{}')", "coalesce(setting_differs(becomes, was), '{}')")
NOW = tuple(f"setting_without({differs}, coalesce(tg_argv[2], ''))" for differs in BEFORE)


class Migration(migrations.Migration):
    """A third argument of the trigger: columns whose values stay out. `setting_differs` sees them, so a change is still noticed."""

    dependencies = [("marketplace", "0032_what_a_calls_note_says")]

    operations = [
        migrations.RunSQL(WITHOUT, "drop function setting_without(jsonb, text)"),
        migrations.RunSQL(CHANGED % NOW, CHANGED % BEFORE),
    ]
