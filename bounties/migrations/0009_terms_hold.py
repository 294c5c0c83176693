"""What a hired person agreed to, what changed since, and who may apply again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0008_skills_without_case")]

    operations = [
        migrations.AddField(
            model_name="application",
            name="may_reapply_at",
            field=models.DateTimeField(
                help_text="When the owner allowed the person of this ended seat to apply again.", null=True
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="terms_answer_by",
            field=models.DateTimeField(
                help_text="Until when the worker may leave because of them; empty once it is decided.", null=True
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="terms_changed_at",
            field=models.DateTimeField(help_text="When they were last changed.", null=True),
        ),
        migrations.AddField(
            model_name="application",
            name="terms_left_at",
            field=models.DateTimeField(
                help_text="When the worker left because of them, with attendance that the owner has not settled.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="terms_proposed",
            field=models.JSONField(help_text="The changed terms, until the worker accepts them.", null=True),
        ),
        migrations.AlterField(
            model_name="application",
            name="terms_snapshot",
            field=models.JSONField(
                default=dict, help_text="What the work was and paid when applying, then when hired."
            ),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(
                condition=models.Q(("status", "accepted"), ("terms_answer_by__isnull", False)),
                fields=["terms_answer_by"],
                name="application_terms_due",
            ),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(
                condition=models.Q(("status", "accepted"), ("terms_left_at__isnull", False)),
                fields=["terms_left_at"],
                name="application_left_due",
            ),
        ),
    ]
