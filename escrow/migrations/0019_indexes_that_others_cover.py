import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("escrow_case_owner_id_4770c9ff", "escrow_case", "owner_id"),
    ("escrow_case_worker_id_b2893e06", "escrow_case", "worker_id"),
    ("escrow_casefinding_case_id_a5c14096", "escrow_casefinding", "case_id"),
    ("escrow_casemessage_case_id_8f627177", "escrow_casemessage", "case_id"),
    ("escrow_casepresence_case_id_77c77bcc", "escrow_casepresence", "case_id"),
    ("escrow_casestage_case_id_095fc1ed", "escrow_casestage", "case_id"),
    ("escrow_decisionpreview_dispute_id_c4ae182c", "escrow_decisionpreview", "dispute_id"),
    ("escrow_desknote_about_id_0b3b03a4", "escrow_desknote", "about_id"),
    ("escrow_desknote_case_id_c92c12ac", "escrow_desknote", "case_id"),
    ("escrow_dispute_owner_id_015c2f0b", "escrow_dispute", "owner_id"),
    ("escrow_dispute_worker_id_7e41b456", "escrow_dispute", "worker_id"),
    ("escrow_disputeevidence_files_disputeevidence_id_2ac0e240", "escrow_disputeevidence_files", "disputeevidence_id"),
    ("escrow_escrow_owner_id_25b8c212", "escrow_escrow", "owner_id"),
    ("escrow_escrow_worker_id_45e1d83f", "escrow_escrow", "worker_id"),
    ("escrow_macro_name_cbacb80b", "escrow_macro", "name"),
    ("escrow_reasoncode_code_96255356", "escrow_reasoncode", "code"),
    ("escrow_savedview_staff_id_7e58a238", "escrow_savedview", "staff_id"),
    ("escrow_transfer_recipient_id_17a17f6e", "escrow_transfer", "recipient_id"),
    ("escrow_transfer_sender_id_9232ff18", "escrow_transfer", "sender_id"),
]

# Of the same two columns; nobody searches them by a pattern.
_OF_PATTERNS = [
    ("escrow_macro_name_cbacb80b_like", "escrow_macro", "name"),
    ("escrow_reasoncode_code_96255356_like", "escrow_reasoncode", "code"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("escrow", "0018_case_stage_left"),
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
            ]
            + [
                migrations.RunSQL(
                    f'drop index concurrently if exists "{index}"',
                    f'create index concurrently if not exists "{index}" on "{table}" ("{column}" varchar_pattern_ops)',
                )
                for index, table, column in _OF_PATTERNS
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="case",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases_as_funder",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="case",
                    name="worker",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases_as_worker",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="casefinding",
                    name="case",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="findings",
                        to="escrow.case",
                    ),
                ),
                migrations.AlterField(
                    model_name="casemessage",
                    name="case",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="escrow.case",
                    ),
                ),
                migrations.AlterField(
                    model_name="casepresence",
                    name="case",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="presences",
                        to="escrow.case",
                    ),
                ),
                migrations.AlterField(
                    model_name="casestage",
                    name="case",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stages",
                        to="escrow.case",
                    ),
                ),
                migrations.AlterField(
                    model_name="decisionpreview",
                    name="dispute",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="previews",
                        to="escrow.dispute",
                    ),
                ),
                migrations.AlterField(
                    model_name="desknote",
                    name="about",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="desknote",
                    name="case",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="escrow.case",
                    ),
                ),
                migrations.AlterField(
                    model_name="dispute",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes_opened",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="dispute",
                    name="worker",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="disputes_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="escrow",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="escrows_paid",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="escrow",
                    name="worker",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="escrows_earned",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="macro",
                    name="name",
                    field=models.SlugField(db_index=False, max_length=60),
                ),
                migrations.AlterField(
                    model_name="reasoncode",
                    name="code",
                    field=models.SlugField(db_index=False, max_length=40),
                ),
                migrations.AlterField(
                    model_name="savedview",
                    name="staff",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="transfer",
                    name="recipient",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers_received",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="transfer",
                    name="sender",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers_sent",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
