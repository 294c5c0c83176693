"""Lifetime totals of wallets and earnings are kept by `ledger_post`: no balance is read from the history any more."""

from pathlib import Path

from django.db import migrations, models


def sql(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0015_moves_by_time"),
    ]

    operations = [
        migrations.RunSQL(
            sql("ledger_totals") + sql("ledger_post_totals") + sql("ledger_faults_totals"),
            f"""
            {sql("ledger_post_spender")}
            drop function ledger_total_faults(), ledger_added(jsonb, text, bigint);
            drop view ledger_effect;
            create or replace trigger ledger_account_born_empty before insert on ledger_account for each row
                when (new.balance <> 0) execute function ledger_refuse('an account is born empty');
            alter table ledger_account drop column sent, drop column returned, drop column withdrawn;
            """,
            state_operations=[
                migrations.AddField("ledgeraccount", name, models.BigIntegerField(null=True))
                for name in ("sent", "returned", "withdrawn")
            ],
        ),
    ]
