import django.db.models.deletion
from django.db import migrations, models

import marketplace.core.ids


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0007_push")]

    operations = [
        migrations.CreateModel(
            name="Thumbnail",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "side",
                    models.PositiveSmallIntegerField(help_text="Pixels that width and height are bounded by."),
                ),
                ("storage_key", models.CharField(blank=True, max_length=200)),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="thumbnails",
                        to="marketplace.file",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("file", "side"), name="thumbnail_once")],
            },
        ),
    ]
