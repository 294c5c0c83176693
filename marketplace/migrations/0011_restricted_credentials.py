"""What an API key or a connected program may do, and a row for each program that an account has connected."""

import django.contrib.postgres.fields
import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0010_exports_and_closing"),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="categories",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=40), blank=True, null=True, size=None
            ),
        ),
        migrations.AddField(
            model_name="apikey",
            name="countries",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=2), blank=True, null=True, size=None
            ),
        ),
        migrations.AddField(
            model_name="apikey",
            name="is_limited",
            field=models.BooleanField(default=False, help_text="By any of these, or by a cap of its own."),
        ),
        migrations.AddField(
            model_name="apikey",
            name="scopes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20), blank=True, null=True, size=None
            ),
        ),
        migrations.CreateModel(
            name="Connector",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20), blank=True, null=True, size=None
                    ),
                ),
                (
                    "categories",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=40), blank=True, null=True, size=None
                    ),
                ),
                (
                    "countries",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2), blank=True, null=True, size=None
                    ),
                ),
                (
                    "is_limited",
                    models.BooleanField(default=False, help_text="By any of these, or by a cap of its own."),
                ),
                (
                    "name",
                    models.CharField(
                        blank=True, help_text="The client's, as it was at the first consent.", max_length=255
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="connectors",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "application",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="connectors",
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["account", "-id"], name="connector_of_account")],
                "constraints": [
                    models.UniqueConstraint(fields=("account", "application"), name="connector_once_per_client")
                ],
            },
        ),
    ]
