"""Which key of ours a device subscribed with, so that two keys can overlap. Of devices from before it is not known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0028_scale_staff_by_index")]

    operations = [
        migrations.AddField(
            model_name="device",
            name="key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The public key of ours that it subscribed with; empty: from before this was kept.",
                max_length=87,
            ),
        ),
    ]
