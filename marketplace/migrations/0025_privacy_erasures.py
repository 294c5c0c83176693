"""Erasures of accounts, and staff's reads of private data."""

from pathlib import Path

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


SQL = Path(__file__).parent / "sql"
_UNGUARDED = """
    drop trigger private_read_immutable on marketplace_privateread;
    drop trigger private_read_kept on marketplace_privateread;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0024_beat"),
    ]

    operations = [
        migrations.AlterField(
            model_name="proposal",
            name="kind",
            field=models.CharField(
                choices=[
                    ("add", "add"),
                    ("change", "change"),
                    ("delete", "delete"),
                    ("close", "close"),
                    ("erase", "erase"),
                ],
                max_length=7,
            ),
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("due_at", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "waits_for",
                    models.JSONField(
                        default=list, help_text="What kept something back when it was looked at last, in codes."
                    ),
                ),
                (
                    "last_mail_id",
                    models.UUIDField(help_text="The mail that told them; it goes once it was sent.", null=True),
                ),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="erasure", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "operator",
                    models.ForeignKey(
                        help_text="Who did it; empty: the person themselves.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="erasure_due")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("due_at", None), ("done_at", None), _connector="XOR"),
                        name="erasure_due_or_done",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrivateRead",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("role", models.CharField(max_length=10)),
                (
                    "what",
                    models.CharField(
                        choices=[("opened", "opened"), ("revealed", "revealed"), ("bundled", "bundled")], max_length=10
                    ),
                ),
                ("object_type", models.CharField(help_text="A model, such as humans.conversation.", max_length=60)),
                ("object_id", models.CharField(help_text="Its primary key.", max_length=64)),
                (
                    "reason",
                    models.CharField(
                        blank=True, help_text="What was said where a reason is asked for.", max_length=500
                    ),
                ),
                ("hour", models.DateTimeField(help_text="The hour (UTC) that it fell into.")),
                (
                    "about",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "staff",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["about", "-id"], name="private_read_of_person"),
                    models.Index(fields=["created_at"], name="private_read_by_time"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("about", "staff", "hour", "what", "object_type", "object_id", "reason"),
                        name="private_read_once_an_hour",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("staff", models.F("about")), _negated=True), name="private_read_of_others"
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "private_reads.sql").read_text(), _UNGUARDED),
    ]
