import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("marketplace_account_groups_account_id_ea846b0f", "marketplace_account_groups", "account_id"),
    ("marketplace_account_user_permissions_account_id_385b79ae", "marketplace_account_user_permissions", "account_id"),
    ("marketplace_accountrestriction_account_id_cc931514", "marketplace_accountrestriction", "account_id"),
    ("marketplace_apikey_account_id_b6e05398", "marketplace_apikey", "account_id"),
    ("marketplace_call_account_id_ecc5fc43", "marketplace_call", "account_id"),
    ("marketplace_call_key_id_28e1cc1d", "marketplace_call", "key_id"),
    ("marketplace_connector_account_id_c7384429", "marketplace_connector", "account_id"),
    ("marketplace_export_account_id_b8648a56", "marketplace_export", "account_id"),
    ("marketplace_file_owner_id_d168a838", "marketplace_file", "owner_id"),
    ("marketplace_idempotencyrecord_account_id_8a27d2b3", "marketplace_idempotencyrecord", "account_id"),
    ("marketplace_invitation_account_id_e1dfc7a1", "marketplace_invitation", "account_id"),
    ("marketplace_staffentry_actor_id_c6ad419e", "marketplace_staffentry", "actor_id"),
    ("marketplace_stafflimit_person_id_6131406c", "marketplace_stafflimit", "person_id"),
    ("marketplace_supportreport_account_id_e43e1783", "marketplace_supportreport", "account_id"),
    ("marketplace_thumbnail_file_id_f3134cda", "marketplace_thumbnail", "file_id"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("marketplace", "0020_history_of_keeping_times"),
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
                    model_name="accountrestriction",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="restrictions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="apikey",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="call",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="call",
                    name="key",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="marketplace.apikey",
                    ),
                ),
                migrations.AlterField(
                    model_name="connector",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="connectors",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="export",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="file",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="files",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="idempotencyrecord",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="invitation",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="staffentry",
                    name="actor",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="stafflimit",
                    name="person",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="supportreport",
                    name="account",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="support_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="thumbnail",
                    name="file",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="thumbnails",
                        to="marketplace.file",
                    ),
                ),
            ],
        ),
    ]
