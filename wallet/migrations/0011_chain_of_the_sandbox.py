"""The sandbox's own chain: its transactions."""

import marketplace.core.clock
import marketplace.core.ids
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0010_earnings_holds"),
    ]

    operations = [
        migrations.CreateModel(
            name="SandboxTransfer",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("tx_hash", models.CharField(max_length=66, unique=True)),
                ("block", models.BigIntegerField()),
                ("payer", models.CharField(help_text="In lower case; zeros: minted by the faucet.", max_length=42)),
                ("pay_to", models.CharField(max_length=42)),
                ("atoms", models.BigIntegerField(help_text="10,000 to a cent.")),
                (
                    "nonce",
                    models.CharField(
                        blank=True, help_text="Of the authorization that was used; empty when minted.", max_length=66
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["payer"], name="sandbox_transfer_from"),
                    models.Index(fields=["pay_to", "block"], name="sandbox_transfer_to"),
                    models.Index(fields=["block"], name="sandbox_transfer_block"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("nonce", ""), _negated=True),
                        fields=("payer", "nonce"),
                        name="sandbox_nonce_once",
                    )
                ],
            },
        ),
    ]
