"""Who had a hand in a case, and which sampled cases wait for whom."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from escrow.models import (
    Case,
    CaseFinding,
    CaseMessage,
    CaseRequest,
    CaseReview,
    DecisionPreview,
    DisputeDecision,
)
from marketplace.core import ids
from marketplace.models import Account
from webhooks.models import Event

_STAFF = "staff:"


def hands(case: Case) -> set[UUID]:
    """The accounts that must not score this case: whoever decided, proposed, approved, previewed, asked, wrote or found anything in
    it, was its assignee, ended it, or is a party. A constant number of queries.
    """
    found = {case.owner_id, case.worker_id, case.assignee_id, case.ended_by_id}
    for rows, column in _acts(case.pk, case.dispute_id):
        found.update(rows.values_list(column, flat=True))
    found |= _by_label(case)
    return {pk for pk in found if pk is not None}


def _acts(case_id: Any, dispute_id: Any) -> list[tuple[QuerySet[Any], str]]:
    about = Q(case_id=case_id) if dispute_id is None else Q(dispute_id=dispute_id)
    decided = DisputeDecision.objects.filter(about)
    return [
        (DecisionPreview.objects.filter(about), "made_by_id"),
        (decided, "proposer_id"),
        (decided, "second_id"),
        (CaseRequest.objects.filter(case_id=case_id), "made_by_id"),
        (CaseMessage.objects.filter(case_id=case_id), "author_id"),
        (CaseFinding.objects.filter(case_id=case_id), "found_by_id"),
    ]


def _by_label(case: Case) -> set[UUID]:
    """Staff who decided a contested seat, by the events about it: those have no row of a decision."""
    subjects = [pk for pk in (case.pk, case.dispute_id, case.escrow_id, case.escrow.subject_id) if pk is not None]
    labels = Event.objects.filter(subject_id__in=subjects, actor__startswith=_STAFF).values_list("actor", flat=True)
    keys = []
    for label in labels:
        with suppress(ValueError):
            keys.append(ids.decode("prf", label.removeprefix(_STAFF)))
    return set(Account.objects.filter(profile_id__in=keys).values_list("pk", flat=True))


def touched() -> Q:
    """Cases in which somebody of the staff did something: only those can be scored."""
    acts = Q(assignee__isnull=False) | Q(kind="contest")
    for rows, _ in _acts(OuterRef("pk"), OuterRef("dispute_id")):
        acts |= Q(Exists(rows.order_by()))
    return acts


def queue(staff_id: UUID) -> QuerySet[CaseReview]:
    """What waits for this member of staff, oldest first: not scored, and none of their own. Contested seats that they decided are
    left out by the service, which reads the events."""
    case = OuterRef("case_id")
    own = Q(case__assignee_id=staff_id) | Q(case__owner_id=staff_id) | Q(case__worker_id=staff_id)
    own |= Q(case__ended_by_id=staff_id)
    for rows, column in _acts(case, OuterRef("case__dispute_id")):
        own |= Q(Exists(rows.filter(**{column: staff_id}).order_by()))
    return CaseReview.objects.filter(~own, done_at=None).order_by("id")
