from django.db import migrations

from marketplace.core.history_triggers import keep_history


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0019_keeping_times"),
    ]

    operations = [keep_history("marketplace", "keepingtime", key="kind")]
