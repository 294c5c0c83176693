"""What cakes cost at first, everywhere; operators edit the rows."""

from django.db import migrations

PRICES = {"small": 3500, "medium": 5000, "large": 7500}  # cents


def add(apps, schema_editor):
    price = apps.get_model("bounties", "CakePrice")
    price.objects.bulk_create(price(size=size, price_cents=cents) for size, cents in PRICES.items())


def remove(apps, schema_editor):
    apps.get_model("bounties", "CakePrice").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("bounties", "0018_cakes")]

    operations = [migrations.RunPython(add, remove)]
