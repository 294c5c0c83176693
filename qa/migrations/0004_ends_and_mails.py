"""Schedules with an end, and mails about runs that were skipped or failed."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0010_contests"),
        ("qa", "0003_frozen_fee_rates"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="mail_due_at",
            field=models.DateTimeField(help_text="When its owner is mailed that it was skipped or failed.", null=True),
        ),
        migrations.AddField(
            model_name="run",
            name="mailed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="template",
            name="ends_at",
            field=models.DateTimeField(help_text="No run starts from then on.", null=True),
        ),
        migrations.AddField(
            model_name="template",
            name="max_runs",
            field=models.PositiveSmallIntegerField(help_text="How many runs it opens in all.", null=True),
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(
                condition=models.Q(("mail_due_at__isnull", False)), fields=["mail_due_at"], name="qa_run_mail_due"
            ),
        ),
    ]
