"""What the audits of the night compare is found without reading what earlier nights have compared."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("humans", "0010_indexes_that_others_cover")]

    operations = [
        AddIndexConcurrently(
            model_name="review",
            index=models.Index(
                condition=models.Q(("answered_at__isnull", False)), fields=["answered_at"], name="review_answered"
            ),
        ),
    ]
