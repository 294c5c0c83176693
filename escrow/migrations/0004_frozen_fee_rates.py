"""Each escrow keeps the rate of its fee, so that a change of the rate leaves what was agreed as it is.

What there is has 18 %, unless its own sums say otherwise. A pool whose price was edited shows the sums of its funding beside
the price of today, so its rate is that of the setting.
"""

from django.db import migrations, models
from django.db.models import F, Q

# Half up to the cent for each seat; a pool's sums are those of several.
_AS_THE_SUMS_SAY = """
update escrow_escrow set fee_bps = round(platform_fee_cents * 10000.0 / human_payout_cents)
 where human_payout_cents > 0 and unit_price_cents > 0 and (kind = 'seat' or version = 0)
   and platform_fee_cents <> human_payout_cents / unit_price_cents * ((unit_price_cents * 1800 + 5000) / 10000)
"""


class Migration(migrations.Migration):
    dependencies = [("escrow", "0003_fee_rates")]

    operations = [
        migrations.AddField(
            model_name="escrow",
            name="fee_bps",
            field=models.PositiveSmallIntegerField(
                default=1800,
                help_text="Our fee on that pay in basis points, as it was agreed; a seat has its pool's.",
            ),
            preserve_default=False,
        ),
        migrations.RunSQL(_AS_THE_SUMS_SAY, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="escrow",
            constraint=models.CheckConstraint(
                condition=Q(
                    ("kind", "pool"),
                    ("platform_fee_cents", (F("unit_price_cents") * F("fee_bps") + 5000) / 10_000),
                    _connector="OR",
                ),
                name="escrow_seat_has_the_fee_of_its_rate",
            ),
        ),
    ]
