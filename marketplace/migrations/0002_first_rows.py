"""What stands in the tables of a new installation, which operators edit: the tiers of the specification, the roles of staff,
every managed product switched on. And the table of Django's cache, as its database backend wants it: a code of an
authenticator app that was used, and the tries of a second factor; a crash may lose it."""

from django.db import migrations

PRODUCTS = ("services", "cakes", "qa", "taste", "humanizations", "pictures", "mic_checks", "language_checks")
ROLES = ("operator", "support", "auditor")
CACHE = """
create unlogged table cache_entry (
    cache_key varchar(255) not null primary key,
    value text not null,
    expires timestamptz not null
);
create index cache_entry_expires on cache_entry (expires);
"""


def add(apps, schema_editor):
    tier, switch = apps.get_model("marketplace", "RateTier"), apps.get_model("marketplace", "Switch")
    tier.objects.create(name="standard", multiplier=1, note="What a key without a tier has, too.")
    tier.objects.create(name="automated", multiplier=5, note="Granted per key by an operator.")
    switch.objects.bulk_create([switch(name=name) for name in PRODUCTS])
    for role in ROLES:
        apps.get_model("auth", "Group").objects.get_or_create(name=role)


def remove(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()
    apps.get_model("marketplace", "Switch").objects.all().delete()
    apps.get_model("marketplace", "RateTier").objects.filter(name__in=["standard", "automated"]).delete()


class Migration(migrations.Migration):
    replaces = [
        ("marketplace", "0013_switches"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("marketplace", "0001_tables"),
    ]

    operations = [migrations.RunSQL(CACHE, "drop table cache_entry"), migrations.RunPython(add, remove)]
