"""The nightly audits find what a key of the ledger names without reading all keys: `ledger_subject` is its id, and the rare kinds
whose keys don't end with it have an index of it."""

from django.db import migrations

_FUNCTION = """
-- The id that a key or a spender names in second place (`out.end:<id>`, `recover:<id>:<payment>`, `key:<id>`); null for another text.
create function ledger_subject(p_text text) returns uuid language sql immutable parallel safe as $$
    select case when split_part(p_text, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                then split_part(p_text, ':', 2)::uuid end
$$;
"""
_INDEX = """
create index concurrently if not exists ledger_transaction_rare on ledger_transaction (ledger_subject(key))
 where kind in ('chargeback', 'chargeback_won', 'recovery', 'correction')
"""


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("wallet", "0019_ledger_transactions_by_time")]

    operations = [
        migrations.RunSQL(_FUNCTION, "drop function ledger_subject(text)"),
        migrations.RunSQL(_INDEX, "drop index concurrently if exists ledger_transaction_rare"),
    ]
