import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("bounties_application_bounty_id_05502a71", "bounties_application", "bounty_id"),
    ("bounties_application_files_application_id_08434310", "bounties_application_files", "application_id"),
    ("bounties_application_human_id_edb5b779", "bounties_application", "human_id"),
    ("bounties_attendance_bounty_id_5483badd", "bounties_attendance", "bounty_id"),
    ("bounties_bounty_owner_id_85112523", "bounties_bounty", "owner_id"),
    ("bounties_cakeorder_owner_id_57a3a50f", "bounties_cakeorder", "owner_id"),
    ("bounties_contest_files_contest_id_5c5f8543", "bounties_contest_files", "contest_id"),
    ("bounties_picture_owner_id_46632f8a", "bounties_picture", "owner_id"),
    ("bounties_play_bounty_id_119ba68b", "bounties_play", "bounty_id"),
    ("bounties_receipt_bounty_id_a3bbd7cd", "bounties_receipt", "bounty_id"),
    ("bounties_rewrite_humanization_id_4e156323", "bounties_rewrite", "humanization_id"),
    ("bounties_submission_bounty_id_cb982737", "bounties_submission", "bounty_id"),
    ("bounties_submission_files_submission_id_be3d0409", "bounties_submission_files", "submission_id"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("bounties", "0019_request_ids"),
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
                    model_name="application",
                    name="bounty",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="applications",
                        to="bounties.bounty",
                    ),
                ),
                migrations.AlterField(
                    model_name="application",
                    name="human",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="applications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="attendance",
                    name="bounty",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="attendance",
                        to="bounties.bounty",
                    ),
                ),
                migrations.AlterField(
                    model_name="bounty",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bounties",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="cakeorder",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="picture",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="play",
                    name="bounty",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plays",
                        to="bounties.bounty",
                    ),
                ),
                migrations.AlterField(
                    model_name="receipt",
                    name="bounty",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="receipts",
                        to="bounties.bounty",
                    ),
                ),
                migrations.AlterField(
                    model_name="rewrite",
                    name="humanization",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rewrites",
                        to="bounties.humanization",
                    ),
                ),
                migrations.AlterField(
                    model_name="submission",
                    name="bounty",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="submissions",
                        to="bounties.bounty",
                    ),
                ),
            ],
        ),
    ]
