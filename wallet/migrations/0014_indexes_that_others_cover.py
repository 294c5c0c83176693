import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("wallet_agentcheckout_account_id_cb6b4bc1", "wallet_agentcheckout", "account_id"),
    ("wallet_approval_account_id_f277505c", "wallet_approval", "account_id"),
    ("wallet_chargeback_payment_id_8ce5ed8d", "wallet_chargeback", "payment_id"),
    ("wallet_checkout_account_id_45958269", "wallet_checkout", "account_id"),
    ("wallet_outflow_account_id_2922e0ea", "wallet_outflow", "account_id"),
    ("wallet_outflow_payment_id_89cffbef", "wallet_outflow", "payment_id"),
    ("wallet_payment_account_id_e5992273", "wallet_payment", "account_id"),
    ("wallet_provideraccount_account_id_fae9a97a", "wallet_provideraccount", "account_id"),
    ("wallet_topup_account_id_a84b9ead", "wallet_topup", "account_id"),
    ("wallet_x402payment_account_id_716a624e", "wallet_x402payment", "account_id"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("wallet", "0013_request_ids"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'drop index concurrently if exists "{index}"',
                    f'create index concurrently if not exists "{index}" on "{table}" ("{column}")',
                )
                for index, table, column in _COVERED
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="agentcheckout",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="agent_checkouts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="approval",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="approvals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="chargeback",
                    name="payment",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chargebacks",
                        to="wallet.payment",
                    ),
                ),
                migrations.AlterField(
                    model_name="checkout",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checkouts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="outflow",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outflows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="outflow",
                    name="payment",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outflows",
                        to="wallet.payment",
                    ),
                ),
                migrations.AlterField(
                    model_name="payment",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="provideraccount",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="provider_accounts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="topup",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="top_ups",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="x402payment",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="x402_payments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
