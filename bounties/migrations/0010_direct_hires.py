from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0009_owner_news")]

    operations = [
        migrations.AddIndex(
            model_name="bounty",
            index=models.Index(
                condition=models.Q(("kind__in", ("rental", "personal"))),
                fields=["owner", "-id"],
                name="bounty_direct_of_owner",
            ),
        ),
    ]
