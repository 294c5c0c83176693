"""What is held now, of an owner or a worker, is found without reading all that ended."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("escrow", "0020_invoices")]

    operations = [
        AddIndexConcurrently(
            "escrow",
            models.Index(condition=models.Q(("ended_at", None)), fields=["owner"], name="escrow_open_of_owner"),
        ),
        AddIndexConcurrently(
            "escrow",
            models.Index(
                condition=models.Q(("ended_at", None), ("worker__isnull", False)),
                fields=["worker"],
                name="escrow_open_of_worker",
            ),
        ),
    ]
