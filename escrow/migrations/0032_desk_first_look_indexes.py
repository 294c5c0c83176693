"""The queue is read in its order, and a timer finds the first looks that nobody had in time. Made while the table is in use."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("escrow", "0031_desk_first_look")]

    operations = [
        AddIndexConcurrently(
            model_name="case",
            index=models.Index(condition=models.Q(closed_at=None), fields=["next_due_at", "id"], name="case_next_due"),
        ),
        AddIndexConcurrently(
            model_name="case",
            index=models.Index(
                condition=models.Q(closed_at=None, first_look_at=None, with_lead_at=None),
                fields=["first_look_due_at"],
                name="case_unseen",
            ),
        ),
    ]
