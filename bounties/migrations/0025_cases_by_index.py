from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for this index

    dependencies = [("bounties", "0024_erasure_places_of_before")]

    operations = [
        AddIndexConcurrently(
            "application",
            models.Index(
                fields=["needs_staff_at"],
                condition=models.Q(status="accepted", needs_staff_at__isnull=False),
                name="application_case",
            ),
        )
    ]
