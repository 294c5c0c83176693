"""Keeping times of what tells of people; and accounts that their owners closed before lose the texts that stayed then: the timer
looks at them.
"""

from django.db import migrations

# As marketplace/core/keeping.py has them at this migration.
_DAYS = {"evidence": 1095, "messages": 1095, "attendance": 1095, "identity_signals": 90, "private_reads": 1095}
_CLOSED = """
    insert into marketplace_erasure (id, created_at, account_id, due_at, waits_for)
    select gen_random_uuid(), closed_at, id, now(), '[]' from marketplace_account where closed_at is not null
    on conflict do nothing
"""


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0025_privacy_erasures")]

    operations = [
        migrations.RunSQL(_CLOSED, migrations.RunSQL.noop),
        *(
            migrations.RunSQL(
                f"insert into marketplace_keepingtime (kind, days, is_archived) values ('{kind}', {days}, false)",  # noqa: S608
                f"delete from marketplace_keepingtime where kind = '{kind}'",  # noqa: S608
            )
            for kind, days in _DAYS.items()
        ),
    ]
