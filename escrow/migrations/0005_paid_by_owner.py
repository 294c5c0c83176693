"""Whether an owner has paid for work before: read for each row of a recommended list."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("escrow", "0004_frozen_fee_rates")]

    operations = [
        migrations.AddIndex(
            model_name="escrow",
            index=models.Index(
                condition=models.Q(("kind", "seat"), ("status", "released")),
                fields=["owner"],
                name="escrow_paid_by_owner",
            ),
        ),
    ]
