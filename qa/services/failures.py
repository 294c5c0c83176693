"""Failing a run. A module of its own, because runs, schedule and templates all do it."""

from marketplace.core import clock
from marketplace.core.actor import Actor
from qa import events
from qa.models import Run
from qa.rules.runs import RUN


def fail(actor: Actor, run: Run, *, reason: str) -> None:
    """Set the run to failed; `reason` is a code that its owner sees. The caller has locked it. Raises InvalidState (409)."""
    run.status, run.reason, run.ended_at = RUN.next(run.status, "fail"), reason, clock.now()
    run.fund_at = None
    run.save(update_fields=["status", "reason", "ended_at", "fund_at"])
    events.run_noted(actor, run, "failed", note=reason)
