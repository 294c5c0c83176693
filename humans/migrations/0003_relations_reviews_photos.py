"""Blocks, preferences, reviews, photos, work preferences, and the counters of a profile."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import marketplace.core.clock
import marketplace.core.ids


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0002_messaging"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("kind", models.CharField(choices=[("blocked", "blocked"), ("preferred", "preferred")], max_length=9)),
                ("note", models.CharField(blank=True, max_length=280)),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now)),
            ],
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=marketplace.core.ids.new, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(default=marketplace.core.clock.now, editable=False)),
                ("bounty_id", models.UUIDField()),
                ("rating", models.PositiveSmallIntegerField()),
                ("comment", models.TextField(blank=True, max_length=2000)),
            ],
        ),
        migrations.AddField(
            model_name="profile",
            name="photo_ids",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), default=list, help_text="Files, in the order they are shown.", size=None
            ),
        ),
        migrations.AddField(
            model_name="profile",
            name="rating_total",
            field=models.PositiveIntegerField(default=0, help_text="Sum of all ratings."),
        ),
        migrations.AddField(
            model_name="profile",
            name="review_count",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="profile",
            name="total_bookings",
            field=models.PositiveIntegerField(default=0, help_text="Seats whose work was paid."),
        ),
        migrations.AddField(
            model_name="profile",
            name="way_of_working",
            field=models.CharField(
                choices=[("digital", "digital"), ("in_person", "in_person"), ("both", "both")], max_length=9, null=True
            ),
        ),
        migrations.AddField(
            model_name="profile",
            name="work_domains",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=60), default=list, size=None
            ),
        ),
        migrations.AlterField(
            model_name="profile",
            name="is_featured",
            field=models.BooleanField(default=False, help_text="Set by operators."),
        ),
        migrations.AddField(
            model_name="relation",
            name="human",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="relation",
            name="owner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="relations", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="review",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="reviews_written", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="review",
            name="human",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reviews_received",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="relation",
            index=models.Index(fields=["owner", "kind", "-created_at", "-id"], name="relation_of_owner"),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.UniqueConstraint(fields=("owner", "human"), name="relation_once"),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.CheckConstraint(
                condition=models.Q(("owner", models.F("human")), _negated=True), name="relation_to_another"
            ),
        ),
        migrations.AddIndex(
            model_name="review",
            index=models.Index(fields=["human", "-id"], name="review_of_human"),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.UniqueConstraint(fields=("bounty_id", "human"), name="review_once_per_seat"),
        ),
        migrations.AddConstraint(
            model_name="review",
            constraint=models.CheckConstraint(
                condition=models.Q(("rating__range", (1, 5))), name="review_rating_1_to_5"
            ),
        ),
    ]
