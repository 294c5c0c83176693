"""The categories of the contract, the notice of the specification; operators edit the rows."""

from django.db import migrations

CATEGORIES = ("computer", "creative", "crew", "domestic", "event", "labor", "talent", "writing")
NOTICE = [
    ("New York", "US", 24),
    ("Vancouver", "CA", 24),
    ("Toronto", "CA", 24),
    ("San Francisco", "US", 12),
    ("", "", 48),
]


def add(apps, schema_editor):
    category, notice = apps.get_model("bounties", "Category"), apps.get_model("bounties", "NoticeRule")
    category.objects.bulk_create(category(slug=f"{name}-gigs", name=f"{name.capitalize()} gigs") for name in CATEGORIES)
    notice.objects.bulk_create(notice(city=city, country=country, hours=hours) for city, country, hours in NOTICE)


def remove(apps, schema_editor):
    apps.get_model("bounties", "Category").objects.all().delete()
    apps.get_model("bounties", "NoticeRule").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("bounties", "0002_the_whole_hire")]

    operations = [migrations.RunPython(add, remove)]
