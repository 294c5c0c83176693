"""The lists of applications in their order: recommended by a rank that the database keeps, newest and oldest by id, and
a person's own by status."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("bounties", "0003_default_policies")]

    operations = [
        migrations.AddField(
            model_name="application",
            name="rank",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Case(
                    models.When(status="accepted", then=2), models.When(status="rejected", then=0), default=1
                ),
                help_text="For the order `recommended`: accepted first, rejected last.",
                output_field=models.SmallIntegerField(),
            ),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(fields=["bounty", "-id"], name="application_newest"),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(fields=["bounty", "-rank", "-id"], name="application_recommended"),
        ),
        migrations.AddIndex(
            model_name="application",
            index=models.Index(fields=["human", "status", "-id"], name="application_human_status"),
        ),
    ]
