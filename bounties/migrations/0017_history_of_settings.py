"""Additions, changes and deletions of operators' settings are written down by triggers."""

from django.db import migrations

from marketplace.core.history_triggers import keep_history


class Migration(migrations.Migration):
    dependencies = [("bounties", "0016_imports_expire"), ("marketplace", "0015_staff_accountability")]

    operations = [
        keep_history("bounties", "category", key="slug"),
        keep_history("bounties", "noticerule"),
        keep_history("bounties", "payminimum"),
        keep_history("bounties", "screeningrule"),
        keep_history("bounties", "cakeprice"),
        keep_history("bounties", "taskplace"),
    ]
