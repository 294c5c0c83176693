import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("webhooks_attempt_delivery_id_bb1708b1", "webhooks_attempt", "delivery_id"),
    ("webhooks_delivery_endpoint_id_6cbee67d", "webhooks_delivery", "endpoint_id"),
    ("webhooks_event_account_id_551ec817", "webhooks_event", "account_id"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("webhooks", "0009_inbox_starts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'drop index concurrently if exists "{index}"',
                    f'create index concurrently if not exists "{index}" on "{table}" ("{column}")',
                )
                for index, table, column in _COVERED
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="attempt",
                    name="delivery",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tries",
                        to="webhooks.delivery",
                    ),
                ),
                migrations.AlterField(
                    model_name="delivery",
                    name="endpoint",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="webhooks.endpoint",
                    ),
                ),
                migrations.AlterField(
                    model_name="event",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
