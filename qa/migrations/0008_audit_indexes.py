"""What the audits of the night compare is found without reading what earlier nights have compared."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("qa", "0007_indexes_that_others_cover")]

    operations = [
        AddIndexConcurrently(
            model_name="run",
            index=models.Index(fields=["ended_at"], name="qa_run_ended"),
        ),
        AddIndexConcurrently(
            model_name="tasterun",
            index=models.Index(fields=["ended_at"], name="taste_run_ended"),
        ),
    ]
