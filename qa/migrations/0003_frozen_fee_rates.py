"""A template keeps the rate at which its budget was agreed: 18 % so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("qa", "0002_target_of_a_run")]

    operations = [
        migrations.AddField(
            model_name="template",
            name="fee_bps",
            field=models.PositiveSmallIntegerField(
                default=1800,
                help_text="Our fee on the pay in basis points, as it was when pay, testers and budget were last set.",
            ),
            preserve_default=False,
        ),
    ]
