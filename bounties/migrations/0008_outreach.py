"""Listings invite people by mail. When a listing was boosted stands with its outreach."""

import django.db.models.deletion
import marketplace.core.clock
import marketplace.core.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0007_unpublished_due"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(
            model_name="bounty",
            name="boosted_at",
        ),
        migrations.CreateModel(
            name="Outreach",
            fields=[
                (
                    "bounty",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="outreach",
                        serialize=False,
                        to="bounties.bounty",
                    ),
                ),
                (
                    "target",
                    models.PositiveIntegerField(default=0, help_text="How many people it means to invite in all."),
                ),
                ("wave", models.PositiveSmallIntegerField(default=0, help_text="How many waves have gone out.")),
                (
                    "next_wave_at",
                    models.DateTimeField(
                        help_text="Waits while the listing is paused; empty after the last.", null=True
                    ),
                ),
                ("boosted_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "outreach",
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_wave_at__isnull", False)),
                        fields=["next_wave_at"],
                        name="outreach_wave_due",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("wave", models.PositiveSmallIntegerField()),
                (
                    "bounty",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="bounties.bounty",
                    ),
                ),
                (
                    "human",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["human", "-created_at"], name="invitation_of_human")],
                "constraints": [models.UniqueConstraint(fields=("bounty", "human"), name="invitation_once_per_bounty")],
            },
        ),
    ]
