from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for this index

    dependencies = [
        ("marketplace", "0027_status_days"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="account",
            index=models.Index(
                condition=models.Q(("is_staff", True)),
                fields=["id"],
                name="account_of_staff",
            ),
        ),
    ]
