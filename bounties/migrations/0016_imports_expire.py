"""When a file of jobs is forgotten: a due time for the timer, 30 days for those that are there."""

from datetime import timedelta

from django.db import migrations, models
from django.db.models import F, Value


def from_creation(apps, schema_editor):
    rows = apps.get_model("bounties", "JobImport").objects
    rows.update(expires_at=F("created_at") + Value(timedelta(days=30)))


class Migration(migrations.Migration):
    dependencies = [("bounties", "0015_cases_for_staff")]

    operations = [
        migrations.AddField("jobimport", "expires_at", models.DateTimeField(null=True)),
        migrations.RunPython(from_creation, migrations.RunPython.noop),
        migrations.AlterField(
            "jobimport",
            "expires_at",
            models.DateTimeField(help_text="When it is forgotten; sooner for one that was never confirmed."),
        ),
        migrations.AddIndex("jobimport", models.Index(fields=["expires_at"], name="import_due")),
    ]
