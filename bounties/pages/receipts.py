"""/owner/jobs/{id}/receipt: the receipt of what was released, for who paid it."""

from django.http import HttpRequest, HttpResponse

from bounties.services import receipts
from marketplace.core import ids
from marketplace.web import periods
from marketplace.web.documents import Document, document


class Receipt(Document):
    def document(self, bounty_id: str) -> HttpResponse:  # type: ignore[override]
        receipt = receipts.latest(self.actor, bounty_id)
        return document(receipts.as_page(receipt, back=_from(self.request, bounty_id)), receipts.NAME)


def _from(request: HttpRequest, bounty_id: str) -> str:
    """The page that led here, as its link says: of a person (`person`), of a month (`month`), else the job's."""
    job, person, month = f"/owner/jobs/{bounty_id}", request.GET.get("person", ""), request.GET.get("month", "")
    if periods.month(month) is not None:
        return f"/owner/wallet/receipts/{month}"
    try:
        ids.decode("app", person)
    except ValueError:
        return job
    return f"{job}/people/{person}"
