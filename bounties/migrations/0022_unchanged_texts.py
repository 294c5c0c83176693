"""How much of what was to be rewritten stands unchanged in a hand-in; unknown of earlier ones."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0021_play_failures")]

    operations = [
        migrations.AddField(
            model_name="rewrite",
            name="unchanged_fraction",
            field=models.DecimalField(
                decimal_places=4,
                help_text=(
                    "Of the words that were to be rewritten: those that stand in it unchanged. Null: handed in before it was "
                    "measured."
                ),
                max_digits=5,
                null=True,
            ),
        ),
    ]
