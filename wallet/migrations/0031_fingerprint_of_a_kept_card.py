"""By which a card that is kept is known again, so that its owner is mailed about it once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0030_mails_of_a_low_balance")]

    operations = [
        migrations.AddField(
            model_name="provideraccount",
            name="saved_method_fingerprint",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="By which the provider knows a card again, if it says one.",
                max_length=200,
            ),
        ),
    ]
