"""A line's note also says what a call changed, or what a refused one tried. Only the words of the column: no statement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0031_calls_by_service"),
    ]

    operations = [
        migrations.AlterField(
            model_name="call",
            name="note",
            field=models.CharField(
                blank=True, help_text="What the page said, what was changed, or what was tried.", max_length=200
            ),
        ),
    ]
