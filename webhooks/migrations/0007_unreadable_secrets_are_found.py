from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for this index

    dependencies = [
        ("webhooks", "0006_unreadable_secrets"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="endpoint",
            index=models.Index(
                condition=models.Q(("unreadable_since__isnull", False)),
                fields=["unreadable_since"],
                name="endpoint_unreadable",
            ),
        ),
    ]
