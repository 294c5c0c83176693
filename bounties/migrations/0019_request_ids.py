"""Rows that are followed up name the request that made them, under which a task logs its work on them."""

import marketplace.models.base
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0018_simulated_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="micsample",
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
            model_name="rewrite",
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
