"""Failing a run, and telling its owner about a run that was skipped, failed or found nobody. A module of its own, because runs,
schedule and templates all do it."""

from uuid import UUID

from django.db.models import Max

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due
from marketplace.services import mail_templates
from qa import events
from qa.models import Run
from qa.rules.runs import RUN, mail_due
from qa.rules.words import why_not

_NAMED = 20  # how many runs a mail lists


def fail(actor: Actor, run: Run, *, reason: str) -> None:
    """Set the run to failed; `reason` is a code that its owner sees. The caller has locked it. Raises InvalidState (409)."""
    run.status, run.reason, run.ended_at = RUN.next(run.status, "fail"), reason, clock.now()
    run.fund_at = None
    run.save(update_fields=["status", "reason", "ended_at", "fund_at"])
    events.run_noted(actor, run, "failed", note=reason)
    tell(actor, run)


def tell(actor: Actor, run: Run) -> None:
    """Tell the owner of a run that it was skipped or has failed: an event now, and a line in a mail, at most one a day; no
    mail to an owner who did it. The caller has locked the run, or made it."""
    events.run_status_changed(actor, run)
    if actor.account is not None and actor.account.pk == run.owner_id:
        return
    mailed = Run.objects.filter(owner_id=run.owner_id).aggregate(last=Max("mailed_at"))["last"]
    run.mail_due_at = mail_due(clock.now(), mailed)
    run.save(update_fields=["mail_due_at"])


def mail_owners() -> int:
    """Timer: one mail to each owner about all the runs that were skipped or have failed since the last one.

    One transaction per owner, which locks those runs. Returns how many mails.
    """

    def work(pk: UUID) -> None:
        due = Run.objects.locked().select_related("template", "owner").filter(mail_due_at__isnull=False)
        runs = list(due.filter(owner_id=Run.objects.values_list("owner_id", flat=True).get(pk=pk)))
        if pk not in [run.pk for run in runs]:
            return  # mailed meanwhile
        runs.sort(key=lambda run: run.due_at)
        rows = [{"name": run.template.name, "id": run.public_id, "why": why_not(run.reason)} for run in runs]
        mail_templates.send(
            runs[0].owner, "qa_failed", about="work", rows=rows[:_NAMED], more=len(rows[_NAMED:]), count=len(rows)
        )
        Run.objects.filter(pk__in=[run.pk for run in runs]).update(mail_due_at=None, mailed_at=clock.now())

    return for_each_due(Run.objects.filter(mail_due_at__lte=clock.now()), work, by="mail_due_at")
