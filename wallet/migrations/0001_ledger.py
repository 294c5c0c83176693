"""The ledger: tables, guards, the one function that writes, the proof. Design: docs/money.md; the SQL lies beside this file."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent / "sql"


def sql(name: str) -> str:
    return (SQL / f"{name}.sql").read_text()


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [
        migrations.RunSQL(
            sql("ledger_tables"),
            "drop view ledger_line; drop table ledger_move, ledger_transaction, ledger_account;",
            state_operations=[
                migrations.CreateModel(
                    name="LedgerAccount",
                    fields=[
                        ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                        ("code", models.TextField(unique=True)),
                        ("kind", models.TextField()),
                        ("owner_id", models.UUIDField(null=True)),
                        ("balance", models.BigIntegerField(null=True)),
                    ],
                    options={"db_table": "ledger_account"},
                ),
                migrations.CreateModel(
                    name="LedgerTransaction",
                    fields=[
                        ("id", models.UUIDField(primary_key=True, serialize=False)),
                        ("key", models.TextField(unique=True)),
                        ("kind", models.TextField()),
                        ("tags", models.JSONField(default=dict)),
                        ("created_at", models.DateTimeField()),
                    ],
                    options={"db_table": "ledger_transaction"},
                ),
                migrations.CreateModel(
                    name="LedgerMove",
                    fields=[
                        ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                        (
                            "transaction",
                            models.ForeignKey(
                                on_delete=models.deletion.DO_NOTHING,
                                related_name="moves",
                                to="wallet.ledgertransaction",
                            ),
                        ),
                        (
                            "source",
                            models.ForeignKey(
                                db_constraint=False,
                                on_delete=models.deletion.DO_NOTHING,
                                related_name="+",
                                to="wallet.ledgeraccount",
                            ),
                        ),
                        (
                            "destination",
                            models.ForeignKey(
                                db_constraint=False,
                                on_delete=models.deletion.DO_NOTHING,
                                related_name="+",
                                to="wallet.ledgeraccount",
                            ),
                        ),
                        ("cents", models.BigIntegerField()),
                        ("source_balance", models.BigIntegerField(null=True)),
                        ("destination_balance", models.BigIntegerField(null=True)),
                        ("bounty_id", models.UUIDField(null=True)),
                        ("capped_cents", models.BigIntegerField(default=0)),
                        ("created_at", models.DateTimeField()),
                    ],
                    options={"db_table": "ledger_move"},
                ),
            ],
        ),
        migrations.RunSQL(sql("ledger_guards"), "drop function ledger_refuse() cascade;"),
        migrations.RunSQL(
            sql("ledger_post"),
            "drop function ledger_post(uuid, text, text, timestamptz, text[], text[], bigint[], uuid[], bigint[], jsonb);",
        ),
        migrations.RunSQL(sql("ledger_faults"), "drop view ledger_house; drop function ledger_faults();"),
    ]
