"""Where a task is done may be somebody's home: the history of settings says that a place changed, and keeps no coordinates."""

from django.db import migrations

from marketplace.core.history_triggers import keep_history_without


class Migration(migrations.Migration):
    dependencies = [("bounties", "0022_unchanged_texts"), ("marketplace", "0033_erasure_history_of_settings")]

    operations = [keep_history_without("bounties", "taskplace", "latitude longitude")]
