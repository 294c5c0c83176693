"""A play counts how often in a row it failed, so that it ends instead of failing for good."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0020_indexes_that_others_cover")]

    operations = [
        migrations.AddField(
            model_name="play",
            name="failures",
            field=models.PositiveSmallIntegerField(
                default=0, db_default=0, help_text="How often in a row it could not go on for a fault of ours."
            ),
        ),
    ]
