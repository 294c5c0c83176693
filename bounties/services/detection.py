"""The detector's word about what people handed in: due by a column, claimed by a worker, asked while no transaction is open.
A detector that fails is asked again with growing pauses, four times in all; a text without a score is left to people."""

import logging
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from bounties import events, providers
from bounties.models import Humanization, Rewrite
from bounties.rules import humanizations as rules
from bounties.selectors import access
from bounties.services import endings
from bounties.services.humanizations import hire_next, needs_people, opened
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import ProviderFailed
from marketplace.core.later import unit

log = logging.getLogger(__name__)
_LEASE = timedelta(minutes=10)  # a worker that died while it asked has this long before another one asks again
_TOO_MUCH = (
    "Our automatic detector takes half or more of your sample for machine-written. Such a score is no proof; but this "
    "listing goes by it."
)


@dataclass(slots=True)
class Asked:
    """The parts of a text, what the detector has said of each so far, and why it said no more."""

    parts: list[str]
    scores: dict[int, Decimal]
    failure: str = field(default="")
    may_ask_again: bool = field(default=False)


def score_due(batch: int = 50) -> int:
    """Timer, in a worker that may wait: ask the detector about what is due, one text at a time, until it fails to answer.
    Returns how many were asked about."""
    due = Rewrite.objects.filter(score_at__lte=clock.now()).order_by("score_at", "pk")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:batch]):
        try:
            asked = _score(pk)
        except Exception:
            log.exception("a text could not be scored", extra={"row": str(pk)})
            continue
        if asked is None:
            continue
        done += 1
        if asked.may_ask_again:  # it is away: the next text would only wait for it as long
            break
    return done


def _score(pk: UUID) -> Asked | None:
    asked = unit(lambda: _claim(pk))
    if asked is not None:
        _ask(pk, asked)
        unit(lambda: _settle(pk, asked))
    return asked


def _claim(pk: UUID) -> Asked | None:
    """The text in parts, with the row leased to this worker; None when it is not due any more, or was withdrawn."""
    rewrite = Rewrite.objects.locked().select_related("application").get(pk=pk)
    if rewrite.score_at is None or rewrite.score_at > clock.now():
        return None
    if rewrite.application.status == "withdrawn":
        _drop(rewrite)
        return None
    rewrite.score_at = clock.now() + _LEASE
    rewrite.save(update_fields=["score_at"])
    said = {row["part"]: Decimal(str(row["aiFraction"])) for row in rewrite.scores}
    return Asked(list(rules.parts(opened(rewrite.sealed_text))), said)


def _drop(rewrite: Rewrite) -> None:
    """Whoever withdrew is not judged: his text goes unread. It is locked."""
    rewrite.score_at, rewrite.sealed_text = None, ""
    rewrite.save(update_fields=["score_at", "sealed_text"])


def _ask(pk: UUID, asked: Asked) -> None:
    """About each part that has no score yet, until it fails."""
    detector = providers.detector()
    if detector is None:
        asked.failure = "no_detector"
        return
    for number, part in enumerate(asked.parts):
        if number in asked.scores:
            continue
        try:
            asked.scores[number] = detector.score(part)
        except providers.BadScore as error:
            asked.failure = "invalid_score"
            log.warning("the detector's answer is no score", extra={"row": str(pk), "cause": str(error)[:300]})
        except ProviderFailed as error:
            asked.failure, asked.may_ask_again = "detector_unavailable", True
            log.warning("the detector failed", extra={"row": str(pk), "cause": str(error)[:300]})
            return


def _settle(pk: UUID, asked: Asked) -> None:
    """Write the scores down and do what follows from them. Locks humanization, bounty, application, rewrite."""
    known = Rewrite.objects.only("humanization_id", "application_id").get(pk=pk)
    Humanization.objects.locked().get(pk=known.humanization_id)
    bounty, application = access.lock_seat(known.application_id)
    rewrite: Rewrite = Rewrite.objects.locked().get(pk=pk)
    if rewrite.score_at is None:  # settled by another worker, or a later sample took its place
        return
    if application.status == "withdrawn":
        _drop(rewrite)
        return
    rewrite.scores = [_as_row(number, asked) for number in sorted(asked.scores)]
    rewrite.attempts += 1
    if asked.may_ask_again and rewrite.attempts < rules.ATTEMPTS:
        rewrite.score_at = clock.now() + rules.pause(rewrite.attempts)
        rewrite.save(update_fields=["scores", "attempts", "score_at"])
        return
    _write_down(rewrite, asked)
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


def _write_down(rewrite: Rewrite, asked: Asked) -> None:
    """What the detector said, in our words. The text itself is not kept: the document is."""
    whole = len(asked.scores) == len(asked.parts)
    rewrite.detector_state = "complete" if whole else "partial" if asked.scores else "unavailable"
    rewrite.ai_fraction = (
        rules.fraction([(len(asked.parts[number]), score) for number, score in asked.scores.items()]) if whole else None
    )
    rewrite.score_at, rewrite.scored_at, rewrite.sealed_text = None, clock.now(), ""
    rewrite.decision, rewrite.reason = _decision(rewrite, asked)
    rewrite.save(
        update_fields=[
            *("scores", "attempts", "score_at", "scored_at", "sealed_text", "detector_state", "ai_fraction"),
            *("decision", "reason"),
        ]
    )


def _decision(rewrite: Rewrite, asked: Asked) -> tuple[str, str]:
    """A sample below the threshold is approved, another one rejected. A final text is never rejected by a score: it is
    looked at by people."""
    if rewrite.ai_fraction is None:
        return "needs_manual_review", asked.failure
    if rewrite.ai_fraction < rules.THRESHOLD:
        return "approved", ""
    return ("rejected", "") if rewrite.submission_id is None else ("needs_manual_review", "ai_fraction_high")


def _as_row(number: int, asked: Asked) -> dict[str, Any]:
    return {
        "part": number,
        "characters": len(asked.parts[number]),
        "aiFraction": float(asked.scores[number]),
    }
