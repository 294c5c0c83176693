from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0005_open_deliveries_by_receiver")]

    operations = [
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status", "failed")), fields=["endpoint", "-id"], name="delivery_failed"
            ),
        ),
    ]
