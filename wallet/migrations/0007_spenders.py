"""Who spends: caps of single API keys and connectors, and the spender in the ledger, written down by `ledger_post`."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_DROP = "drop function ledger_post(uuid, text, text, timestamptz, text[], text[], bigint[], uuid[], bigint[], jsonb{});"


def sql(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0011_restricted_credentials"),
        ("wallet", "0006_freeze_and_longer_caps"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="checkout",
            name="spender",
            field=models.CharField(
                blank=True,
                help_text="Who asked for it, as the ledger names spenders: the wallet's part is theirs.",
                max_length=50,
            ),
        ),
        migrations.AddField(
            model_name="controls",
            name="has_spender_limits",
            field=models.BooleanField(
                default=False,
                help_text="A key or connector has caps of its own: without any, spends need not look for them.",
            ),
        ),
        migrations.RunSQL(
            f"""
            alter table ledger_move add column spender text;  -- who spent it, in the words of Actor.spender
            create index ledger_move_spender on ledger_move (source_id, spender, created_at) include (capped_cents)
             where capped_cents > 0 and spender is not null;
            {_DROP.format("")}
            {sql("ledger_post_spender")}
            """,
            f"""
            {_DROP.format(", text")}
            {sql("ledger_post")}
            alter table ledger_move drop column spender;
            """,
            state_operations=[
                migrations.AddField(model_name="ledgermove", name="spender", field=models.TextField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="SpenderLimits",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("spending_cap_per_bounty_cents", models.BigIntegerField(null=True)),
                ("spending_cap_rolling_24h_cents", models.BigIntegerField(null=True)),
                ("spending_cap_rolling_7d_cents", models.BigIntegerField(null=True)),
                ("spending_cap_rolling_30d_cents", models.BigIntegerField(null=True)),
                ("changed_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="spender_limits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "connector",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="spending_limits",
                        to="marketplace.connector",
                    ),
                ),
                (
                    "key",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="spending_limits",
                        to="marketplace.apikey",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "spender limits",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("connector__isnull", False), ("key", None)),
                            models.Q(("connector", None), ("key__isnull", False)),
                            _connector="OR",
                        ),
                        name="limits_of_one_spender",
                    )
                ],
            },
        ),
    ]
