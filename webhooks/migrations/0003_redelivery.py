from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0002_event_inbox")]

    operations = [
        migrations.AddField(
            model_name="delivery", name="earlier_attempts", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("public", True)), fields=["account", "created_at"], name="event_replay"
            ),
        ),
    ]
