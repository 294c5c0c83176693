"""Additions, changes and deletions of operators' settings are written down by triggers."""

from django.db import migrations

from marketplace.core.history_triggers import keep_history


class Migration(migrations.Migration):
    dependencies = [("escrow", "0012_what_the_desk_keeps"), ("marketplace", "0015_staff_accountability")]

    operations = [
        keep_history("escrow", "ladderband"),
        keep_history("escrow", "feerate"),
        keep_history("escrow", "disputepolicy"),
        keep_history("escrow", "macro"),
    ]
