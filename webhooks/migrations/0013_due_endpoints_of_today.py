"""What is open by now. After the triggers have come, so that nothing falls between."""

from django.db import migrations

NOTE = """
insert into webhooks_dueendpoint (endpoint_id, account_id, failing, due_at)
select endpoint.id, endpoint.account_id, endpoint.consecutive_failures > 0, min(delivery.next_attempt_at)
  from webhooks_delivery delivery join webhooks_endpoint endpoint on endpoint.id = delivery.endpoint_id
 where delivery.status in ('pending', 'retrying')
 group by endpoint.id
 order by endpoint.id
on conflict (endpoint_id) do update set due_at = least(webhooks_dueendpoint.due_at, excluded.due_at)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0012_due_endpoints"),
    ]

    operations = [migrations.RunSQL(NOTE, migrations.RunSQL.noop)]
