"""Managed products can be switched off, one by one; all begin switched on."""

from django.db import migrations, models

NAMES = ("services", "cakes", "qa", "taste", "humanizations", "pictures", "mic_checks", "language_checks")


def add(apps, schema_editor):
    switch = apps.get_model("marketplace", "Switch")
    switch.objects.bulk_create([switch(name=name) for name in NAMES])


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0012_staff_roles"),
    ]

    operations = [
        migrations.CreateModel(
            name="Switch",
            fields=[
                ("name", models.SlugField(max_length=30, primary_key=True, serialize=False)),
                ("is_on", models.BooleanField(default=True)),
                ("message", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "verbose_name_plural": "switches",
            },
        ),
        migrations.RunPython(add, migrations.RunPython.noop),
    ]
