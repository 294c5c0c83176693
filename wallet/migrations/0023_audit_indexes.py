"""What the audits of the night compare is found without reading what earlier nights have compared."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("wallet", "0022_audit_of_returns_before")]

    operations = [
        AddIndexConcurrently(
            model_name="agentcheckout",
            index=models.Index(fields=["created_at"], name="agent_checkout_created"),
        ),
        AddIndexConcurrently(
            model_name="approval",
            index=models.Index(fields=["created_at"], name="approval_created"),
        ),
        AddIndexConcurrently(
            model_name="approval",
            index=models.Index(
                condition=models.Q(("used_at__isnull", False)), fields=["used_at"], name="approval_used"
            ),
        ),
        AddIndexConcurrently(
            model_name="chargeback",
            index=models.Index(fields=["ended_at"], name="chargeback_ended"),
        ),
        AddIndexConcurrently(
            model_name="checkout",
            index=models.Index(fields=["created_at"], name="checkout_created"),
        ),
        AddIndexConcurrently(
            model_name="checkout",
            index=models.Index(
                condition=models.Q(("paid_at__isnull", False)), fields=["paid_at"], name="checkout_paid"
            ),
        ),
        AddIndexConcurrently(
            model_name="mppcharge",
            index=models.Index(fields=["ended_at"], name="mpp_ended"),
        ),
        AddIndexConcurrently(
            model_name="outflow",
            index=models.Index(fields=["ended_at"], name="outflow_ended"),
        ),
        AddIndexConcurrently(
            model_name="outflow",
            index=models.Index(
                condition=models.Q(("status", "returned")), fields=["returned_at"], name="outflow_returned"
            ),
        ),
        AddIndexConcurrently(
            model_name="payment",
            index=models.Index(fields=["created_at"], name="payment_created"),
        ),
        AddIndexConcurrently(
            model_name="x402payment",
            index=models.Index(fields=["ended_at"], name="x402_ended"),
        ),
    ]
