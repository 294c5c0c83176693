"""Transactions since a checkpoint are found without reading all others: an index of block ranges, as that of moves."""

from django.db import migrations


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("wallet", "0018_ledger_checkpoints")]

    operations = [
        migrations.RunSQL(
            "create index concurrently if not exists ledger_transaction_time on ledger_transaction using brin (created_at)",
            "drop index concurrently if exists ledger_transaction_time",
        )
    ]
