from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0004_phone_digits"),
    ]

    operations = [
        migrations.AlterField(
            model_name="idempotencyrecord",
            name="body",
            field=models.TextField(default=""),
        ),
    ]
