"""The simulated people of a sandbox: who they are, what they play, and whose new bounties they join by themselves."""

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0017_history_of_settings"),
        ("marketplace", "0016_pictures_alike"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SimulationSwitch",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="simulation",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "since",
                    models.DateTimeField(
                        help_text="Bounties that went live since then; empty: switched off.", null=True
                    ),
                ),
                ("scripts", models.JSONField(default=list, help_text="One applicant for each.")),
            ],
        ),
        migrations.CreateModel(
            name="SimulatedPerson",
            fields=[
                ("handle", models.CharField(max_length=20, primary_key=True, serialize=False)),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="simulated",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("script", models.CharField(max_length=20)),
                (
                    "worker_percent",
                    models.PositiveSmallIntegerField(
                        default=50, help_text="Of the pay, which simulated staff give the worker."
                    ),
                ),
                ("status", models.CharField(default="running", max_length=10)),
                (
                    "outcome",
                    models.CharField(
                        blank=True, help_text="How it ended, or the code of what was refused.", max_length=60
                    ),
                ),
                ("words", models.CharField(blank=True, help_text="The refusal's message.", max_length=500)),
                (
                    "due_at",
                    models.DateTimeField(
                        help_text="When the next step is due; empty while it waits for the owner.", null=True
                    ),
                ),
                (
                    "done",
                    models.JSONField(
                        default=dict, help_text="By a step's number: the moment it was done for, and when."
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "bounty",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="plays", to="bounties.bounty"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="plays", to="bounties.simulatedperson"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["bounty", "-id"], name="play_of_bounty"),
                    models.Index(condition=models.Q(("status", "running")), fields=["due_at"], name="play_due"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "running")),
                        fields=("bounty", "person"),
                        name="play_one_of_a_person_in_a_bounty",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status", "running")),
                            models.Q(models.Q(("status", "running"), _negated=True), ("ended_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="play_end_has_its_moment",
                    ),
                ],
            },
        ),
    ]
