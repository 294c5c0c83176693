"""Who asked for it: what is paid later for it is spent by them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("qa", "0005_columns_agree"),
    ]

    operations = [
        migrations.AddField(
            model_name="template",
            name="spender",
            field=models.CharField(
                blank=True,
                help_text="Who set its money last (Actor.spender): its runs are spent by them.",
                max_length=50,
            ),
        ),
    ]
