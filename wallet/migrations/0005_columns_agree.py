"""Columns of one row that say the same thing agree; rows from before that contradict themselves are repaired by the status."""

from django.conf import settings
from django.db import migrations, models

REPAIRS = (
    # What was paid and never settled is where it was booked: in the wallet.
    """
update wallet_checkout set outcome = case when escrow_id is null then 'left_in_wallet' else 'funded' end
 where status = 'paid' and subject_id is not null and outcome = 'none'
""",
    "update wallet_checkout set outcome = 'none', escrow_id = null "
    "where (status <> 'paid' or subject_id is null) and (outcome <> 'none' or escrow_id is not null)",
    # No request fits an empty one, so this key is refused for another, as it was without one.
    "update wallet_checkout set fingerprint = ''::bytea where idempotency_key is not null and fingerprint is null",
    "update wallet_checkout set fingerprint = null where idempotency_key is null and fingerprint is not null",
    "update wallet_topup set ended_at = null where status in ('initiated', 'attention') and ended_at is not null",
    "update wallet_topup set ended_at = created_at where status not in ('initiated', 'attention') and ended_at is null",
)


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0004_plain_names"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(migrations.RunSQL(statement, migrations.RunSQL.noop) for statement in REPAIRS),
        migrations.AddConstraint(
            model_name="checkout",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("status", "paid"), ("subject_id__isnull", False), models.Q(("outcome", "none"), _negated=True)
                    ),
                    models.Q(
                        ("escrow_id", None),
                        ("outcome", "none"),
                        models.Q(models.Q(("status", "paid"), _negated=True), ("subject_id", None), _connector="OR"),
                    ),
                    _connector="OR",
                ),
                name="checkout_outcome_of_a_paid_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="checkout",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fingerprint", None), ("idempotency_key", None)),
                    models.Q(("fingerprint__isnull", False), ("idempotency_key__isnull", False)),
                    _connector="OR",
                ),
                name="checkout_key_has_its_fingerprint",
            ),
        ),
        migrations.AddConstraint(
            model_name="topup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("status__in", ("initiated", "attention"))),
                    models.Q(
                        models.Q(("status__in", ("initiated", "attention")), _negated=True), ("ended_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="topup_end_has_its_moment",
            ),
        ),
    ]
