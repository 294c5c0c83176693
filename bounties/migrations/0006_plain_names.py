"""Columns are called what the code calls them; in the database they keep their names, so that nothing is rewritten
and a server of the release before goes on working."""

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("bounties", "0005_attempts")]

    operations = [
        migrations.AlterField(
            "bounty",
            "news",
            django.contrib.postgres.fields.ArrayField(
                models.CharField(max_length=12), default=list, blank=True, db_column="news"
            ),
        ),
        migrations.RenameField("bounty", "news", "owner_mails"),
        migrations.AlterField(
            "bounty",
            "news_due_at",
            models.DateTimeField(
                null=True, db_column="news_due_at", help_text="When the owner is mailed about `owner_mails`."
            ),
        ),
        migrations.RenameField("bounty", "news_due_at", "owner_mails_due_at"),
        migrations.AlterField("bounty", "news_mailed_at", models.DateTimeField(null=True, db_column="news_mailed_at")),
        migrations.RenameField("bounty", "news_mailed_at", "owner_mailed_at"),
        migrations.AlterField(
            "bounty",
            "stirred_at",
            models.DateTimeField(
                null=True,
                db_column="stirred_at",
                help_text="Something happened that its managed product has not seen yet.",
            ),
        ),
        migrations.RenameField("bounty", "stirred_at", "dirty_since"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("bounty", "bounty_news_due"),
                migrations.AddIndex(
                    "bounty",
                    models.Index(
                        fields=["owner_mails_due_at"],
                        condition=Q(owner_mails_due_at__isnull=False),
                        name="bounty_news_due",
                    ),
                ),
                migrations.RemoveIndex("bounty", "bounty_stirred"),
                migrations.AddIndex(
                    "bounty",
                    models.Index(fields=["dirty_since"], condition=Q(dirty_since__isnull=False), name="bounty_stirred"),
                ),
            ]
        ),
    ]
