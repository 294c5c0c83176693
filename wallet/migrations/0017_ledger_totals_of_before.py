"""Totals of what moved before they were kept, account by account. Each is locked as a post locks it, so whatever `ledger_post` adds
meanwhile is in the moves that are summed here, or comes after."""

from typing import Any

from django.db import migrations, transaction

# Few: whoever posts to one of them waits until they are summed.
_NEXT = """
select id from ledger_account where id > %s and kind in ('wallet', 'earnings') order by id limit 20 for no key update
"""
_FILL = """
update ledger_account a set sent = e.sent, returned = e.returned, withdrawn = e.withdrawn
  from unnest(%s) as wanted (id),
       lateral (select sum(sent) as sent, sum(returned) as returned, sum(withdrawn) as withdrawn
                  from ledger_effect where account_id = wanted.id) e
 where a.id = wanted.id
"""


def fill(apps: Any, schema_editor: Any) -> None:
    connection, last = schema_editor.connection, 0
    while True:
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            cursor.execute(_NEXT, [last])
            found = [row[0] for row in cursor.fetchall()]
            if not found:
                return
            cursor.execute("select set_config('ledger.posting', 'on', true)")
            cursor.execute(_FILL, [found])
            cursor.execute("select set_config('ledger.posting', '', true)")
        last = found[-1]


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("wallet", "0016_ledger_totals")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
