"""The quality sample: of the closed cases a tenth is drawn, which a colleague without a hand in them scores (desk, section 4)."""

from collections.abc import Mapping
from uuid import UUID

from django.conf import settings

from escrow.errors import OwnCase
from escrow.models import Case, CaseReview
from escrow.rules import quality as rules
from escrow.selectors import quality as reads
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due, unit

BATCH = 500  # cases of one run


def draw() -> int:
    """Timer: decide of each closed case, once, whether it is scored. Returns how many cases were looked at.

    Cases in which no staff did anything (withdrawn, settled by the parties) are left out. One transaction each, which locks the
    case. Safe to run twice and together: `sampled_at` is written in the transaction that makes the review.
    """
    due = Case.objects.filter(closed_at__isnull=False, sampled_at=None)
    return for_each_due(due, _draw, by="closed_at", batch=BATCH)


def _draw(pk: UUID) -> None:
    case = Case.objects.locked().filter(pk=pk, sampled_at=None, closed_at__isnull=False).first()
    if case is None:
        return
    case.sampled_at = clock.now()
    case.save(update_fields=["sampled_at"])
    if rules.is_drawn(case.pk, settings.SECRET_KEY) and Case.objects.filter(reads.touched(), pk=pk).exists():
        CaseReview(case=case).save(force_insert=True)


def score(actor: Actor, review_id: UUID, *, scores: Mapping[str, int], words: str) -> CaseReview:
    """A colleague scores a sampled case, once and for good.

    Args: `scores`: 1 to 5 for each of `rules.QUESTIONS`; `words`: what to learn from it, for the colleague, at most 5,000
    characters. Locks the review. Raises Forbidden (403) for others than support and operators, OwnCase (403) for whoever had a
    hand in the case, InvalidState (409) when it is scored already, Invalid (400) for an incomplete sheet. Moves no money.
    Spec: desk, section 4.
    """
    if not actor.is_staff:
        raise Forbidden("Only support and operators score cases.")
    wrong = rules.faults(scores)
    if not words.strip():
        wrong["words"] = ["Say what your colleague can learn from it."]
    elif len(words) > rules.WORDS_MAX:
        wrong["words"] = [f"At most {rules.WORDS_MAX} characters."]
    if wrong:
        raise Invalid(wrong)

    def work() -> CaseReview:
        review: CaseReview = CaseReview.objects.locked().get(pk=review_id)
        case = Case.objects.select_related("escrow").get(pk=review.case_id)
        if actor.id in reads.hands(case):
            raise OwnCase()
        if review.done_at is not None:
            raise InvalidState("This case is scored already.", currentState="scored", allowedActions=[])
        review.reviewer, review.done_at = actor.me, clock.now()
        review.scores, review.words = {name: scores[name] for name in rules.QUESTIONS}, words.strip()
        review.save(update_fields=["reviewer", "done_at", "scores", "words"])
        return review

    return unit(work)
