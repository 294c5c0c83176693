"""One index for each filter of search; pg_trgm is what finds a part of a name."""

import django.contrib.postgres.indexes
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0004_search_columns"),
    ]

    operations = [
        TrigramExtension(),
        migrations.RemoveIndex(
            model_name="profile",
            name="profile_skills",
        ),
        migrations.RemoveIndex(
            model_name="profile",
            name="profile_findable",
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(
                condition=models.Q(("is_findable", True)), fields=["-last_active_at", "-account"], name="human_recent"
            ),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(
                condition=models.Q(("is_findable", True)),
                fields=["country", "-last_active_at", "-account"],
                name="human_country",
            ),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(
                condition=models.Q(("is_findable", True)),
                fields=["gender", "-last_active_at", "-account"],
                name="human_gender",
            ),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(
                condition=models.Q(("is_findable", True)),
                fields=["city_words", "-last_active_at", "-account"],
                name="human_city",
            ),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(
                condition=models.Q(("is_findable", True), ("is_featured", True)),
                fields=["-last_active_at", "-account"],
                name="human_featured",
            ),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(
                condition=models.Q(("is_findable", True), ("is_verified", True)),
                fields=["-last_active_at", "-account"],
                name="human_verified",
            ),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=models.Index(fields=["hourly_rate_cents"], name="human_rate"),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=django.contrib.postgres.indexes.GinIndex(fields=["terms"], name="human_terms"),
        ),
        migrations.AddIndex(
            model_name="profile",
            index=django.contrib.postgres.indexes.GinIndex(
                fields=["name_words"],
                name="human_name",
                opclasses=["gin_trgm_ops"],
            ),
        ),
    ]
