"""Jobs from a file, kept between the preview and the confirmation."""

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0013_spenders"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="JobImport",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("file_name", models.CharField(blank=True, max_length=200)),
                (
                    "digest",
                    models.BinaryField(
                        help_text="SHA-256 of the file, to tell that it was posted before.", max_length=32
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportedRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "number",
                    models.PositiveSmallIntegerField(
                        help_text="Of the line in the file; the names of the columns are line 1."
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=200)),
                ("body", models.JSONField(help_text="As POST /api/bounties takes it.")),
                ("errors", models.JSONField(default=list, help_text="[column, reason] of each fault.")),
                (
                    "cents",
                    models.BigIntegerField(help_text="What it costs with the fee; empty with a fault.", null=True),
                ),
                (
                    "problem",
                    models.CharField(
                        blank=True, help_text="Why it was not posted when it was tried last.", max_length=500
                    ),
                ),
                (
                    "bounty",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="bounties.bounty"
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="bounties.jobimport",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="jobimport",
            index=models.Index(fields=["owner", "-id"], name="import_of_owner"),
        ),
        migrations.AddConstraint(
            model_name="importedrow",
            constraint=models.UniqueConstraint(fields=("batch", "number"), name="import_line_once"),
        ),
        migrations.AddConstraint(
            model_name="importedrow",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cents__isnull", False), ("errors", [])),
                    models.Q(models.Q(("errors", []), _negated=True), ("bounty", None), ("cents", None)),
                    _connector="OR",
                ),
                name="import_line_costs_or_is_faulty",
            ),
        ),
    ]
