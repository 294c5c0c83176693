"""Columns of one row that say the same thing agree; rows from before that contradict themselves are repaired."""

from django.db import migrations, models

REPAIRS = (
    "update marketplace_supportreport set answered_at = created_at where status = 'answered' and answered_at is null",
    "update marketplace_mail set next_attempt_at = null where sent_at is not null and next_attempt_at is not null",
)


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0004_plain_names"),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="mail",
            constraint=models.CheckConstraint(
                condition=models.Q(("sent_at", None), ("next_attempt_at", None), _connector="OR"),
                name="mail_sent_is_not_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="supportreport",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "answered"), _negated=True), ("answered_at__isnull", False), _connector="OR"
                ),
                name="report_answered_at_a_moment",
            ),
        ),
    ]
