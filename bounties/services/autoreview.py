"""Automatic review of applications (contract, section 4, autoAccept) by the reviewer that the settings choose. A failed call
is retried with growing pauses, up to four attempts."""

import logging
from datetime import timedelta
from functools import partial
from uuid import UUID

from bounties import providers
from bounties.models import Application
from bounties.providers import Verdict
from bounties.rules.applications import REVIEW_ATTEMPTS, review_pause
from bounties.rules.bounties import LIVE
from bounties.selectors import access, review_input
from bounties.services import applications
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from marketplace.services.followups import Followup, log_unanswered

log = logging.getLogger(__name__)
_NOT_TRIED = ("no_checks_declared", "no_reviewer")  # there was nothing to try, so it is no attempt
_SCORING = timedelta(seconds=15)  # until an application is due again whose recording is still being scored


class _Reviewing(Followup[Application, Verdict]):
    """`attempts` counts those that failed and the one that left the decision to the owner: the number is shown by the API."""

    rows = Application.objects.filter(status="pending").select_related("human", "bounty")
    due = "review_at"
    lease = timedelta(minutes=2)
    batch = 50
    pauses_together = True

    def may_ask(self, application: Application) -> bool:
        if review_input.is_being_scored(application):
            application.review_at = clock.now() + _SCORING
            application.save(update_fields=["review_at"])
            return False
        return True

    def ask(self, application: Application) -> Verdict:
        reviewer = providers.reviewer()
        return reviewer.review(review_input.of(application)) if reviewer else Verdict("manual", "no_reviewer")

    def settle(self, application: Application, verdict: Verdict) -> None:
        pk = application.pk
        try:
            unit(lambda: _settle(pk, verdict))
        except Problem as problem:  # the last spot is taken, or the shifts overlap: left to the owner
            unit(partial(_settle, pk, Verdict("manual", problem.code)))
        except Exception:  # our own error: counted as an attempt, so that it is not retried for ever
            log.exception("a verdict could not be carried out", extra={"row": str(pk)})
            unit(lambda: _retry(pk, "not_carried_out"))

    def unanswered(self, application: Application, error: Exception) -> None:
        log_unanswered(application, error)
        reason = error.code if isinstance(error, Problem) else "reviewer_failed"
        unit(lambda: _retry(application.pk, reason))


REVIEWING = _Reviewing()
review_due = REVIEWING.run


def _settle(pk: UUID, verdict: Verdict) -> None:
    """Apply a verdict. Locks bounty, application, pool, escrow."""
    bounty, application = access.lock_seat(pk)
    if application.status != "pending" or application.review_at is None:
        return
    if verdict.decision == "accept" and bounty.auto_accept and bounty.status in LIVE:
        applications.hire(Actor.system(), bounty, application)
        return
    closed = "bounty_not_open" if bounty.status not in LIVE else "" if bounty.auto_accept else "auto_accept_off"
    reason = verdict.reason or closed or "reviewer"
    application.attempts += reason not in _NOT_TRIED
    _leave_to_owner(application, reason)


def _retry(pk: UUID, reason: str) -> None:
    """Count a failed attempt and schedule the next one, if there is one. Locks bounty, application."""
    _, application = access.lock_seat(pk)
    if application.status != "pending" or application.review_at is None:
        return
    application.attempts += 1
    if application.attempts >= REVIEW_ATTEMPTS:
        _leave_to_owner(application, reason)
        return
    application.review_at = clock.now() + review_pause(application.attempts)
    application.review_state, application.review_reason = "retry_scheduled", reason
    application.save(update_fields=["review_at", "attempts", "review_state", "review_reason"])


def _leave_to_owner(application: Application, reason: str) -> None:
    """End the automatic review: status `needs_manual_review`."""
    application.review_at, application.review_state, application.review_reason = None, "needs_manual_review", reason
    application.save(update_fields=["review_at", "attempts", "review_state", "review_reason"])
