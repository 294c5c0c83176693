"""Of a low balance a mail goes once an hour at most: from when on the next one may go."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("wallet", "0029_approval_of_which_limit")]

    operations = [
        migrations.AddField(
            model_name="controls",
            name="low_mail_not_before",
            field=models.DateTimeField(help_text="Of a low balance no mail goes before this.", null=True),
        ),
    ]
