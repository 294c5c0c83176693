import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0014_topups_that_need_a_person"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="chargeback",
            name="chargeback_parts_not_negative",
        ),
        migrations.RemoveConstraint(
            model_name="chargeback",
            name="chargeback_parts_are_the_whole",
        ),
        migrations.AddField(
            model_name="chargeback",
            name="returned_cents",
            field=models.BigIntegerField(default=0, help_text="What of the amount came back to us."),
        ),
        migrations.AddField(
            model_name="chargeback",
            name="returned_to_wallet_cents",
            field=models.BigIntegerField(default=0, help_text="The part of that which the wallet got."),
        ),
        # Until now a won one had come back wholly.
        migrations.RunSQL(
            """update wallet_chargeback
                  set returned_cents = amount_cents, returned_to_wallet_cents = from_wallet_cents + recovered_cents
                where status = 'won'""",
            migrations.RunSQL.noop,
        ),
        migrations.AddConstraint(
            model_name="chargeback",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("fee_cents__gte", 0),
                    ("from_wallet_cents__gte", 0),
                    ("owed_cents__gte", 0),
                    ("recovered_cents__gte", 0),
                    ("fee_returned_cents__gte", 0),
                    ("fee_returned_cents__lte", models.F("fee_cents")),
                    ("returned_to_wallet_cents__gte", 0),
                    ("returned_to_wallet_cents__lte", models.F("returned_cents")),
                    ("returned_cents__lte", models.F("amount_cents")),
                ),
                name="chargeback_parts_not_negative",
            ),
        ),
        migrations.AddConstraint(
            model_name="chargeback",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "amount_cents",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("from_wallet_cents"), "+", models.F("recovered_cents")
                                    ),
                                    "+",
                                    models.F("owed_cents"),
                                ),
                                "+",
                                models.F("returned_cents"),
                            ),
                            "-",
                            models.F("returned_to_wallet_cents"),
                        ),
                    )
                ),
                name="chargeback_parts_are_the_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="chargeback",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("returned_cents__gt", 0), ("status", "won")),
                    models.Q(models.Q(("status", "won"), _negated=True), ("returned_cents", 0)),
                    _connector="OR",
                ),
                name="chargeback_won_has_returned",
            ),
        ),
    ]
