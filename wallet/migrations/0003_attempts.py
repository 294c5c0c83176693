"""Counters of attempts have one name, and so have the times of the next attempt. Indexes and constraints follow their columns
in the database by themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_payments")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex(
                    model_name="checkout",
                    name="checkout_look",
                ),
                migrations.RemoveIndex(
                    model_name="mppcharge",
                    name="mpp_due",
                ),
                migrations.RemoveIndex(
                    model_name="outflow",
                    name="outflow_due",
                ),
                migrations.RemoveIndex(
                    model_name="topup",
                    name="topup_due",
                ),
                migrations.RemoveIndex(
                    model_name="x402payment",
                    name="x402_due",
                ),
            ]
        ),
        migrations.RenameField("checkout", "looks", "attempts"),
        migrations.RenameField("checkout", "look_at", "next_attempt_at"),
        migrations.RenameField("mppcharge", "tries", "attempts"),
        migrations.RenameField("mppcharge", "next_try_at", "next_attempt_at"),
        migrations.RenameField("outflow", "next_try_at", "next_attempt_at"),
        migrations.RenameField("topup", "next_try_at", "next_attempt_at"),
        migrations.RenameField("x402payment", "tries", "attempts"),
        migrations.RenameField("x402payment", "next_try_at", "next_attempt_at"),
        migrations.AlterField(
            model_name="checkout",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="checkout",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="mppcharge",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="mppcharge",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="outflow",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="outflow",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="topup",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="topup",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="x402payment",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="x402payment",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex(
                    model_name="checkout",
                    index=models.Index(
                        condition=models.Q(("next_attempt_at__isnull", False)),
                        fields=["next_attempt_at"],
                        name="checkout_look",
                    ),
                ),
                migrations.AddIndex(
                    model_name="mppcharge",
                    index=models.Index(
                        condition=models.Q(("status__in", ("charging", "attention"))),
                        fields=["next_attempt_at"],
                        name="mpp_due",
                    ),
                ),
                migrations.AddIndex(
                    model_name="outflow",
                    index=models.Index(
                        condition=models.Q(("status", "sending")), fields=["next_attempt_at"], name="outflow_due"
                    ),
                ),
                migrations.AddIndex(
                    model_name="topup",
                    index=models.Index(
                        condition=models.Q(("status__in", ("initiated", "attention"))),
                        fields=["next_attempt_at"],
                        name="topup_due",
                    ),
                ),
                migrations.AddIndex(
                    model_name="x402payment",
                    index=models.Index(
                        condition=models.Q(("status__in", ("review", "refused", "attention"))),
                        fields=["next_attempt_at"],
                        name="x402_due",
                    ),
                ),
            ]
        ),
    ]
