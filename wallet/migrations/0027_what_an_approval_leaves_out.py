"""The call that an owner has approved is never proposed with a text or a list that was shortened for their eyes: which those are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0026_mails_of_charges")]

    operations = [
        migrations.AddField(
            model_name="approval",
            name="sent_cut",
            field=models.JSONField(
                default=list,
                db_default=[],
                help_text="Names of the body's fields that are left out or shortened in `sent`.",
            ),
        ),
    ]
