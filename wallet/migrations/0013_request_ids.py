"""Rows that are followed up name the request that made them, under which a task logs its work on them."""

import marketplace.models.base
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0012_posting_without_superuser"),
    ]

    operations = [
        migrations.AddField(
            model_name="checkout",
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
            model_name="mppcharge",
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
            model_name="outflow",
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
            model_name="topup",
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
            model_name="x402payment",
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
