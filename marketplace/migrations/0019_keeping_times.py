from django.db import migrations, models

# As marketplace/core/keeping.py has them at this migration.
_DAYS = {
    "events": 400,
    "deliveries": 60,
    "calls": 90,
    "mails": 30,
    "pushes": 7,
    "idempotency_keys": 1,
    "payment_keys": 30,
    "provider_webhooks": 30,
}


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0018_request_ids"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeepingTime",
            fields=[
                ("kind", models.SlugField(max_length=30, primary_key=True, serialize=False)),
                ("days", models.PositiveIntegerField()),
                (
                    "is_archived",
                    models.BooleanField(
                        default=False,
                        help_text="Written to the storage of files, as JSON lines, before they are deleted.",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("days__range", (1, 36500))), name="keeping_time_of_some_days"
                    )
                ],
            },
        ),
        *(
            migrations.RunSQL(
                f"insert into marketplace_keepingtime (kind, days, is_archived) values ('{kind}', {days}, false)",  # noqa: S608
                migrations.RunSQL.noop,
            )
            for kind, days in _DAYS.items()
        ),
    ]
