"""Timer: parties of a dispute are reminded a day before their clock ends, once of each thing."""

from uuid import UUID

from escrow.models import Case, CaseOffer, CaseRequest, Dispute
from escrow.services import case_mails, cases
from marketplace.core import clock
from marketplace.core.transactions import for_each_due
from marketplace.models import Account


def remind() -> int:
    """Mail who has to answer an objection, a request of staff or an offer that ends within a day. One transaction each. Locks the
    dispute, its case. Returns how many rows were seen to.

    Nobody is reminded of what is over by then: a clock that was moved far ahead in a sandbox, a timer that stood still.
    """
    due = {"remind_at__lte": clock.now()}
    return (
        for_each_due(Case.objects.filter(**due), _of_objection, by="remind_at")
        + for_each_due(CaseRequest.objects.filter(**due), _of_request, by="remind_at")
        + for_each_due(CaseOffer.objects.filter(**due), _of_offer, by="remind_at")
    )


def _of_objection(pk: UUID) -> None:
    dispute, case = _lock(pk)
    if not _taken(case):
        return
    if case.stage == "opened" and case.due_at is not None and case.due_at > clock.now():
        case_mails.reminder(dispute, case, dispute.worker, waits="answer", due_at=case.due_at)


def _of_request(pk: UUID) -> None:
    dispute, case = _lock(CaseRequest.objects.get(pk=pk).case_id)
    request: CaseRequest = case.requests.get(pk=pk)
    if _taken(request) and request.state == "open" and request.due_at > clock.now():
        who = dispute.worker if request.asked_id == dispute.worker_id else dispute.owner
        case_mails.reminder(dispute, case, who, waits="asked", due_at=request.due_at)


def _of_offer(pk: UUID) -> None:
    dispute, case = _lock(CaseOffer.objects.get(pk=pk).case_id)
    offer: CaseOffer = case.offers.get(pk=pk)
    if _taken(offer) and offer.state == "open" and offer.due_at > clock.now():
        who: Account = dispute.owner if offer.made_by_id == dispute.worker_id else dispute.worker
        case_mails.reminder(dispute, case, who, waits="offer", due_at=offer.due_at)


def _lock(case_id: UUID) -> tuple[Dispute, Case]:
    seen = Case.objects.get(pk=case_id)
    assert seen.dispute_id is not None, "only in a dispute something waits for a party"
    rows = Dispute.objects.locked().select_related("owner", "worker", "escrow")
    dispute: Dispute = rows.get(pk=seen.dispute_id)
    return dispute, cases.lock(dispute)


def _taken(row: Case | CaseRequest | CaseOffer) -> bool:
    """Once: whether this row still waits for its reminder, which is taken off it."""
    if row.remind_at is None or row.remind_at > clock.now():
        return False
    row.remind_at = None
    row.save(update_fields=["remind_at"])
    return True
