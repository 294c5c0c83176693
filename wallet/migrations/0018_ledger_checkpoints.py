"""Closed months are sealed by a checkpoint, from which `check_ledger` and the sums of house accounts start."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models


def sql(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0017_ledger_totals_of_before"),
    ]

    operations = [
        migrations.RunSQL(
            sql("ledger_checkpoints") + sql("ledger_faults_checkpoints"),
            f"""
            drop view ledger_house;
            drop function ledger_faults(boolean), ledger_checkpoint_faults(), ledger_close(date, timestamptz),
                ledger_seal(date, bigint, bigint, bigint, bytea, timestamptz), ledger_states(date, bigint, bigint);
            drop function ledger_start();
            drop function ledger_refuse_sealed() cascade;
            drop table ledger_checkpoint_account, ledger_checkpoint;
            {sql("ledger_faults")}
            {sql("ledger_faults_totals")}
            """,
            state_operations=[
                migrations.CreateModel(
                    name="LedgerCheckpoint",
                    fields=[
                        ("month", models.DateField(primary_key=True, serialize=False)),
                        ("ends_at", models.DateTimeField(unique=True)),
                        ("closed_at", models.DateTimeField()),
                        ("through", models.BigIntegerField(null=True)),
                        ("moves", models.BigIntegerField(null=True)),
                        ("cents", models.BigIntegerField(null=True)),
                        ("hash", models.BinaryField(null=True)),
                        ("sealed_at", models.DateTimeField(null=True)),
                    ],
                    options={"db_table": "ledger_checkpoint"},
                ),
                migrations.CreateModel(
                    name="LedgerCheckpointAccount",
                    fields=[
                        ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                        (
                            "checkpoint",
                            models.ForeignKey(
                                db_column="month",
                                db_index=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="accounts",
                                to="wallet.ledgercheckpoint",
                            ),
                        ),
                        (
                            "account",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                related_name="+",
                                to="wallet.ledgeraccount",
                            ),
                        ),
                        ("balance", models.BigIntegerField()),
                        ("sent", models.BigIntegerField()),
                        ("returned", models.BigIntegerField()),
                        ("withdrawn", models.BigIntegerField()),
                    ],
                    options={"db_table": "ledger_checkpoint_account"},
                ),
            ],
        ),
    ]
