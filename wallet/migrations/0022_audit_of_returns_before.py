"""What was sent back before that was written down has the time of its posting."""

from django.db import migrations

_FILL = """
update wallet_outflow o set returned_at = t.created_at from ledger_transaction t
 where o.status = 'returned' and o.returned_at is null and t.key = 'out.back:' || o.id
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0021_audit_of_returns")]

    operations = [migrations.RunSQL(_FILL, migrations.RunSQL.noop)]
