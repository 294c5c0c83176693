"""What search filters by becomes part of the profile, filled for those that exist."""

import django.contrib.postgres.fields
from django.db import migrations, models

import marketplace.core.clock
from humans.rules import folded_set, name_words, words


FILLED = ("is_findable", "is_verified", "last_active_at", "name_words", "city_words", "terms", "total_bookings")
BATCH = 1000


def fill(apps, schema_editor):
    profiles = apps.get_model("humans", "Profile").objects
    released = apps.get_model("escrow", "Escrow").objects.filter(kind="seat", status="released")
    batch = []
    for profile in profiles.select_related("account").iterator(BATCH):
        account = profile.account
        profile.is_findable = bool(
            profile.is_complete and profile.is_available and account.is_active and account.email_verified_at
        )
        profile.is_verified = account.identity_verified_at is not None
        profile.last_active_at = account.last_active_at
        profile.name_words = name_words(account.name, account.username)
        profile.city_words = words(profile.city)
        profile.terms = folded_set([*profile.skills, *profile.expertise])
        profile.total_bookings = released.filter(worker_id=account.pk).count()
        batch.append(profile)
        if len(batch) == BATCH:
            profiles.bulk_update(batch, FILLED)
            batch = []
    profiles.bulk_update(batch, FILLED)


class Migration(migrations.Migration):
    dependencies = [
        ("humans", "0003_relations_reviews_photos"),
        ("escrow", "0001_escrows"),
        ("marketplace", "0001_accounts_and_access"),
    ]

    operations = [
        migrations.AddField(
            model_name="profile",
            name="city_words",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="profile",
            name="is_findable",
            field=models.BooleanField(default=False, help_text="Complete, available, mail-verified, account active."),
        ),
        migrations.AddField(
            model_name="profile",
            name="is_verified",
            field=models.BooleanField(default=False, help_text="A government document was checked."),
        ),
        migrations.AddField(
            model_name="profile",
            name="last_active_at",
            field=models.DateTimeField(default=marketplace.core.clock.now),
        ),
        migrations.AddField(
            model_name="profile",
            name="name_words",
            field=models.TextField(default=" "),
        ),
        migrations.AddField(
            model_name="profile",
            name="terms",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.TextField(), default=list, help_text="Skills and expertise, folded.", size=None
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
