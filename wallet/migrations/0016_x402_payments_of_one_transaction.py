from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0015_chargebacks_partly_won"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="x402payment",
            name="x402_transaction_once",
        ),
        migrations.AddField(
            model_name="x402payment",
            name="place",
            field=models.BigIntegerField(
                help_text="Which of its transaction's transfers it was, when another payment was settled by that one before.",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="x402payment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("place", None), ("status", "settled")),
                fields=("network", "tx_hash"),
                name="x402_transaction_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="x402payment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("place__isnull", False), ("status", "settled")),
                fields=("network", "tx_hash", "place"),
                name="x402_transfer_once",
            ),
        ),
    ]
