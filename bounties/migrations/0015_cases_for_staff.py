"""A case for each open or decided dispute, and for each seat that waits for staff, so that the queue has them all."""

from datetime import timedelta
from typing import Any

from django.db import migrations

from marketplace.core import clock, ids

TITLE_MAX = 200


def forward(apps: Any, schema_editor: Any) -> None:
    Case, Dispute = apps.get_model("escrow", "Case"), apps.get_model("escrow", "Dispute")
    Application = apps.get_model("bounties", "Application")
    titles = dict(Application.objects.filter(escrow__disputes__isnull=False).values_list("escrow_id", "bounty__title"))
    now, made = clock.now(), []
    for dispute in Dispute.objects.filter(case=None).select_related("escrow").iterator():
        is_open = dispute.resolved_at is None
        waits = dispute.status == "awaiting_approval"
        made.append(
            Case(
                id=ids.new(),
                created_at=dispute.created_at,
                kind="dispute",
                dispute=dispute,
                category=dispute.category,
                title=titles.get(dispute.escrow_id, dispute.category.replace("_", " "))[:TITLE_MAX],
                stage="approval" if waits else "decision" if is_open else "closed",
                due_at=now + timedelta(hours=24 if waits else 72) if is_open else None,
                decision_due_at=now + timedelta(hours=72) if is_open else None,
                closed_at=dispute.resolved_at,
                **copied(dispute.escrow),
            )
        )
    waiting = Application.objects.filter(status="accepted", needs_staff_at__isnull=False, escrow__isnull=False)
    for application in waiting.select_related("escrow", "bounty").iterator():
        due_at = application.staff_due_at or application.needs_staff_at + timedelta(hours=72)
        made.append(
            Case(
                id=ids.new(),
                created_at=application.needs_staff_at,
                kind="contest",
                category="contest",
                title=application.bounty.title[:TITLE_MAX],
                stage="decision",
                due_at=due_at,
                decision_due_at=due_at,
                **copied(application.escrow),
            )
        )
    Case.objects.bulk_create(made, batch_size=1000)


def copied(escrow: Any) -> dict[str, Any]:
    return {
        "escrow": escrow,
        "owner_id": escrow.owner_id,
        "worker_id": escrow.worker_id,
        "amount_cents": escrow.amount_cents,
    }


class Migration(migrations.Migration):
    dependencies = [("bounties", "0014_jobs_from_files"), ("escrow", "0010_sealed_decisions")]

    operations = [migrations.RunPython(forward, migrations.RunPython.noop)]
