"""What is in flight by now. After the trigger has come, so that nothing falls between."""

from django.db import migrations

NOTE = """
insert into webhooks_lease (delivery_id) select id from webhooks_delivery where leased_until is not null
on conflict do nothing
"""


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0014_leases"),
    ]

    operations = [migrations.RunSQL(NOTE, migrations.RunSQL.noop)]
