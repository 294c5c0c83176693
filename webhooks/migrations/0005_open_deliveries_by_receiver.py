from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0004_legacy_endpoints")]

    operations = [
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status__in", ("pending", "retrying"))),
                fields=["endpoint", "next_attempt_at", "id"],
                name="delivery_next",
            ),
        ),
        migrations.RemoveIndex(model_name="delivery", name="delivery_due"),
    ]
