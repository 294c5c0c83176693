from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for these indexes

    dependencies = [
        ("escrow", "0021_open_money_is_found"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="dispute",
            index=models.Index(
                condition=models.Q(("resolved_at__isnull", False)),
                fields=["resolved_at"],
                name="dispute_resolved",
            ),
        ),
        AddIndexConcurrently(
            model_name="appeal",
            index=models.Index(
                condition=models.Q(("decided_at__isnull", False)),
                fields=["decided_at"],
                name="appeal_decided",
            ),
        ),
    ]
