import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


# Each is the beginning of another index (tests/house/test_indexes.py). None is waited for, and nobody waits for it.
_COVERED = [
    ("qa_escalation_run_id_88b3f9a4", "qa_escalation", "run_id"),
    ("qa_finding_template_id_6f26b5c8", "qa_finding", "template_id"),
    ("qa_run_owner_id_47bf160d", "qa_run", "owner_id"),
    ("qa_run_template_id_30b92181", "qa_run", "template_id"),
    ("qa_tasterun_owner_id_2baeaf46", "qa_tasterun", "owner_id"),
    ("qa_template_owner_id_d9edc30c", "qa_template", "owner_id"),
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("qa", "0006_spenders"),
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
                    model_name="escalation",
                    name="run",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="escalations",
                        to="qa.run",
                    ),
                ),
                migrations.AlterField(
                    model_name="finding",
                    name="template",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="findings",
                        to="qa.template",
                    ),
                ),
                migrations.AlterField(
                    model_name="run",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="qa_runs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="run",
                    name="template",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="runs",
                        to="qa.template",
                    ),
                ),
                migrations.AlterField(
                    model_name="tasterun",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="taste_runs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    model_name="template",
                    name="owner",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="qa_templates",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
