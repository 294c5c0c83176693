"""Columns of one row that say the same thing agree; rows from before that contradict themselves are repaired by the status."""

from django.conf import settings
from django.db import migrations, models

REPAIRS = (
    "update webhooks_endpoint set disabled_reason = 'too_many_failures' where disabled_at is not null and disabled_reason = ''",
    "update webhooks_endpoint set disabled_reason = '' where disabled_at is null and disabled_reason <> ''",
    "update webhooks_delivery set next_attempt_at = created_at where status in ('pending', 'retrying') and next_attempt_at is null",
    "update webhooks_delivery set next_attempt_at = null "
    "where status not in ('pending', 'retrying') and next_attempt_at is not null",
    """
update webhooks_delivery d
   set delivered_at = coalesce((select max(a.at) from webhooks_attempt a where a.delivery_id = d.id), d.created_at)
 where d.status = 'delivered' and d.delivered_at is null
""",
)


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0005_columns_agree"),
        ("webhooks", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("next_attempt_at__isnull", False), ("status__in", ("pending", "retrying"))),
                    models.Q(
                        models.Q(("status__in", ("pending", "retrying")), _negated=True), ("next_attempt_at", None)
                    ),
                    _connector="OR",
                ),
                name="delivery_due_while_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "delivered"), _negated=True), ("delivered_at__isnull", False), _connector="OR"
                ),
                name="delivery_delivered_at_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="endpoint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("disabled_at", None), ("disabled_reason", "")),
                    models.Q(("disabled_at__isnull", False), models.Q(("disabled_reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="endpoint_disabled_says_why",
            ),
        ),
    ]
