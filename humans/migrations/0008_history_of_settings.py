"""Additions, changes and deletions of operators' settings are written down by triggers."""

from django.db import migrations

from marketplace.core.history_triggers import keep_history


class Migration(migrations.Migration):
    dependencies = [("humans", "0007_spenders"), ("marketplace", "0015_staff_accountability")]

    operations = [
        keep_history("humans", "messagerule"),
    ]
