"""Rows that are followed up name the request that made them, under which a task logs its work on them."""

import marketplace.models.base
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0017_what_is_deleted_is_found_by_index"),
    ]

    operations = [
        migrations.AddField(
            model_name="export",
            name="caused_by",
            field=models.CharField(
                blank=True,
                default=marketplace.models.base.current_request_id,
                editable=False,
                help_text="The request that made it.",
                max_length=128,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="mail",
            name="caused_by",
            field=models.CharField(
                blank=True,
                default=marketplace.models.base.current_request_id,
                editable=False,
                help_text="The request that made it.",
                max_length=128,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="push",
            name="caused_by",
            field=models.CharField(
                blank=True,
                default=marketplace.models.base.current_request_id,
                editable=False,
                help_text="The request that made it.",
                max_length=128,
                null=True,
            ),
        ),
    ]
