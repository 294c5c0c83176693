"""What the audits of the night compare is found without reading what earlier nights have compared."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("escrow", "0025_contested_decisions_hold")]

    operations = [
        AddIndexConcurrently(
            model_name="appeal",
            index=models.Index(condition=models.Q(("decided_at", None)), fields=["id"], name="appeal_open"),
        ),
        AddIndexConcurrently(
            model_name="caseoffer",
            index=models.Index(fields=["ended_at"], name="case_offer_ended"),
        ),
        AddIndexConcurrently(
            model_name="disputedecision",
            index=models.Index(fields=["decided_at"], name="decision_decided"),
        ),
        AddIndexConcurrently(
            model_name="escrow",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False)), fields=["ended_at"], name="escrow_ended"
            ),
        ),
        AddIndexConcurrently(
            model_name="invoice",
            index=models.Index(fields=["month"], name="invoice_of_month"),
        ),
        AddIndexConcurrently(
            model_name="transfer",
            index=models.Index(
                condition=models.Q(("completed_at__isnull", False)), fields=["completed_at"], name="transfer_completed"
            ),
        ),
    ]
