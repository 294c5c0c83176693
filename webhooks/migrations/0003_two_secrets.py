"""The secret before the present one, valid beside it for a day."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0012_calls"),
        ("webhooks", "0002_columns_agree"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="endpoint",
            name="old_sealed_secret",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="endpoint",
            name="old_secret_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="endpoint",
            index=models.Index(
                condition=models.Q(("old_secret_until__isnull", False)),
                fields=["old_secret_until"],
                name="endpoint_old_secret",
            ),
        ),
        migrations.AddConstraint(
            model_name="endpoint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("old_sealed_secret", ""), ("old_secret_until", None)),
                    models.Q(models.Q(("old_sealed_secret", ""), _negated=True), ("old_secret_until__isnull", False)),
                    _connector="OR",
                ),
                name="endpoint_old_secret_ends",
            ),
        ),
    ]
