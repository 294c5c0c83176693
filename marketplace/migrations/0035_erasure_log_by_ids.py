"""Django's log of the pages called an account by its username and a support report by its summary: both are personal, so by their ids."""

from typing import Any
from uuid import UUID

from django.db import migrations

from marketplace.core import ids

PREFIXES = {"account": "usr", "supportreport": "rpt"}


def name_by_id(apps: Any, editor: Any) -> None:
    """A few rows: one for each act of staff on such a page."""
    log = apps.get_model("admin", "LogEntry").objects.select_related("content_type")
    for row in log.filter(
        content_type__app_label="marketplace", content_type__model__in=PREFIXES, object_id__isnull=False
    ):
        prefix = PREFIXES[row.content_type.model]
        if not row.object_repr.startswith(f"{prefix}_"):
            row.object_repr = ids.encode(prefix, UUID(row.object_id))
            row.save(update_fields=["object_repr"])


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0034_erasure_looked_at_again"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(name_by_id, migrations.RunPython.noop)]
