"""What the desk keeps: mail digests of staff, when cases were opened, and macros without unknown fields."""

import django.db.models.deletion
import marketplace.core.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("escrow", "0011_parties_of_disputes"),
        ("marketplace", "0013_members"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffDigest",
            fields=[
                (
                    "staff",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "every",
                    models.CharField(
                        choices=[
                            ("never", "never"),
                            ("hourly", "when something is new, at most hourly"),
                            ("daily", "each morning"),
                        ],
                        default="hourly",
                        max_length=6,
                    ),
                ),
                ("next_at", models.DateTimeField(default=marketplace.core.clock.now, null=True)),
                (
                    "told",
                    models.JSONField(
                        default=list, help_text="What the last one named: hourly mails are about something new."
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["created_at"], name="case_opened"),
        ),
        migrations.AddConstraint(
            model_name="macro",
            constraint=models.CheckConstraint(
                condition=models.Q(("text__regex", "\\{(?!(title|funder|worker|due|me)\\})"), _negated=True),
                name="macro_fields_known",
            ),
        ),
        migrations.AddIndex(
            model_name="staffdigest",
            index=models.Index(
                condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="staff_digest_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="staffdigest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("every", "never"), ("next_at", None)),
                    models.Q(("every__in", ["hourly", "daily"]), ("next_at__isnull", False)),
                    _connector="OR",
                ),
                name="staff_digest_due_unless_never",
            ),
        ),
    ]
