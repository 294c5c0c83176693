"""AI-text scores of what people handed in. A failed call of the detector is retried with growing pauses, up to four attempts;
a text without a score needs a manual review."""

import logging
from datetime import timedelta
from decimal import Decimal

from bounties import events, providers
from bounties.models import Humanization, Rewrite, Submission
from bounties.rules import humanizations as rules
from bounties.rules.applications import REVIEW_ATTEMPTS, review_pause
from bounties.rules.submissions import NEEDS_REVIEW
from bounties.selectors import access
from bounties.services import endings
from bounties.services.evidence import CheckFinding
from bounties.services.humanizations import hire_next, require_manual_review, unseal
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import ProviderFailed
from marketplace.core.transactions import unit
from marketplace.services.followups import Followup, log_unanswered

log = logging.getLogger(__name__)
_TOO_MUCH = (
    "Our automatic detector takes half or more of your sample for machine-written. Such a score is no proof; but this "
    "listing goes by it."
)


class _Scoring(Followup[Rewrite, str]):
    """Scores each part that has no score yet. The result is why a part got none, empty when all have one. Scores are
    written to the row as they come, so that a later failure loses none."""

    rows = Rewrite.objects.select_related("application")
    lease = timedelta(minutes=10)
    batch = 50
    pauses_together = True

    def may_ask(self, rewrite: Rewrite) -> bool:
        if rewrite.application.status == "withdrawn":
            _discard(rewrite)
            return False
        return super().may_ask(rewrite)

    def ask(self, rewrite: Rewrite) -> str:
        detector = providers.detector()
        if detector is None:
            return "no_detector"
        failure = ""
        for number, part in enumerate(_parts(rewrite)):
            if any(known["part"] == number for known in rewrite.scores):
                continue
            try:
                score = detector.score(part)
            except providers.BadScore as error:
                failure = "invalid_score"
                log.warning(
                    "the detector's answer is no score", extra={"row": str(rewrite.pk), "cause": str(error)[:300]}
                )
            else:
                rewrite.scores.append({"part": number, "characters": len(part), "aiFraction": float(score)})
        return failure

    def settle(self, rewrite: Rewrite, failure: str) -> None:
        unit(lambda: _settle(rewrite, failure, can_retry=False))

    def unanswered(self, rewrite: Rewrite, error: Exception) -> None:
        if not isinstance(error, ProviderFailed):
            raise error
        log_unanswered(rewrite, error)
        unit(lambda: _settle(rewrite, "detector_unavailable", can_retry=True))


SCORING = _Scoring()
score_due = SCORING.run


def _parts(rewrite: Rewrite) -> list[str]:
    return list(rules.parts(unseal(rewrite.sealed_text)))


def _discard(rewrite: Rewrite) -> None:
    """Delete the text of an application that was withdrawn: it is not scored. The row is locked."""
    rewrite.next_attempt_at, rewrite.sealed_text = None, ""
    rewrite.save(update_fields=["next_attempt_at", "sealed_text"])


def _settle(claimed: Rewrite, failure: str, *, can_retry: bool) -> None:
    """Save the scores, then hire, reject or ask for a manual review. Locks humanization, bounty, application, rewrite."""
    Humanization.objects.locked().get(pk=claimed.humanization_id)
    bounty, application = access.lock_seat(claimed.application_id)
    rewrite: Rewrite = Rewrite.objects.locked().get(pk=claimed.pk)
    if rewrite.next_attempt_at is None:  # settled by another worker, or replaced by a later sample
        return
    if application.status == "withdrawn":
        _discard(rewrite)
        return
    rewrite.scores = sorted(claimed.scores, key=lambda score: score["part"])
    if can_retry and rewrite.attempts < REVIEW_ATTEMPTS:
        rewrite.next_attempt_at = clock.now() + review_pause(rewrite.attempts)
        rewrite.save(update_fields=["scores", "next_attempt_at"])
        return
    _save_result(rewrite, failure)
    _flag_evidence(rewrite)
    is_open = rewrite.submission_id is None and application.status == "pending"
    events.publish_internal(
        Actor.system(),
        bounty,
        "text_scored",
        applicationId=application.public_id,
        detector=rewrite.detector_state,
        decision=rewrite.decision,
    )
    if rewrite.decision == "needs_manual_review":
        require_manual_review(bounty, rewrite, application, reason=rewrite.reason)
    elif is_open and rewrite.decision == "rejected":
        endings.reject(Actor.system(), bounty, application, response=_TOO_MUCH, automatic=True)
    elif is_open:
        hire_next(bounty)


def _save_result(rewrite: Rewrite, failure: str) -> None:
    """Save state, fraction and decision. The extracted text of a sample is deleted; its document is kept."""
    scores, is_complete = rewrite.scores, len(rewrite.scores) == len(_parts(rewrite))
    rewrite.detector_state = "complete" if is_complete else "partial" if scores else "unavailable"
    rewrite.ai_fraction = (
        rules.fraction([(score["characters"], Decimal(str(score["aiFraction"]))) for score in scores])
        if is_complete
        else None
    )
    rewrite.next_attempt_at, rewrite.scored_at = None, clock.now()
    if rewrite.submission_id is None:
        rewrite.sealed_text = ""  # that of a final text is what the owner reads
    rewrite.decision, rewrite.reason = _decision(rewrite, failure)
    rewrite.save(
        update_fields=[
            *("scores", "next_attempt_at", "scored_at", "sealed_text", "detector_state", "ai_fraction"),
            *("decision", "reason"),
        ]
    )


def _flag_evidence(rewrite: Rewrite) -> None:
    """What the detector says against a final text becomes a finding of its submission, so that every view of the evidence shows
    it. The application is locked by the caller."""
    if rewrite.submission_id is None or rewrite.decision != "needs_manual_review":
        return
    submission: Submission = Submission.objects.locked().get(pk=rewrite.submission_id)
    if rewrite.reason in submission.evidence_flags:
        return
    finding: CheckFinding = {"code": rewrite.reason}
    if rewrite.ai_fraction is not None:
        finding["aiFraction"] = float(rewrite.ai_fraction)
    checks = submission.checks
    submission.checks = checks | {"recommendation": NEEDS_REVIEW, "findings": [*checks.get("findings", []), finding]}
    submission.save(update_fields=["checks"])


def _decision(rewrite: Rewrite, failure: str) -> tuple[str, str]:
    """(decision, reason). A sample below the threshold is approved, any other rejected. A final text is never rejected by its
    score: it gets a manual review, as does one that is its source."""
    if rewrite.ai_fraction is None:
        return "needs_manual_review", failure
    if rewrite.ai_fraction < rules.THRESHOLD:
        is_copy = rewrite.submission_id is not None and (rewrite.unchanged_fraction or 0) >= rules.UNCHANGED
        return ("needs_manual_review", rules.IS_UNCHANGED) if is_copy else ("approved", "")
    return ("rejected", "") if rewrite.submission_id is None else ("needs_manual_review", "ai_fraction_high")
