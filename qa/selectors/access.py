"""Fetch with permission: the caller's own templates, runs and escalations; everything else is a 404."""

from contextlib import suppress
from datetime import datetime
from uuid import UUID

from bounties.models import Application, Bounty
from bounties.selectors import access
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from qa.models import Escalation, Run, Template

_NO_TEMPLATE = "You have no such template. GET /api/v1/qa/templates lists yours."
_NO_RUN = "You have no such run. GET /api/v1/qa/runs lists yours."


def own_template(actor: Actor, template_id: str, *, lock: bool = False) -> Template:
    """Raises NotFound (404)."""
    rows = Template.objects.filter(owner_id=actor.id)
    try:
        found: Template = (rows.locked() if lock else rows).get(pk=ids.decode("qat", template_id))
        return found
    except (ValueError, Template.DoesNotExist):
        raise NotFound(_NO_TEMPLATE)


def own_run(actor: Actor, run_id: str) -> Run:
    """Raises NotFound (404)."""
    run = find_run(run_id)
    if run is None or run.owner_id != actor.id:
        raise NotFound(_NO_RUN)
    return run


def find_run(run_id: str) -> Run | None:
    """The run with the public id `<template id>_<yyyymmdd>`, of any owner."""
    named, _, day = run_id.rpartition("_")
    try:
        date = datetime.strptime(day, "%Y%m%d").date() if len(day) == 8 else None  # noqa: DTZ007 - a date has no zone
        if date is None:
            return None
        template = ids.decode("qat", named)
    except ValueError:
        return None
    rows = Run.objects.select_related("template", "bounty")
    found: Run | None = rows.filter(template_id=template, date=date).first()
    return found


def lock_template(pk: UUID) -> Template:
    found: Template = Template.objects.locked().select_related("owner").get(pk=pk)
    return found


def lock_run(pk: UUID) -> Run:
    """Lock a run: always the first lock, before its bounty."""
    found: Run = Run.objects.locked().select_related("template", "owner").get(pk=pk)
    return found


def lock_with_bounty(pk: UUID) -> tuple[Run, Bounty]:
    """Lock a run that has a bounty, then the bounty."""
    run = lock_run(pk)
    assert run.bounty_id is not None
    bounty = access.lock_bounty(run.bounty_id)
    run.bounty = bounty
    return run, bounty


def escalation_of(run: Run, application_id: str) -> Escalation:
    """The open escalation about this application, else the latest one. Raises NotFound (404)."""
    found: Escalation | None = None
    with suppress(ValueError):
        rows = Escalation.objects.select_related("application").filter(
            run_id=run.pk, application_id=ids.decode("app", application_id)
        )
        found = rows.filter(status="open").first() or rows.order_by("-id").first()
    if found is None:
        raise NotFound("Nothing was escalated about this application. GET /api/v1/qa/runs/{id} lists what was.")
    return found


def open_seat_of(actor: Actor, run: Run) -> Application | None:
    """The caller's hired application in this run, settled or not."""
    if run.bounty_id is None:
        return None
    rows = Application.objects.select_related("escrow").filter(bounty_id=run.bounty_id, human_id=actor.id)
    found: Application | None = rows.exclude(escrow=None).first()
    return found
