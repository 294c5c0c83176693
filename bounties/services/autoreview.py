"""Automatic review of applications (contract, section 4, autoAccept): due by a column, claimed by a worker, decided by a
reviewer that the settings choose. A reviewer that fails is asked again with growing pauses, four times in all."""

import logging
from datetime import timedelta
from functools import partial
from typing import Literal
from uuid import UUID

from bounties import providers
from bounties.models import Application
from bounties.providers import Case, Verdict
from bounties.rules.applications import REVIEW_ATTEMPTS, review_pause
from bounties.rules.bounties import LIVE
from bounties.selectors import access, cases
from bounties.services import applications
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.later import unit

log = logging.getLogger(__name__)
_SCORING = timedelta(seconds=15)  # until an application is looked at again whose recording is being scored
_LEASE = timedelta(minutes=2)  # a worker that died while it asked has this long before another one asks again


def review_due(batch: int = 50) -> int:
    """Timer, in a worker that may wait: ask the reviewer about what is due, one application at a time, until it fails to
    answer, with no transaction open while it thinks. Returns how many were asked about."""
    due = Application.objects.filter(status="pending", review_at__lte=clock.now()).order_by("review_at", "pk")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:batch]):
        try:
            came = _review(pk)
        except Exception:
            log.exception("an application could not be reviewed", extra={"row": str(pk)})
            continue
        done += came != "not_due"
        if came == "no_answer":  # the next application would only wait for it as long
            break
    return done


def _review(pk: UUID) -> Literal["not_due", "no_answer", "answered"]:
    case = unit(lambda: _claim(pk))
    reviewer = providers.reviewer()
    if case is None:
        return "not_due"
    try:
        verdict = reviewer.review(case) if reviewer else Verdict("manual", "no_reviewer")
    except Exception as error:
        log.warning("the reviewer failed", extra={"row": str(pk), "cause": repr(error)[:300]})
        unit(partial(_retry, pk, error.code if isinstance(error, Problem) else "reviewer_failed"))
        return "no_answer"
    try:
        unit(lambda: _settle(pk, verdict))
    except Problem as problem:  # somebody else took the last spot, or the shifts overlap: its owner decides
        unit(partial(_settle, pk, Verdict("manual", problem.code)))
    except Exception:  # a fault of ours: it counts as an attempt, too, so that it can't repeat without end
        log.exception("a verdict could not be carried out", extra={"row": str(pk)})
        unit(partial(_retry, pk, "not_carried_out"))
    return "answered"


def _claim(pk: UUID) -> Case | None:
    """What the reviewer is told, with the row leased to this worker; None when it is not due any more."""
    application = Application.objects.locked().select_related("human", "bounty").get(pk=pk)
    if application.status != "pending" or application.review_at is None or application.review_at > clock.now():
        return None
    if cases.is_being_scored(application):
        application.review_at = clock.now() + _SCORING
        application.save(update_fields=["review_at"])
        return None
    application.review_at = clock.now() + _LEASE
    application.save(update_fields=["review_at"])
    return cases.of(application)


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
    application.review_attempts += 1
    if application.review_attempts >= REVIEW_ATTEMPTS:
        _hand_over(application, reason)
        return
    application.review_at = clock.now() + review_pause(application.review_attempts)
    application.review_state, application.review_reason = "retry_scheduled", reason
    application.save(update_fields=["review_at", "review_attempts", "review_state", "review_reason"])


def _hand_over(application: Application, reason: str) -> None:
    application.review_at, application.review_state, application.review_reason = None, "needs_manual_review", reason
    application.save(update_fields=["review_at", "review_attempts", "review_state", "review_reason"])
