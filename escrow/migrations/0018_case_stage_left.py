"""Each stage that a case leaves becomes a row, whatever moved it."""

from django.db import migrations

FORWARD = """
create function escrow_case_stage_left() returns trigger language plpgsql as $$
begin
    insert into escrow_casestage (case_id, stage, round, began_at, ended_at)
    values (old.id, old.stage, old.round, old.stage_at, new.stage_at);
    return null;
end $$;

create trigger case_stage_left after update of stage_at on escrow_case
    for each row when (old.stage_at is distinct from new.stage_at) execute function escrow_case_stage_left();
"""
BACK = """
drop trigger case_stage_left on escrow_case;
drop function escrow_case_stage_left();
"""


class Migration(migrations.Migration):
    dependencies = [("escrow", "0017_stages_of_cases")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
