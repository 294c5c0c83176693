from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bounties", "0013_raise_asked_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="bounty",
            name="offer_id",
            field=models.UUIDField(help_text="The payment offer that this hire took up.", null=True),
        ),
        migrations.AddConstraint(
            model_name="bounty",
            constraint=models.UniqueConstraint(
                condition=models.Q(("offer_id__isnull", False)),
                fields=("offer_id",),
                name="bounty_takes_an_offer_up_once",
            ),
        ),
    ]
