from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for these indexes

    dependencies = [
        ("webhooks", "0016_room_for_updates"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="endpoint",
            index=models.Index(
                condition=models.Q(("disabled_at__isnull", False)),
                fields=["disabled_at"],
                name="endpoint_disabled",
            ),
        ),
        AddIndexConcurrently(
            model_name="endpoint",
            index=models.Index(
                condition=models.Q(("consecutive_failures__gt", 0), ("disabled_at", None)),
                fields=["id"],
                name="endpoint_failing",
            ),
        ),
    ]
