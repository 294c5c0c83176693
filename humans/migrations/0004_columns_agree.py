"""Columns of one row that say the same thing agree; rows from before that contradict themselves are repaired by the status, and
a conversation by its messages.
"""

from django.conf import settings
from django.db import migrations, models

REPAIRS = (
    """
update humans_conversation c set message_count = m.total, last_message_at = m.newest, last_message_side = m.side
  from (select c.id, (select count(*) from humans_message m where m.conversation_id = c.id) as total,
               l.created_at as newest, coalesce(l.sender_type, '') as side
          from humans_conversation c left join lateral (
               select * from humans_message m where m.conversation_id = c.id order by m.number desc limit 1) l on true) m
 where m.id = c.id and (c.message_count <> m.total or c.last_message_at is distinct from m.newest
                        or c.last_message_side <> m.side)
""",
    "update humans_service set hidden_reason = '' where hidden_at is null and hidden_reason <> ''",
    "update humans_service set hidden_reason = 'Taken off the list by our staff.' "
    "where hidden_at is not null and hidden_reason = ''",
    "update humans_speechattempt set status = 'error', error_code = 'provider_unavailable' where status = 'scored' and cefr = ''",
    """
update humans_speechattempt
   set decided_at = case when status <> 'pending' then coalesce(decided_at, created_at) end,
       cefr = case when status = 'scored' then cefr else '' end,
       reason = case when status <> 'retry' then '' when reason = '' then 'low_confidence' else reason end,
       error_code = case when status <> 'error' then '' when error_code = '' then 'provider_unavailable' else error_code end
""",
    # Tried again every day, so that was when it was first missed at the earliest that is known.
    "update humans_subscription set past_due_since = next_cycle_at - interval '1 day' "
    "where status = 'past_due' and past_due_since is null",
    "update humans_subscription set past_due_since = null where status <> 'past_due' and past_due_since is not null",
    "update humans_subscription set end_reason = 'by_request' where status = 'canceled' and end_reason = ''",
    "update humans_subscription set end_reason = '' where status <> 'canceled' and end_reason <> ''",
)


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0003_attempts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("last_message_at", None), ("last_message_side", ""), ("message_count", 0)),
                    models.Q(
                        ("last_message_at__isnull", False),
                        ("message_count__gt", 0),
                        models.Q(("last_message_side", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="conversation_last_message_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="service",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("hidden_at", None), ("hidden_reason", "")),
                    models.Q(("hidden_at__isnull", False), models.Q(("hidden_reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="service_hidden_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="speechattempt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("cefr", ""), ("decided_at", None), ("error_code", ""), ("reason", ""), ("status", "pending")
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("error_code", ""),
                        ("reason", ""),
                        ("status", "scored"),
                        models.Q(("cefr", ""), _negated=True),
                    ),
                    models.Q(
                        ("cefr", ""),
                        ("decided_at__isnull", False),
                        ("error_code", ""),
                        ("status", "retry"),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    models.Q(
                        ("cefr", ""),
                        ("decided_at__isnull", False),
                        ("reason", ""),
                        ("status", "error"),
                        models.Q(("error_code", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="speech_result_fits",
            ),
        ),
        migrations.AddConstraint(
            model_name="subscription",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("past_due_since__isnull", False), ("status", "past_due")),
                    models.Q(models.Q(("status", "past_due"), _negated=True), ("past_due_since", None)),
                    _connector="OR",
                ),
                name="subscription_past_due_has_its_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="subscription",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "canceled"), models.Q(("end_reason", ""), _negated=True)),
                    models.Q(models.Q(("status", "canceled"), _negated=True), ("end_reason", "")),
                    _connector="OR",
                ),
                name="subscription_end_has_its_reason",
            ),
        ),
    ]
