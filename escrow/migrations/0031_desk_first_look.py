"""The clock of the first look counts in the order of the queue."""

from django.db import migrations, models
from django.db.models.functions import Least


class Migration(migrations.Migration):
    dependencies = [("escrow", "0030_desk_one_list_of_overturning_reasons")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="next_due_at",
            field=models.GeneratedField(
                db_persist=True,
                expression=Least(
                    "due_at",
                    models.Case(
                        models.When(first_look_at=None, paused_at=None, then="first_look_due_at"), default=None
                    ),
                ),
                help_text="Which clock runs out first: of the stage, or of the first look while staff's runs and nobody has looked.",
                output_field=models.DateTimeField(null=True),
            ),
        ),
        migrations.AlterField(
            model_name="case",
            name="first_look_at",
            field=models.DateTimeField(help_text="When who has it of the staff saw it first.", null=True),
        ),
        migrations.AlterField(
            model_name="case",
            name="first_look_due_at",
            field=models.DateTimeField(help_text="It stands still with staff's own clock.", null=True),
        ),
    ]
