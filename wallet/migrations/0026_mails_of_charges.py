"""Of automatic charges a mail goes once an hour at most: from when on the next one may go, and what it has to tell."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0025_agents_path_of_an_approval")]

    operations = [
        migrations.AddField(
            model_name="controls",
            name="topup_mail_not_before",
            field=models.DateTimeField(help_text="Of charges no mail goes before this.", null=True),
        ),
        migrations.AddField(
            model_name="controls",
            name="topup_untold",
            field=models.IntegerField(db_default=0, default=0, help_text="Charges since the last mail about them."),
        ),
        migrations.AddField(
            model_name="controls",
            name="topup_untold_cents",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
    ]
