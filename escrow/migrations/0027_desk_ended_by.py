"""Who of the staff ended a case without a decision about the money, for the desk's report. Of cases from before nobody is known."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("escrow", "0026_audit_indexes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="case",
            name="ended_by",
            field=models.ForeignKey(
                db_index=False,
                help_text="Who of the staff ended it without a decision about the money: gave a worker more time.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
