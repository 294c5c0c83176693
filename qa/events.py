"""Facts about managed runs."""

from typing import Any

from marketplace.core.actor import Actor
from qa.models import Run, Template
from webhooks import outbox


def report_ready(actor: Actor, run: Run) -> None:
    outbox.publish(
        type="run.report_ready",
        entity=run.public_id,
        account_id=run.owner_id,
        data={"kind": "qa", "runId": run.public_id, "reportUrl": run.report_url},
        subject_id=run.pk,
        actor=actor,
    )


def run_noted(actor: Actor, run: Run, what: str, *, note: str = "", **data: Any) -> None:
    """Internal: what became of a run, for the timeline."""
    outbox.publish(
        type=f"qa_run.{what}",
        entity=run.public_id,
        account_id=run.owner_id,
        data={"runId": run.public_id, **data},
        subject_id=run.pk,
        actor=actor,
        note=note,
        public=False,
    )


def template_noted(actor: Actor, template: Template, what: str, *, note: str = "") -> None:
    """Internal: what was done to a template, for the timeline."""
    outbox.publish(
        type=f"qa_template.{what}",
        entity=template.public_id,
        account_id=template.owner_id,
        data={},
        subject_id=template.pk,
        actor=actor,
        note=note,
        public=False,
    )
