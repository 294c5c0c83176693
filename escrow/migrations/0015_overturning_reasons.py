"""The first reasons for which a decision about an appeal may change the earlier one."""

from datetime import UTC, datetime

from django.db import migrations

_SINCE = datetime(2026, 1, 1, tzinfo=UTC)
_CODES = {
    "overturn-new-fact": "The appeal shows something that was not known when we decided first.",
    "overturn-misread": "We read the evidence wrongly when we decided first.",
    "overturn-rule": "We applied our rules wrongly when we decided first.",
}


def add(apps, schema_editor):
    codes = apps.get_model("escrow", "ReasonCode").objects
    for code, text in _CODES.items():
        codes.get_or_create(
            code=code,
            holds_from=_SINCE,
            defaults={"is_overturning": True, "text": text, "why": "The first reasons."},
        )


def remove(apps, schema_editor):
    apps.get_model("escrow", "ReasonCode").objects.filter(code__in=_CODES, holds_from=_SINCE).delete()


class Migration(migrations.Migration):
    dependencies = [("escrow", "0014_corrections")]

    operations = [migrations.RunPython(add, remove)]
