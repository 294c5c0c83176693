"""A run keeps the address that it tests: its template may name another one by the time of the report."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def _as_it_is_now(apps: Any, schema_editor: Any) -> None:
    """What earlier runs tested is known by their template only."""
    Run, Template = apps.get_model("qa", "Run"), apps.get_model("qa", "Template")
    target = Template.objects.filter(pk=OuterRef("template_id")).values("target_url")
    Run.objects.exclude(bounty=None).update(target_url=Subquery(target))


class Migration(migrations.Migration):
    dependencies = [
        ("qa", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="run",
            name="target_url",
            field=models.CharField(blank=True, help_text="What it tests; empty until it opens.", max_length=2048),
        ),
        migrations.RunPython(_as_it_is_now, migrations.RunPython.noop),
    ]
