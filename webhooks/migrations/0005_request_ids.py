"""Events keep the trace of their cause, for the traceparent of webhooks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("webhooks", "0004_events_of_a_bounty"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="trace_id",
            field=models.CharField(help_text="Of the caller's traceparent, if it sent one.", max_length=32, null=True),
        ),
    ]
