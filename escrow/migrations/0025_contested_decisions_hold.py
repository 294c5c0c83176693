"""What 0023 and 0024 added holds for the rows from before, too."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("escrow", "0024_contested_decisions_once")]

    operations = [
        ValidateConstraint(model_name="decisionpreview", name="preview_of_one_matter"),
        ValidateConstraint(model_name="disputedecision", name="decision_of_one_matter"),
        migrations.RunSQL(
            "alter table escrow_disputedecision validate constraint decision_as_previewed_of_case",
            migrations.RunSQL.noop,
        ),
    ]
