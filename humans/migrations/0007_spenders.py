"""Who asked for it: what is paid later for it is spent by them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0006_answers_to_reviews"),
    ]

    operations = [
        migrations.AddField(
            model_name="subscription",
            name="spender",
            field=models.CharField(
                blank=True, help_text="Who made it (Actor.spender): its cycles are spent by them.", max_length=50
            ),
        ),
    ]
