"""Views of the queue that keep what was searched for: it may be the name or the address of somebody who is erased since."""

from django.db import migrations

FORGOTTEN = """
delete from escrow_savedview where query ~ '(^|&)q=' and query !~ '(^|&)q=[a-z]{3}_[0-9a-z]{26}(&|$)'
"""


class Migration(migrations.Migration):
    dependencies = [("escrow", "0028_accepted_unanswered")]

    operations = [migrations.RunSQL(FORGOTTEN, migrations.RunSQL.noop)]
