"""The release ladder as the contract has it; operators edit the rows."""

from django.db import migrations

ROWS = [(999, 24, 72), (4_999, 48, 120), (24_999, 72, 168), (49_999, 120, 240), (None, 168, 336)]


def add(apps, schema_editor):
    band = apps.get_model("escrow", "LadderBand")
    band.objects.bulk_create(
        band(max_cents=top, dispute_window_hours=window, auto_release_hours=release) for top, window, release in ROWS
    )


def remove(apps, schema_editor):
    apps.get_model("escrow", "LadderBand").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("escrow", "0001_escrows")]

    operations = [migrations.RunPython(add, remove)]
