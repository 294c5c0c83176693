"""Contested verdicts, the end of a seat whose evidence was returned and not replaced, and due dates of staff cases."""

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0009_terms_hold"),
        ("escrow", "0004_frozen_fee_rates"),
        ("humans", "0003_attempts"),
        ("marketplace", "0004_plain_names"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Contest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("reason", models.TextField(max_length=5000)),
                ("due_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True, help_text="What settled it: one of rules.contests.OUTCOMES.", max_length=20
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="application",
            name="silence_warning_at",
            field=models.DateTimeField(help_text="When the worker is warned of that end a last time.", null=True),
        ),
        migrations.AddField(
            model_name="application",
            name="silent_since",
            field=models.DateTimeField(
                help_text="The end of a redo that brought no evidence: `complete_by` ends the seat since then.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="staff_due_at",
            field=models.DateTimeField(help_text="Until when; empty once staff were told that it passed.", null=True),
        ),
        migrations.AlterField(
            model_name="application",
            name="needs_staff_at",
            field=models.DateTimeField(help_text="Since when staff have to decide about it.", null=True),
        ),
        migrations.AlterField(
            model_name="rewrite",
            name="sealed_text",
            field=models.TextField(help_text="The document's text, encrypted; that of a sample is empty once scored."),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(
                condition=models.Q(("silence_warning_at__isnull", False)),
                fields=["silence_warning_at"],
                name="application_silence_due",
            ),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(
                condition=models.Q(("staff_due_at__isnull", False)),
                fields=["staff_due_at"],
                name="application_staff_due",
            ),
        ),
        migrations.AddField(
            model_name="contest",
            name="application",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="contests", to="bounties.application"
            ),
        ),
        migrations.AddField(
            model_name="contest",
            name="files",
            field=models.ManyToManyField(related_name="+", to="marketplace.file"),
        ),
        migrations.AddConstraint(
            model_name="contest",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decided_at", None)), fields=("application",), name="contest_one_open_per_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="contest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("outcome", "")),
                    models.Q(("decided_at__isnull", False), models.Q(("outcome", ""), _negated=True)),
                    _connector="OR",
                ),
                name="contest_outcome_fits",
            ),
        ),
    ]
