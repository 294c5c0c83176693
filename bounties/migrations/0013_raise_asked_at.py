from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0012_frozen_silence_policy"),
    ]

    operations = [
        migrations.AddField(
            model_name="bounty",
            name="raise_asked_at",
            field=models.DateTimeField(
                help_text="When that edit was confirmed; it is forgotten a day later.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="bounty",
            index=models.Index(
                condition=models.Q(("status", "pending_funding")), fields=["raise_asked_at"], name="bounty_raise_due"
            ),
        ),
        # Of those that wait already nothing better is known.
        migrations.RunSQL(
            "update bounties_bounty set raise_asked_at = updated_at where status = 'pending_funding'",
            migrations.RunSQL.noop,
        ),
    ]
