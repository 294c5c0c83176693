"""A bounty keeps the rate of its fee, which is its pool's; a cake's quote keeps it from the quote on."""

from django.db import migrations, models

_AS_THE_POOLS = """
update bounties_bounty b set fee_bps = e.fee_bps from escrow_escrow e where e.id = b.pool_id and e.fee_bps <> b.fee_bps
"""
_AS_THE_SUMS_SAY = """
update bounties_cakeorder set fee_bps = round(fee_cents * 10000.0 / price_cents)
 where price_cents > 0 and fee_cents <> (price_cents::bigint * 1800 + 5000) / 10000
"""


class Migration(migrations.Migration):
    dependencies = [("bounties", "0003_first_rows"), ("escrow", "0004_frozen_fee_rates")]

    operations = [
        migrations.AddField(
            model_name="bounty",
            name="fee_bps",
            field=models.PositiveSmallIntegerField(
                default=1800,
                help_text="Our fee on that pay in basis points, as it was when the bounty was made.",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="cakeorder",
            name="fee_bps",
            field=models.PositiveSmallIntegerField(default=1800, help_text="The rate of that fee, in basis points."),
            preserve_default=False,
        ),
        migrations.RunSQL(_AS_THE_POOLS, migrations.RunSQL.noop),
        migrations.RunSQL(_AS_THE_SUMS_SAY, migrations.RunSQL.noop),
    ]
