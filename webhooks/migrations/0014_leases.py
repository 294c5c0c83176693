"""Deliveries in flight stand in a small table of their own, so that an index of the large one can go."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

UNDO = "drop trigger note_lease on webhooks_delivery; drop function webhooks_note_lease();"


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0013_due_endpoints_of_today"),
    ]

    operations = [
        migrations.CreateModel(
            name="Lease",
            fields=[
                (
                    "delivery",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="webhooks.delivery",
                    ),
                ),
            ],
        ),
        migrations.RunSQL((Path(__file__).parent / "sql" / "leases.sql").read_text(), UNDO),
    ]
