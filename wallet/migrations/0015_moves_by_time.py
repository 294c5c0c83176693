"""Moves of a month are found without reading all others: they lie together in the table, so an index of block ranges is enough."""

from django.db import migrations


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("wallet", "0014_indexes_that_others_cover")]

    operations = [
        migrations.RunSQL(
            "create index concurrently if not exists ledger_move_time on ledger_move using brin (created_at)",
            "drop index concurrently if exists ledger_move_time",
        )
    ]
