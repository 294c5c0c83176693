"""A decision has the moment of its end, and a proposal has none; rows from before are repaired by their state."""

from django.conf import settings
from django.db import migrations, models

REPAIRS = (
    "update escrow_disputedecision set decided_at = null, second_id = null where state = 'proposed'",
    "update escrow_disputedecision set decided_at = created_at where state <> 'proposed' and decided_at is null",
)


class Migration(migrations.Migration):
    dependencies = [
        ("escrow", "0006_pending_transfers_and_pairs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="disputedecision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("second", None), ("state", "proposed")),
                    models.Q(models.Q(("state", "proposed"), _negated=True), ("decided_at__isnull", False)),
                    _connector="OR",
                ),
                name="decision_has_its_moment",
            ),
        ),
    ]
