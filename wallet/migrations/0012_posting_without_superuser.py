"""`ledger_post` sets its mark for the guards by itself: a function with `set ledger.posting` can be created by superusers only."""

from pathlib import Path

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0011_chain_of_the_sandbox"),
    ]

    operations = [
        # The same words with which 0007 makes it in a new database.
        migrations.RunSQL(
            (Path(__file__).parent / "sql" / "ledger_post_spender.sql").read_text(), migrations.RunSQL.noop
        ),
    ]
