"""Counters of attempts have one name, and so have the times of the next attempt. Indexes and constraints follow their columns
in the database by themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0004_frozen_fee_rates")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="micsample",
                    name="mic_sample_due_while_pending",
                ),
                migrations.RemoveIndex(
                    model_name="micsample",
                    name="mic_sample_due",
                ),
                migrations.RemoveIndex(
                    model_name="rewrite",
                    name="rewrite_score_due",
                ),
            ]
        ),
        migrations.RenameField("application", "review_attempts", "attempts"),
        migrations.RenameField("micsample", "tries", "attempts"),
        migrations.RenameField("micsample", "due_at", "next_attempt_at"),
        migrations.RenameField("rewrite", "score_at", "next_attempt_at"),
        migrations.AlterField(
            model_name="application",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, help_text="Failed ones of the automatic reviewer."),
        ),
        migrations.AlterField(
            model_name="micsample",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="micsample",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="rewrite",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="rewrite",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex(
                    model_name="micsample",
                    index=models.Index(
                        condition=models.Q(("next_attempt_at__isnull", False)),
                        fields=["next_attempt_at"],
                        name="mic_sample_due",
                    ),
                ),
                migrations.AddIndex(
                    model_name="rewrite",
                    index=models.Index(
                        condition=models.Q(("next_attempt_at__isnull", False)),
                        fields=["next_attempt_at"],
                        name="rewrite_score_due",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="micsample",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("next_attempt_at__isnull", False), ("status", "pending")),
                            models.Q(models.Q(("status", "pending"), _negated=True), ("next_attempt_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="mic_sample_due_while_pending",
                    ),
                ),
            ]
        ),
    ]
