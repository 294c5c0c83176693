from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0003_blocked_countries_and_pictures"),
    ]

    operations = [
        migrations.AlterField(
            model_name="idempotencyrecord",
            name="body",
            field=models.TextField(default=""),
        ),
    ]
