"""Lines of the timeline tell, too, what happened without a call. Only the words of the column: no statement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0030_wallet_scope"),
    ]

    operations = [
        migrations.AlterField(
            model_name="call",
            name="via",
            field=models.CharField(help_text="key, oauth or session; service: it happened by itself", max_length=10),
        ),
    ]
