"""Whether work was accepted only because its owner let the time for the review pass. Of seats from before it is not known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("escrow", "0027_desk_ended_by")]

    operations = [
        migrations.AddField(
            model_name="escrow",
            name="accepted_unanswered",
            field=models.BooleanField(
                default=False,
                db_default=False,
                help_text="Of a seat: the work counts as accepted because nobody reviewed it in time.",
            ),
        ),
    ]
