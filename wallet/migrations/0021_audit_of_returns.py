"""When an outflow was sent back after it had been paid: until that month is sealed, the night compares it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0020_audits_by_key")]

    operations = [
        migrations.AddField(
            model_name="outflow",
            name="returned_at",
            field=models.DateTimeField(help_text="When it was sent back after it was paid.", null=True),
        ),
    ]
