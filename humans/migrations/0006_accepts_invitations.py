"""People may turn invitations off."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0005_search_indexes"),
    ]

    operations = [
        migrations.AddField(
            model_name="profile",
            name="accepts_invitations",
            field=models.BooleanField(default=True, help_text="May be mailed about bounties that fit."),
        ),
    ]
