"""A switch for mails about invoices of the fee."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0022_room_for_answers")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="mail_invoices",
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
