"""What counts to the caps becomes a sum: a page may pay a part of a spend, and the wallet the rest."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0016_x402_payments_of_one_transaction")]

    operations = [
        migrations.RunSQL(
            (SQL / "ledger_capped.sql").read_text(),
            (SQL / "ledger_capped_back.sql").read_text(),
            state_operations=[
                migrations.RemoveField(model_name="ledgermove", name="spend"),
                migrations.AddField(
                    model_name="ledgermove", name="capped_cents", field=models.BigIntegerField(default=0)
                ),
            ],
        ),
        migrations.RunSQL(
            (SQL / "ledger_post.sql").read_text(),
            "drop function ledger_post(uuid, text, text, timestamptz, text[], text[], bigint[], uuid[], bigint[], jsonb);"
            + (SQL / "ledger_post_first.sql").read_text(),
        ),
    ]
