"""Coordinates that the history of settings has from before it left them out."""

from django.db import migrations

# The table is append-only: its guard stands aside for this statement, and whoever edits a setting waits for it (a few rows).
FORGOTTEN = """
alter table marketplace_settingchange disable trigger setting_change_immutable;
update marketplace_settingchange
    set old = setting_without(old, 'latitude longitude'), new = setting_without(new, 'latitude longitude')
    where model = 'bounties.taskplace';
alter table marketplace_settingchange enable trigger setting_change_immutable
"""


class Migration(migrations.Migration):
    dependencies = [("bounties", "0023_erasure_places_out_of_history")]

    operations = [migrations.RunSQL(FORGOTTEN, migrations.RunSQL.noop)]
