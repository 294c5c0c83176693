"""The categories of the contract, the notice of the specification, what cakes cost at first; operators edit the rows."""

from django.db import migrations

CATEGORIES = ("computer", "creative", "crew", "domestic", "event", "labor", "talent", "writing")
NOTICE = [
    ("New York", "US", 24),
    ("Vancouver", "CA", 24),
    ("Toronto", "CA", 24),
    ("San Francisco", "US", 12),
    ("", "", 48),
]
CAKES = {"small": 3500, "medium": 5000, "large": 7500}  # cents, everywhere


def add(apps, schema_editor):
    category, notice, price = (apps.get_model("bounties", name) for name in ("Category", "NoticeRule", "CakePrice"))
    category.objects.bulk_create(category(slug=f"{name}-gigs", name=f"{name.capitalize()} gigs") for name in CATEGORIES)
    notice.objects.bulk_create(notice(city=city, country=country, hours=hours) for city, country, hours in NOTICE)
    price.objects.bulk_create(price(size=size, price_cents=cents) for size, cents in CAKES.items())


def remove(apps, schema_editor):
    for name in ("Category", "NoticeRule", "CakePrice"):
        apps.get_model("bounties", name).objects.all().delete()


class Migration(migrations.Migration):
    replaces = [
        ("bounties", "0021_humanizations"),
    ]

    dependencies = [("bounties", "0002_words")]

    operations = [migrations.RunPython(add, remove)]
