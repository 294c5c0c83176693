"""The timeline of calls, and from where a key was used last."""

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0011_restricted_credentials"),
    ]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="last_used_by",
            field=models.CharField(blank=True, help_text="The program, by its User-Agent.", max_length=60),
        ),
        migrations.AddField(
            model_name="apikey",
            name="last_used_from",
            field=models.CharField(blank=True, help_text="192.0.2.0/24, 2001:db8::/48", max_length=50),
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("via", models.CharField(help_text="key, oauth or session", max_length=10)),
                ("connector_id", models.UUIDField(null=True)),
                (
                    "program",
                    models.CharField(
                        blank=True, help_text="Name of the key or program, as it was then.", max_length=100
                    ),
                ),
                ("request_id", models.CharField(max_length=128)),
                ("idempotency_key", models.CharField(blank=True, max_length=255)),
                ("operation", models.CharField(help_text="operationId, or page.<page>.<act>", max_length=100)),
                ("verb", models.CharField(blank=True, max_length=100)),
                ("note", models.CharField(blank=True, help_text="What the page said afterwards.", max_length=200)),
                ("method", models.CharField(max_length=7)),
                ("path", models.CharField(max_length=300)),
                ("status", models.PositiveSmallIntegerField()),
                ("error_code", models.CharField(blank=True, max_length=60)),
                ("cents", models.BigIntegerField(default=0, help_text="That left the account's wallet in this call.")),
                ("object_id", models.CharField(blank=True, help_text="Public id of what it concerns.", max_length=64)),
                ("repeats", models.PositiveIntegerField(default=1)),
                ("last_at", models.DateTimeField(null=True)),
                ("slot", models.BinaryField(max_length=16, null=True, unique=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "key",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="marketplace.apikey",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-created_at", "-id"], name="call_of_account"),
                    models.Index(
                        condition=models.Q(("key__isnull", False)),
                        fields=["key", "-created_at", "-id"],
                        name="call_of_key",
                    ),
                    models.Index(
                        condition=models.Q(("connector_id__isnull", False)),
                        fields=["connector_id", "-created_at", "-id"],
                        name="call_of_connector",
                    ),
                    models.Index(fields=["account", "operation", "-created_at", "-id"], name="call_of_operation"),
                    models.Index(
                        condition=models.Q(("cents__gt", 0)),
                        fields=["account", "-created_at", "-id"],
                        name="call_that_cost",
                    ),
                    models.Index(
                        condition=models.Q(("status__gte", 400)),
                        fields=["account", "-created_at", "-id"],
                        name="call_refused",
                    ),
                    models.Index(fields=["created_at"], name="call_age"),
                ],
            },
        ),
    ]
