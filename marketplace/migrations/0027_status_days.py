"""What worked in each minute, for the page of people: /status."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0026_privacy_first_rows")]

    operations = [
        migrations.CreateModel(
            name="StatusDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("part", models.CharField(max_length=10)),
                (
                    "minutes",
                    models.BinaryField(help_text="The bit of minute n is bit n mod 8 of byte n div 8.", max_length=180),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("day", "part"), name="status_day")]},
        ),
    ]
