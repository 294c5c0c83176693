from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # nobody waits for this index

    dependencies = [("marketplace", "0035_erasure_log_by_ids")]

    operations = [
        AddIndexConcurrently(
            "idempotencyrecord",
            models.Index(fields=["created_at"], condition=~models.Q(intent=""), name="idempotency_intent_age"),
        )
    ]
