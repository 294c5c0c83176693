"""Counters of attempts have one name, and so have the times of the next attempt. Indexes and constraints follow their columns
in the database by themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0002_first_rows")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex(
                    model_name="mail",
                    name="mail_due",
                ),
            ]
        ),
        migrations.RenameField("signupcode", "tries", "attempts"),
        migrations.RenameField("mail", "tries", "attempts"),
        migrations.RenameField("mail", "next_try_at", "next_attempt_at"),
        migrations.AlterField(
            model_name="mail",
            name="attempts",
            field=models.PositiveIntegerField(default=0, help_text="How often the provider was asked."),
        ),
        migrations.AlterField(
            model_name="mail",
            name="next_attempt_at",
            field=models.DateTimeField(
                blank=True, help_text="When the provider is asked next; while it is, when the lease ends.", null=True
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddIndex(
                    model_name="mail",
                    index=models.Index(
                        condition=models.Q(("next_attempt_at__isnull", False)),
                        fields=["next_attempt_at"],
                        name="mail_due",
                    ),
                ),
            ]
        ),
    ]
