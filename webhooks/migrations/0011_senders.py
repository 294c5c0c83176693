"""The places of senders are rows with a lease, and no longer locks of a session."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0010_indexes_that_others_cover"),
    ]

    operations = [
        migrations.CreateModel(
            name="Sender",
            fields=[
                ("number", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("holder", models.UUIDField(null=True)),
                ("held_until", models.DateTimeField()),
            ],
        ),
    ]
