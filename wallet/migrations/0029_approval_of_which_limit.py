"""Above which amount a call is that its owner is asked about, and whether it was the account's or the asker's own. Of those from
before it is not known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0028_index_of_untold_charges")]

    operations = [
        migrations.AddField(
            model_name="approval",
            name="above_cents",
            field=models.BigIntegerField(null=True, help_text="The amount above which the owner wanted to be asked."),
        ),
        migrations.AddField(
            model_name="approval",
            name="above_is_own",
            field=models.BooleanField(
                default=False,
                db_default=False,
                help_text="That amount is the key's or program's own, not the account's.",
            ),
        ),
    ]
