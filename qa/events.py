"""Events of managed runs, for the run's owner. Internal ones (`public=False`) are shown in the admin's timelines only."""

from typing import Any

from marketplace.core import ids
from marketplace.core.actor import Actor
from qa.models import Run, TasteRun, Template
from qa.rules.taste import WAITS
from webhooks import outbox


def report_ready(actor: Actor, run: Run) -> None:
    outbox.publish(
        type="run.report_ready",
        entity=run.public_id,
        account_id=run.owner_id,
        data={"kind": "qa", "runId": run.public_id, "reportUrl": run.report_url} | _bounty(run),
        subject_id=run.pk,
        actor=actor,
    )


def run_status_changed(actor: Actor, run: Run) -> None:
    """A run was skipped, has failed, or found nobody; its reason says why. The others end with `report_ready`."""
    outbox.publish(
        type="run.status_changed",
        entity=run.public_id,
        account_id=run.owner_id,
        data={"kind": "qa", "runId": run.public_id, "status": run.status, "reason": run.reason} | _bounty(run),
        subject_id=run.pk,
        actor=actor,
        note=run.reason,
    )


def _bounty(run: Run) -> dict[str, str]:
    """Of a run that was opened."""
    return {"bountyId": ids.encode("bty", run.bounty_id)} if run.bounty_id else {}


def run_noted(actor: Actor, run: Run, what: str, *, note: str = "", **data: Any) -> None:
    """Internal event `qa_run.<what>`."""
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
    """Internal event `qa_template.<what>`."""
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
    _about_taste(
        actor, "run.status_changed", run, {"status": run.status, "reason": run.end_reason}, note=run.end_reason
    )


def taste_waits(run: TasteRun, reason: str) -> None:
    """Internal event: why a run does not start although the wallet covers it."""
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
