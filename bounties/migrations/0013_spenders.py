"""Who asked for it: what is paid later for it is spent by them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0012_contest_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="bounty",
            name="spender",
            field=models.CharField(
                blank=True,
                help_text="Who made it (Actor.spender): what is funded later is spent by them.",
                max_length=50,
            ),
        ),
    ]
