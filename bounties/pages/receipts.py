"""/owner/jobs/{id}/receipt: the receipt of what was released, for who paid it."""

from django.http import HttpResponse

from bounties.services import receipts
from marketplace.web.documents import Document, document


class Receipt(Document):
    def document(self, bounty_id: str) -> HttpResponse:  # type: ignore[override]
        receipt = receipts.latest(self.actor, bounty_id)
        return document(receipts.as_page(receipt, back=f"/owner/jobs/{bounty_id}"), receipts.NAME)
