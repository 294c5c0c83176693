"""The fee is the operators': rates by kind of work with the moment from which each holds. The first is 18 % for all, which
until now was a setting."""

from datetime import UTC, datetime

from django.db import migrations, models
from django.db.models import Q

KINDS = ("bounty", "direct", "picture", "cake", "humanization", "service", "qa", "taste")


def add(apps, schema_editor):
    apps.get_model("escrow", "FeeRate").objects.create(
        bps=1800, holds_from=datetime(2000, 1, 1, tzinfo=UTC), reason="The rate of the first day."
    )


class Migration(migrations.Migration):
    dependencies = [("escrow", "0002_first_rows")]

    operations = [
        migrations.CreateModel(
            name="FeeRate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(blank=True, choices=[(kind, kind) for kind in KINDS], max_length=12)),
                (
                    "bps",
                    models.PositiveSmallIntegerField(blank=True, help_text="Basis points: 1800 is 18 %.", null=True),
                ),
                ("holds_from", models.DateTimeField()),
                ("reason", models.CharField(max_length=300)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "holds_from"), name="fee_rate_once_at_a_time"),
                    models.CheckConstraint(
                        condition=Q(("bps", None), ("bps__lte", 10_000), _connector="OR"),
                        name="fee_rate_at_most_the_pay",
                    ),
                    models.CheckConstraint(
                        condition=Q(Q(("kind", ""), _negated=True), ("bps__isnull", False), _connector="OR"),
                        name="fee_rate_of_all_is_a_rate",
                    ),
                ],
            },
        ),
        migrations.RunPython(add, migrations.RunPython.noop),
    ]
