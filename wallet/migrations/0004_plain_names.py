"""A model and columns are called what the code calls them; in the database they keep their names, so that nothing is rewritten
and a server of the release before goes on working."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("wallet", "0003_attempts")]

    operations = [
        migrations.AlterModelTable(name="providernotice", table="wallet_providernotice"),
        migrations.RenameModel(old_name="ProviderNotice", new_name="ProviderWebhook"),
        migrations.AlterField(
            "chargeback",
            "look_at",
            models.DateTimeField(
                null=True, db_column="look_at", help_text="When the provider is asked next how it stands."
            ),
        ),
        migrations.RenameField("chargeback", "look_at", "poll_at"),
        migrations.AlterField(
            "outflow",
            "look_at",
            models.DateTimeField(
                null=True,
                db_column="look_at",
                help_text="When the provider is asked again about a paid one: it may be sent back.",
            ),
        ),
        migrations.RenameField("outflow", "look_at", "poll_at"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("chargeback", "chargeback_look"),
                migrations.AddIndex(
                    "chargeback",
                    models.Index(fields=["poll_at"], condition=Q(poll_at__isnull=False), name="chargeback_look"),
                ),
                migrations.RemoveIndex("outflow", "outflow_look"),
                migrations.AddIndex(
                    "outflow",
                    models.Index(
                        fields=["poll_at"], condition=Q(status="paid", poll_at__isnull=False), name="outflow_look"
                    ),
                ),
            ]
        ),
    ]
