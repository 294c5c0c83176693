"""The detector's word about what people handed in. A detector that fails is asked again with growing pauses, four times in
all; a text without a score is left to people."""

import logging
from datetime import timedelta
from decimal import Decimal

from bounties import events, providers
from bounties.models import Humanization, Rewrite
from bounties.rules import humanizations as rules
from bounties.rules.applications import REVIEW_ATTEMPTS, review_pause
from bounties.selectors import access
from bounties.services import endings
from bounties.services.humanizations import hire_next, needs_people, opened
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
    """Asks about each part that has no score yet. The answer is why a part got none, empty when all have one; the scores
    are on the row, also when the detector fails at a later part."""

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
        unit(lambda: _settle(rewrite, failure, may_ask_again=False))

    def unanswered(self, rewrite: Rewrite, error: Exception) -> None:
        if not isinstance(error, ProviderFailed):
            raise error
        log_unanswered(rewrite, error)
        unit(lambda: _settle(rewrite, "detector_unavailable", may_ask_again=True))


SCORING = _Scoring()
score_due = SCORING.run


def _parts(rewrite: Rewrite) -> list[str]:
    return list(rules.parts(opened(rewrite.sealed_text)))


def _discard(rewrite: Rewrite) -> None:
    """A person who withdrew is not judged: their text goes unread. The row is locked."""
    rewrite.next_attempt_at, rewrite.sealed_text = None, ""
    rewrite.save(update_fields=["next_attempt_at", "sealed_text"])


def _settle(claimed: Rewrite, failure: str, *, may_ask_again: bool) -> None:
    """Write the scores down and do what follows from them. Locks humanization, bounty, application, rewrite."""
    Humanization.objects.locked().get(pk=claimed.humanization_id)
    bounty, application = access.lock_seat(claimed.application_id)
    rewrite: Rewrite = Rewrite.objects.locked().get(pk=claimed.pk)
    if rewrite.next_attempt_at is None:  # settled by another worker, or a later sample took its place
        return
    if application.status == "withdrawn":
        _discard(rewrite)
        return
    rewrite.scores = sorted(claimed.scores, key=lambda score: score["part"])
    if may_ask_again and rewrite.attempts < REVIEW_ATTEMPTS:
        rewrite.next_attempt_at = clock.now() + review_pause(rewrite.attempts)
        rewrite.save(update_fields=["scores", "next_attempt_at"])
        return
    _write_down(rewrite, failure)
    is_open = rewrite.submission_id is None and application.status == "pending"
    events.noted(
        Actor.system(),
        bounty,
        "text_scored",
        applicationId=application.public_id,
        detector=rewrite.detector_state,
        decision=rewrite.decision,
    )
    if rewrite.decision == "needs_manual_review":
        needs_people(bounty, rewrite, application, reason=rewrite.reason)
    elif is_open and rewrite.decision == "rejected":
        endings.turn_down(Actor.system(), bounty, application, response=_TOO_MUCH, automatic=True)
    elif is_open:
        hire_next(bounty)


def _write_down(rewrite: Rewrite, failure: str) -> None:
    """What the detector said, in our words. The text itself is not kept: the document is."""
    scores, whole = rewrite.scores, len(rewrite.scores) == len(_parts(rewrite))
    rewrite.detector_state = "complete" if whole else "partial" if scores else "unavailable"
    rewrite.ai_fraction = (
        rules.fraction([(score["characters"], Decimal(str(score["aiFraction"]))) for score in scores])
        if whole
        else None
    )
    rewrite.next_attempt_at, rewrite.scored_at, rewrite.sealed_text = None, clock.now(), ""
    rewrite.decision, rewrite.reason = _decision(rewrite, failure)
    rewrite.save(
        update_fields=[
            *("scores", "next_attempt_at", "scored_at", "sealed_text", "detector_state", "ai_fraction"),
            *("decision", "reason"),
        ]
    )


def _decision(rewrite: Rewrite, failure: str) -> tuple[str, str]:
    """A sample below the threshold is approved, another one rejected. A final text is never rejected by a score: it is
    looked at by people."""
    if rewrite.ai_fraction is None:
        return "needs_manual_review", failure
    if rewrite.ai_fraction < rules.THRESHOLD:
        return "approved", ""
    return ("rejected", "") if rewrite.submission_id is None else ("needs_manual_review", "ai_fraction_high")
