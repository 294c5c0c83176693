from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0003_redelivery")]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="legacy",
            field=models.BooleanField(
                default=False, help_text="The key's single address of old, one at most; not of its five."
            ),
        ),
        migrations.RemoveConstraint(model_name="endpoint", name="endpoint_url_once_per_key"),
        migrations.AddConstraint(
            model_name="endpoint",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None), ("legacy", False)),
                fields=("key", "url"),
                name="endpoint_url_once_per_key",
            ),
        ),
        migrations.AddConstraint(
            model_name="endpoint",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None), ("legacy", True)),
                fields=("key",),
                name="endpoint_legacy_once_per_key",
            ),
        ),
    ]
