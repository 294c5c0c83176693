"""Every hired seat has an end: those confirmed without a window of their own get a week from now, and the last call after it."""

from typing import Any

from django.db import migrations, models

from marketplace.core import clock

_DUE = """
update bounties_application a set complete_by = d.due, end_warning_at = d.due, ends_at = d.due + interval '48 hours'
  from (select s.id, greatest(%s, b.scheduled_start_at)
                     + greatest(interval '7 days', b.estimated_hours * interval '1 hour') as due
          from bounties_application s
          join bounties_bounty b on b.id = s.bounty_id
          join escrow_escrow e on e.id = s.escrow_id
         where s.status = 'accepted' and s.confirmed_at is not null and s.complete_by is null
           and s.needs_staff_at is null and e.status in ('locked', 'disputed') and e.delivered_at is null) d
 where a.id = d.id
"""


def give_ends(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(_DUE, [clock.now()])


class Migration(migrations.Migration):
    dependencies = [("bounties", "0006_plain_names"), ("escrow", "0004_frozen_fee_rates")]

    operations = [
        migrations.AddField(
            model_name="application",
            name="ends_at",
            field=models.DateTimeField(
                help_text="When a seat without a window of its own ends, if nothing was sent: two days after it was due.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="end_warning_at",
            field=models.DateTimeField(help_text="When the worker is warned of that end (again).", null=True),
        ),
        migrations.AlterField(
            model_name="application",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, help_text="Of the automatic reviewer, without hiring."),
        ),
        migrations.RunPython(give_ends, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(
                condition=models.Q(("ends_at__isnull", False), ("status", "accepted")),
                fields=["ends_at"],
                name="application_end_due",
            ),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(
                condition=models.Q(("end_warning_at__isnull", False), ("status", "accepted")),
                fields=["end_warning_at"],
                name="application_end_warning_due",
            ),
        ),
    ]
