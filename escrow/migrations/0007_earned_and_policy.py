"""What the workers of released seats got, and the amount above which two people decide; operators edit it."""

from django.db import migrations
from django.db.models import F


def fill(apps, schema_editor):
    released = apps.get_model("escrow", "Escrow").objects.filter(kind="seat", status="released")
    released.update(earned_cents=F("human_payout_cents"))
    apps.get_model("escrow", "DisputePolicy").objects.create(approval_above_cents=25_000)


def remove(apps, schema_editor):
    apps.get_model("escrow", "DisputePolicy").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("escrow", "0006_disputes")]

    operations = [migrations.RunPython(fill, remove)]
