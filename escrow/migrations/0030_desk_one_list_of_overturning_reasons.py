"""The first reasons for changing a decision stood twice, under two names each. Those that say more stay; the others go, unless an
operator has replaced their text, or end from now on, where a decision has named them."""

from datetime import UTC, datetime

from django.db import migrations

from marketplace.core import clock

_SINCE, _WHY = datetime(2026, 1, 1, tzinfo=UTC), "The first rows."
_TWICE = {
    "new-fact": "A fact that was not known at the first decision changes it.",
    "our-error": "The first decision overlooked something; we correct it.",
}
_ENDED = "It stood twice: overturn-new-fact, overturn-misread and overturn-rule stay."


def leave_one(apps, schema_editor):
    codes = apps.get_model("escrow", "ReasonCode").objects
    named = apps.get_model("escrow", "DecisionPreview").objects
    for code, text in _TWICE.items():
        rows = codes.filter(code=code)
        if rows.count() != 1 or not rows.filter(holds_from=_SINCE, text=text).exists():
            continue
        if named.filter(reason_code=code).exists():
            codes.create(code=code, is_overturning=True, text="", holds_from=clock.now(), why=_ENDED)
        else:
            rows.delete()


def put_back(apps, schema_editor):
    codes = apps.get_model("escrow", "ReasonCode").objects
    for code, text in _TWICE.items():
        codes.filter(code=code, text="", why=_ENDED).delete()
        if not codes.filter(code=code).exists():
            codes.create(code=code, is_overturning=True, text=text, holds_from=_SINCE, why=_WHY)


class Migration(migrations.Migration):
    dependencies = [("escrow", "0029_erasure_views_without_words")]

    operations = [migrations.RunPython(leave_one, put_back)]
