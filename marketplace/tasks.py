"""Celery tasks: one service call each, safe to run twice."""

import logging

from celery import Task, shared_task, signals
from django.conf import settings

from marketplace.core import context, metrics, tracing, watching
from marketplace.services import (
    account_restrictions,
    audit,
    erasing,
    exports,
    mails,
    oauth,
    orphaned_files,
    proposals,
    pushes,
    status,
    upkeep,
)

log = logging.getLogger(__name__)
# They run without an end and have nothing to say: metrics count them, and a line is written when one is slow or fails.
PULSES = ("marketplace.heartbeat", "marketplace.record_status")


@shared_task(name="marketplace.send_mails", acks_late=True)
def send_mails() -> int:
    return mails.send_due()


@shared_task(name="marketplace.send_pushes", acks_late=True)
def send_pushes() -> int:
    return pushes.send_due()


@shared_task(name="marketplace.make_exports", acks_late=True)
def make_exports() -> int:
    return exports.make_due()


@shared_task(name="marketplace.delete_expired_exports", acks_late=True)
def delete_expired_exports() -> int:
    return exports.delete_expired()


@shared_task(name="marketplace.erase_due", acks_late=True)
def erase_due() -> int:
    return erasing.run_due()


@shared_task(name="marketplace.expire_proposals", acks_late=True)
def expire_proposals() -> int:
    return proposals.expire_due()


@shared_task(name="marketplace.end_restrictions", acks_late=True)
def end_restrictions() -> int:
    return account_restrictions.end_due()


@shared_task(name="marketplace.check_audit", acks_late=True)
def check_audit() -> int:
    return audit.check_nightly()


@shared_task(name="marketplace.heartbeat")
def heartbeat() -> None:
    upkeep.record_heartbeat()


@shared_task(name="marketplace.record_status")
def record_status() -> None:
    status.record()


@shared_task(name="marketplace.delete_expired", acks_late=True)
def delete_expired() -> int:
    return upkeep.delete_expired()


@shared_task(name="marketplace.delete_orphaned_files", acks_late=True)
def delete_orphaned_files() -> int:
    return orphaned_files.delete_due()


@shared_task(name="marketplace.delete_expired_tokens", acks_late=True)
def delete_expired_tokens() -> int:
    return oauth.delete_expired()


@signals.worker_ready.connect
def _record_heartbeat(**_: object) -> None:
    """Write a heartbeat at once, so that /readyz need not wait for the first one of beat."""
    upkeep.record_heartbeat()


@signals.task_prerun.connect
def _carry_request_id(task: Task, **_: object) -> None:
    """Give the log lines and events of a task about one row the id of the request that queued it. A task without arguments works
    on whatever is due, of other accounts too, and has an id of its own: each row names the request that it comes from.
    """
    request = task.request
    of_one_row = bool(request.kwargs or request.args)
    if of_one_row:
        context.begin(getattr(request, "request_id", None), getattr(request, "trace_id", None) or "")
    else:
        context.begin()
    work = watching.begin("task", task.name, getattr(request, "woken_by", None) or "timer")
    work.opened = tracing.start(task.name, "consumer", getattr(request, "traceparent", None) if of_one_row else None)


@signals.task_postrun.connect
def _end_context(task: Task, state: str = "", **_: object) -> None:
    """Write the task's line: never its arguments or its result."""
    work = watching.current()
    if work is not None and work.kind == "task":
        watching.end(work)
        metrics.count_task(work, state)
        tracing.finish(work.opened, is_failed=state == "FAILURE")
        if settings.ACCESS_LOG:
            woken = {"wokenBy": work.woken_by, "wokenByRequest": getattr(task.request, "request_id", None) or None}
            told = {"traceId": context.trace_id(), "task": work.name, "state": state} | woken
            level = watching.level(work)
            is_pulse = work.name in PULSES and state == "SUCCESS" and level == logging.INFO
            log.log(logging.DEBUG if is_pulse else level, "task", extra=told | watching.line(work))
    context.end()
