"""What happened about one bounty is found without reading the other events of its account."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.fields.json import KeyTransform


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0003_two_secrets"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                models.F("account"),
                KeyTransform("bountyId", "data"),
                models.F("position"),
                condition=models.Q(("position__isnull", False)),
                name="event_place_by_bounty",
            ),
        ),
    ]
