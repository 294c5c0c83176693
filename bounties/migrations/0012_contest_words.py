"""What our staff said when they decided a contested seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0011_columns_agree")]

    operations = [
        migrations.AddField(
            model_name="contest",
            name="decision",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="Why it was decided so, in the words of our staff; both parties read it.",
                max_length=5000,
            ),
        ),
    ]
