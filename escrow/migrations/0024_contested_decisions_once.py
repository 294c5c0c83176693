"""Of a contested seat's case one decision stands, and it has the parts of its preview. Indexes are built beside the work."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

_PARTS = ("id", "case", "round", "worker_cents", "fee_cents", "refund_cents")


class Migration(migrations.Migration):
    atomic = False  # beside the work

    dependencies = [("escrow", "0023_contested_decisions")]

    operations = [
        AddIndexConcurrently(
            "decisionpreview",
            models.Index(fields=["case", "-id"], condition=Q(case__isnull=False), name="preview_of_case"),
        ),
        AddIndexConcurrently(
            "disputedecision",
            models.Index(fields=["case", "-id"], condition=Q(case__isnull=False), name="decision_of_case"),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "create unique index concurrently if not exists decision_one_standing_of_case "
                    "on escrow_disputedecision (case_id) where state in ('proposed', 'final')",
                    "drop index concurrently if exists decision_one_standing_of_case",
                ),
                migrations.RunSQL(
                    "create unique index concurrently if not exists preview_parts_of_case on escrow_decisionpreview "
                    "(id, case_id, round, worker_cents, fee_cents, refund_cents)",
                    "drop index concurrently if exists preview_parts_of_case",
                ),
                migrations.RunSQL(
                    "alter table escrow_decisionpreview add constraint preview_parts_of_case "
                    "unique using index preview_parts_of_case",
                    "alter table escrow_decisionpreview drop constraint preview_parts_of_case",
                ),
            ],
            state_operations=[
                migrations.AddConstraint(
                    model_name="decisionpreview",
                    constraint=models.UniqueConstraint(fields=_PARTS, name="preview_parts_of_case"),
                ),
                migrations.AddConstraint(
                    model_name="disputedecision",
                    constraint=models.UniqueConstraint(
                        fields=["case"],
                        condition=Q(state__in=["proposed", "final"]),
                        name="decision_one_standing_of_case",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(
            "alter table escrow_disputedecision add constraint decision_as_previewed_of_case "
            "foreign key (preview_id, case_id, round, worker_cents, fee_cents, refund_cents) "
            "references escrow_decisionpreview (id, case_id, round, worker_cents, fee_cents, refund_cents) "
            "deferrable initially deferred not valid",
            "alter table escrow_disputedecision drop constraint decision_as_previewed_of_case",
        ),
    ]
