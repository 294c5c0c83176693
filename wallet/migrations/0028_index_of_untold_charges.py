"""The charges of which a mail is due are found without reading all controls."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("wallet", "0027_what_an_approval_leaves_out")]

    operations = [
        AddIndexConcurrently(
            model_name="controls",
            index=models.Index(
                condition=models.Q(("topup_untold__gt", 0)),
                fields=["topup_mail_not_before"],
                name="controls_topup_untold",
            ),
        ),
    ]
