"""Which endpoints have something due, noted by the database whoever writes deliveries."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

UNDO = """
drop trigger note_endpoint on webhooks_endpoint;
drop trigger note_delivery on webhooks_delivery;
drop trigger note_new_deliveries on webhooks_delivery;
drop function webhooks_note_endpoint();
drop function webhooks_note_delivery();
drop function webhooks_note_new_deliveries();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0011_senders"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DueEndpoint",
            fields=[
                (
                    "endpoint",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="webhooks.endpoint",
                    ),
                ),
                ("failing", models.BooleanField()),
                (
                    "due_at",
                    models.DateTimeField(
                        help_text="Business time. None: nothing is sent until the endpoint changes.", null=True
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("failing", False)), fields=["due_at"], name="due_endpoint_healthy"
                    ),
                    models.Index(condition=models.Q(("failing", True)), fields=["due_at"], name="due_endpoint_failing"),
                ],
            },
        ),
        migrations.RunSQL((Path(__file__).parent / "sql" / "due_endpoints.sql").read_text(), UNDO),
    ]
