"""The model is called what docs and back office call it. Its table keeps its name, so that nothing is rewritten and a server
of the release before goes on working."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("wallet", "0003_attempts")]

    operations = [
        migrations.AlterModelTable(name="providernotice", table="wallet_providernotice"),
        migrations.RenameModel(old_name="ProviderNotice", new_name="ProviderWebhook"),
    ]
