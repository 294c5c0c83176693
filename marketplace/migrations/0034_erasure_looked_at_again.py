"""Erasures that were done are looked at once more: what they left are the terms that others had agreed to, a state, a listing's note."""

from django.db import migrations

# In a day, when no worker of the release before is left, which would find nothing to do and call it done again.
AGAIN = """
update marketplace_erasure set due_at = clock_timestamp() + interval '1 day', done_at = null where done_at is not null
"""


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0033_erasure_history_of_settings")]

    operations = [migrations.RunSQL(AGAIN, migrations.RunSQL.noop)]
