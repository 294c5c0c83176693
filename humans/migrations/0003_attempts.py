"""Counters of attempts have one name, and so have the times of the next attempt. Indexes and constraints follow their columns
in the database by themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("humans", "0002_frozen_fee_rates")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="speechattempt",
                    name="speech_due_while_pending",
                ),
                migrations.RemoveIndex(
                    model_name="speechattempt",
                    name="speech_due",
                ),
            ]
        ),
        migrations.RenameField("speechattempt", "asked", "attempts"),
        migrations.RenameField("speechattempt", "due_at", "next_attempt_at"),
        migrations.AlterField(
            model_name="speechattempt",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="speechattempt",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex(
                    model_name="speechattempt",
                    index=models.Index(
                        condition=models.Q(("next_attempt_at__isnull", False)),
                        fields=["next_attempt_at"],
                        name="speech_due",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="speechattempt",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("next_attempt_at__isnull", False), ("status", "pending")),
                            models.Q(models.Q(("status", "pending"), _negated=True), ("next_attempt_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="speech_due_while_pending",
                    ),
                ),
            ]
        ),
    ]
