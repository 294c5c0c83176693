"""The two tiers of the specification; operators add more."""

from django.db import migrations


def add(apps, schema_editor):
    tier = apps.get_model("marketplace", "RateTier")
    tier.objects.create(name="standard", multiplier=1, note="What a key without a tier has, too.")
    tier.objects.create(name="automated", multiplier=5, note="Granted per key by an operator.")


def remove(apps, schema_editor):
    apps.get_model("marketplace", "RateTier").objects.filter(name__in=["standard", "automated"]).delete()


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0001_accounts_and_access")]

    operations = [migrations.RunPython(add, remove)]
