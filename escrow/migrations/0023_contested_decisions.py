"""A decision, and its preview, may be about a contested seat: it names the case then, and no dispute. Constraints read nothing here;
0025 validates them."""

import django.db.models.deletion
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q

_OF_ONE = Q(dispute__isnull=False, case=None) | Q(dispute=None, case__isnull=False)


class Migration(migrations.Migration):
    dependencies = [("escrow", "0022_scale_decided_lately")]

    operations = [
        *(
            migrations.AddField(
                model_name=model,
                name="case",
                field=models.ForeignKey(
                    db_index=False,
                    help_text="Of a contested seat, which has no dispute.",
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name=related,
                    to="escrow.case",
                ),
            )
            for model, related in (("decisionpreview", "previews"), ("disputedecision", "decisions"))
        ),
        migrations.AlterField(
            model_name="decisionpreview",
            name="dispute",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="previews",
                to="escrow.dispute",
            ),
        ),
        migrations.AlterField(
            model_name="disputedecision",
            name="dispute",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions",
                to="escrow.dispute",
            ),
        ),
        AddConstraintNotValid(
            model_name="decisionpreview",
            constraint=models.CheckConstraint(condition=_OF_ONE, name="preview_of_one_matter"),
        ),
        AddConstraintNotValid(
            model_name="disputedecision",
            constraint=models.CheckConstraint(condition=_OF_ONE, name="decision_of_one_matter"),
        ),
    ]
