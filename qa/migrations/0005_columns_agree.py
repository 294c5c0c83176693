"""Columns of one row that say the same thing agree; rows from before that contradict themselves are repaired by the status."""

from django.conf import settings
from django.db import migrations, models

REPAIRS = (
    "update qa_escalation set decided_at = null, is_carried_out = false where status = 'open'",
    "update qa_escalation set decided_at = created_at where status <> 'open' and decided_at is null",
    "update qa_template set paused_reason = 'operator' where status = 'paused' and paused_reason = ''",
    "update qa_template set paused_reason = '' where status = 'active' and paused_reason <> ''",
    """
update qa_run r set opened_at = coalesce(r.opened_at, b.created_at), intake_ends_at = coalesce(r.intake_ends_at, b.deadline)
  from bounties_bounty b
 where b.id = r.bounty_id and r.status in ('open', 'draining', 'reviewing') and (r.opened_at is null or r.intake_ends_at is null)
""",
    """
update qa_tasterun set end_reason = case when status = 'closed' then 'every_seat_is_paid' else 'nobody_voted' end
 where ended_at is not null and end_reason = ''
""",
    "update qa_tasterun set end_reason = '' where ended_at is null and end_reason <> ''",
)


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0011_columns_agree"),
        ("qa", "0004_ends_and_mails"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="escalation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("is_carried_out", False), ("status", "open")),
                    models.Q(models.Q(("status", "open"), _negated=True), ("decided_at__isnull", False)),
                    _connector="OR",
                ),
                name="qa_escalation_decision_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ("open", "draining", "reviewing")), _negated=True),
                    models.Q(("intake_ends_at__isnull", False), ("opened_at__isnull", False)),
                    _connector="OR",
                ),
                name="qa_run_works_since_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="tasterun",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", False), models.Q(("end_reason", ""), _negated=True)),
                    models.Q(("end_reason", ""), ("ended_at", None)),
                    _connector="OR",
                ),
                name="taste_run_end_has_its_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="template",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "paused"), models.Q(("paused_reason", ""), _negated=True)),
                    models.Q(("paused_reason", ""), ("status", "active")),
                    _connector="OR",
                ),
                name="qa_template_paused_says_why",
            ),
        ),
    ]
