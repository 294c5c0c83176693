"""A subscription keeps the rate of its fee: 18 % so far, unless its own sums say otherwise."""

from django.db import migrations, models

_AS_THE_SUMS_SAY = """
update humans_subscription set fee_bps = round(fee_cents * 10000.0 / price_cents)
 where fee_cents <> (price_cents * 1800 + 5000) / 10000
"""


class Migration(migrations.Migration):
    dependencies = [("humans", "0001_tables")]

    operations = [
        migrations.AddField(
            model_name="subscription",
            name="fee_bps",
            field=models.PositiveSmallIntegerField(default=1800, help_text="The rate of that fee, in basis points."),
            preserve_default=False,
        ),
        migrations.RunSQL(_AS_THE_SUMS_SAY, migrations.RunSQL.noop),
    ]
