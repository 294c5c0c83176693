"""Automatic review of applications (contract, section 4, autoAccept) by a reviewer that the settings choose. A reviewer that
fails is asked again with growing pauses, four times in all."""

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
_SCORING = timedelta(seconds=15)  # until an application is looked at again whose recording is being scored


class _Reviewing(Followup[Application, Verdict]):
    """Failed attempts are counted, not attempts: the number is public."""

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
        except Problem as problem:  # somebody else took the last spot, or the shifts overlap: its owner decides
            unit(partial(_settle, pk, Verdict("manual", problem.code)))
        except Exception:  # a fault of ours: it counts as an attempt, too, so that it can't repeat without end
            log.exception("a verdict could not be carried out", extra={"row": str(pk)})
            unit(lambda: _retry(pk, "not_carried_out"))

    def unanswered(self, application: Application, error: Exception) -> None:
        log_unanswered(application, error)
        reason = error.code if isinstance(error, Problem) else "reviewer_failed"
        unit(lambda: _retry(application.pk, reason))


REVIEWING = _Reviewing()
review_due = REVIEWING.run


def _settle(pk: UUID, verdict: Verdict) -> None:
    bounty, application = access.lock_seat(pk)
    if application.status != "pending" or application.review_at is None:
        return
    if verdict.decision == "accept" and bounty.auto_accept and bounty.status in LIVE:
        applications.hire(Actor.system(), bounty, application)
        return
    shut = "bounty_not_open" if bounty.status not in LIVE else "" if bounty.auto_accept else "auto_accept_off"
    _hand_over(application, verdict.reason or shut or "reviewer")


def _retry(pk: UUID, reason: str) -> None:
    _, application = access.lock_seat(pk)
    if application.status != "pending" or application.review_at is None:
        return
    application.attempts += 1
    if application.attempts >= REVIEW_ATTEMPTS:
        _hand_over(application, reason)
        return
    application.review_at = clock.now() + review_pause(application.attempts)
    application.review_state, application.review_reason = "retry_scheduled", reason
    application.save(update_fields=["review_at", "attempts", "review_state", "review_reason"])


def _hand_over(application: Application, reason: str) -> None:
    application.review_at, application.review_state, application.review_reason = None, "needs_manual_review", reason
    application.save(update_fields=["review_at", "attempts", "review_state", "review_reason"])
