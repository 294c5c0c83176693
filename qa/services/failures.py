"""Runs that come to nothing."""

from marketplace.core import clock
from marketplace.core.actor import Actor
from qa import events
from qa.models import Run
from qa.rules.runs import RUN


def fail(actor: Actor, run: Run, *, reason: str) -> None:
    """A run that came to nothing, under its lock."""
    run.status, run.reason, run.ended_at = RUN.next(run.status, "fail"), reason, clock.now()
    run.fund_at = None
    run.save(update_fields=["status", "reason", "ended_at", "fund_at"])
    events.run_noted(actor, run, "failed", note=reason)
