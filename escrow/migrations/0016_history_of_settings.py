"""Additions, changes and deletions of operators' settings are written down by triggers."""

from django.db import migrations

from marketplace.core.history_triggers import keep_history


class Migration(migrations.Migration):
    dependencies = [("escrow", "0015_overturning_reasons"), ("marketplace", "0015_staff_accountability")]

    operations = [
        keep_history("escrow", "ladderband"),
        keep_history("escrow", "feerate"),
        keep_history("escrow", "disputepolicy"),
        keep_history("escrow", "macro"),
        keep_history("escrow", "deskclocks"),
        keep_history("escrow", "reasoncode"),
        keep_history("escrow", "evidencewanted"),
    ]
