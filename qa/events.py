"""Facts about managed runs. They go to the run's owner."""

from typing import Any

from marketplace.core.actor import Actor
from qa.models import TasteRun
from webhooks import outbox


def taste_status_changed(actor: Actor, run: TasteRun) -> None:
    _about_taste(actor, "run.status_changed", run, {"status": run.status}, note=run.end_reason)


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
