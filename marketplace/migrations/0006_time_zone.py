from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0005_columns_agree")]

    operations = [
        migrations.AddField(
            model_name="account",
            name="time_zone",
            field=models.CharField(
                blank=True,
                help_text="In which pages are written; empty: the browser's. Name of the tz list.",
                max_length=64,
            ),
        ),
    ]
