"""Events, endpoints, deliveries and their attempts."""

import django.contrib.postgres.fields
import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("webhooks", "0001_events_endpoints_deliveries"),
        ("webhooks", "0002_event_inbox"),
        ("webhooks", "0003_redelivery"),
        ("webhooks", "0004_legacy_endpoints"),
        ("webhooks", "0005_open_deliveries_by_receiver"),
        ("webhooks", "0006_failed_deliveries"),
    ]

    initial = True

    dependencies = [
        ("marketplace", "0001_tables"),
        ("marketplace", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Endpoint",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("url", models.CharField(max_length=2048)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), size=None),
                ),
                ("description", models.CharField(blank=True, max_length=200)),
                ("sealed_secret", models.TextField()),
                (
                    "legacy",
                    models.BooleanField(
                        default=False, help_text="The key's single address of old, one at most; not of its five."
                    ),
                ),
                ("consecutive_failures", models.PositiveIntegerField(default=0)),
                ("disabled_at", models.DateTimeField(null=True)),
                ("disabled_reason", models.CharField(blank=True, max_length=40)),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="endpoints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="endpoints", to="marketplace.apikey"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("deleted_at", None), ("disabled_at", None)),
                        fields=["account"],
                        name="endpoint_live",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("deleted_at", None), ("legacy", False)),
                        fields=("key", "url"),
                        name="endpoint_url_once_per_key",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("deleted_at", None), ("legacy", True)),
                        fields=("key",),
                        name="endpoint_legacy_once_per_key",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("type", models.CharField(max_length=60)),
                ("entity", models.CharField(help_text="Public id of the row this is about.", max_length=64)),
                (
                    "key",
                    models.CharField(
                        help_text="The event's id on the wire: <type>:<entity>, .<n> from the second on.",
                        max_length=120,
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                ("public", models.BooleanField(default=True)),
                ("subject_id", models.UUIDField(help_text="The row this is about.", null=True)),
                ("actor", models.CharField(blank=True, max_length=60)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("request_id", models.CharField(blank=True, max_length=128)),
                ("fanned_out_at", models.DateTimeField(null=True)),
                (
                    "position",
                    models.BigIntegerField(
                        help_text="Place in its account's inbox, given after the commit.", null=True
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "only_endpoint",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="webhooks.endpoint"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("subject_id__isnull", False)),
                        fields=["subject_id", "id"],
                        name="event_timeline",
                    ),
                    models.Index(fields=["entity", "type"], name="event_occurrences"),
                    models.Index(
                        condition=models.Q(("fanned_out_at", None), ("public", True)),
                        fields=["id"],
                        name="event_not_fanned_out",
                    ),
                    models.Index(
                        condition=models.Q(("position", None), ("public", True)),
                        fields=["account", "id"],
                        name="event_without_place",
                    ),
                    models.Index(
                        condition=models.Q(("position__isnull", False)),
                        fields=["account", "type", "position"],
                        name="event_place_by_type",
                    ),
                    models.Index(
                        condition=models.Q(("public", True)), fields=["account", "created_at"], name="event_replay"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("account", "key"), name="event_once", nulls_distinct=False),
                    models.UniqueConstraint(
                        condition=models.Q(("position__isnull", False)),
                        fields=("account", "position"),
                        name="event_place",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("event_type", models.CharField(max_length=60)),
                ("status", models.CharField(default="pending", max_length=10)),
                ("body", models.TextField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("earlier_attempts", models.PositiveSmallIntegerField(default=0)),
                ("response_status", models.PositiveSmallIntegerField(null=True)),
                ("last_error", models.CharField(blank=True, max_length=300)),
                ("next_attempt_at", models.DateTimeField(help_text="Business time.", null=True)),
                ("leased_until", models.DateTimeField(null=True)),
                ("delivered_at", models.DateTimeField(null=True)),
                (
                    "endpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.endpoint"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.event"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ("pending", "retrying"))),
                        fields=["endpoint", "next_attempt_at", "id"],
                        name="delivery_next",
                    ),
                    models.Index(fields=["endpoint", "-id"], name="delivery_of_endpoint"),
                    models.Index(
                        condition=models.Q(("status", "failed")), fields=["endpoint", "-id"], name="delivery_failed"
                    ),
                    models.Index(
                        condition=models.Q(("leased_until__isnull", False)),
                        fields=["leased_until"],
                        name="delivery_leased",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("endpoint", "event"), name="delivery_once")],
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, max_length=300)),
                ("duration_ms", models.PositiveIntegerField()),
                ("response_excerpt", models.CharField(blank=True, max_length=1000)),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="webhooks.delivery"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("delivery", "number"), name="attempt_numbered")],
            },
        ),
    ]
