"""The call that an owner has approved can be proposed again as it was sent: where to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0024_bank_accounts_of_owners")]

    operations = [
        migrations.AddField(
            model_name="approval",
            name="path",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="Of the call; empty for one of before it was kept.",
                max_length=300,
            ),
        ),
    ]
