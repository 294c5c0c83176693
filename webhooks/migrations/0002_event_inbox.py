from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("webhooks", "0001_events_endpoints_deliveries")]

    operations = [
        migrations.RemoveIndex(model_name="event", name="event_inbox"),
        migrations.AddField(
            model_name="event",
            name="position",
            field=models.BigIntegerField(help_text="Place in its account's inbox, given after the commit.", null=True),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(
                condition=models.Q(("position__isnull", False)), fields=("account", "position"), name="event_place"
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("position", None), ("public", True)),
                fields=["account", "id"],
                name="event_without_place",
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("position__isnull", False)),
                fields=["account", "type", "position"],
                name="event_place_by_type",
            ),
        ),
    ]
