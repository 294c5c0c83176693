"""The release ladder as the contract has it, and the amount above which two people decide; operators edit both."""

from django.db import migrations

LADDER = [(999, 24, 72), (4_999, 48, 120), (24_999, 72, 168), (49_999, 120, 240), (None, 168, 336)]


def add(apps, schema_editor):
    band = apps.get_model("escrow", "LadderBand")
    band.objects.bulk_create(
        band(max_cents=top, dispute_window_hours=window, auto_release_hours=release) for top, window, release in LADDER
    )
    apps.get_model("escrow", "DisputePolicy").objects.create(approval_above_cents=25_000)


def remove(apps, schema_editor):
    apps.get_model("escrow", "DisputePolicy").objects.all().delete()
    apps.get_model("escrow", "LadderBand").objects.all().delete()


class Migration(migrations.Migration):
    replaces = [
        ("escrow", "0007_earned_and_policy"),
    ]

    dependencies = [("escrow", "0001_tables")]

    operations = [migrations.RunPython(add, remove)]
