"""Beat holds a place, so that a second one waits, and keeps the turns of timers that run by the hour or by the day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0023_mails_about_invoices")]

    operations = [
        migrations.CreateModel(
            name="BeatPlace",
            fields=[
                ("number", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("holder", models.UUIDField(null=True)),
                ("held_until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="TimerTurn",
            fields=[
                ("task", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("next_at", models.DateTimeField(help_text="The machine's time.")),
            ],
        ),
    ]
