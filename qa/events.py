"""Facts about managed runs. They go to the run's owner."""

from typing import Any

from marketplace.core.actor import Actor
from qa.models import Run, TasteRun, Template
from qa.rules.taste import WAITS
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


def taste_status_changed(actor: Actor, run: TasteRun) -> None:
    _about_taste(actor, "run.status_changed", run, {"status": run.status}, note=run.end_reason)


def taste_waits(run: TasteRun, reason: str) -> None:
    """Internal: why a run whose money is there does not begin, for the timeline."""
    outbox.publish(
        type=WAITS,
        entity=run.public_id,
        account_id=run.owner_id,
        data={"runId": run.public_id},
        subject_id=run.pk,
        actor=Actor.system(),
        note=reason,
        public=False,
    )


def taste_report_ready(actor: Actor, run: TasteRun) -> None:
    _about_taste(actor, "run.report_ready", run, {"reportUrl": run.report_url})


def _about_taste(actor: Actor, type_: str, run: TasteRun, data: dict[str, Any], *, note: str = "") -> None:
    outbox.publish(
        type=type_,
        entity=run.public_id,
        account_id=run.owner_id,
        data={"runId": run.public_id, "bountyId": run.bounty_public_id, "kind": "taste"} | data,
        subject_id=run.pk,
        actor=actor,
        note=note,
    )
