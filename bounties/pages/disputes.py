"""/disputes/{id}: what is claimed about a piece of work, what both sides say to it, and what was decided."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.pages.dispute_appeal import Appealing
from bounties.selectors import earned
from escrow.models import Dispute
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.selectors import appeals
from escrow.selectors import disputes as reads
from escrow.serializers.disputes import EvidenceIn, render
from escrow.services import disputes
from marketplace.models import Account
from marketplace.web import formats, inputs

CATEGORIES = {
    "not_delivered": gettext_lazy("Nothing was delivered"),
    "poor_quality": gettext_lazy("The work is poor"),
    "not_as_described": gettext_lazy("It is not what was described"),
    "communication_issue": gettext_lazy("They could not be reached"),
    "non_payment": gettext_lazy("About the pay"),
    "fraud": gettext_lazy("Fraud"),
    "other": gettext_lazy("Something else"),
}


class DisputePage(Appealing):
    """For both parties; staff read it, too, and decide in the back office."""

    template = "bounties/dispute.html"
    takes_files = True

    def show(self, dispute_id: str) -> dict[str, Any]:
        found = reads.get(self.actor, dispute_id)
        shown = render(found)
        names = self._names(found)
        for piece, row in zip(shown["evidence"], sorted(found.evidence.all(), key=lambda row: row.pk), strict=True):
            piece |= {"mine": row.author_id == self.actor.id, "name": names.get(row.author_id, "")}
            piece["files"] = [formats.attached(file) for file in piece["files"]]
        is_open = found.status in OPEN_DISPUTE
        is_party = self.actor.id in (found.owner_id, found.worker_id)
        return self.about_appeal(found) | {
            "dispute": shown,
            "status": "disputed" if found.status == "open" else found.status,
            "category": CATEGORIES.get(found.category, found.category),
            "work": self._work(found, shown["bountyId"]),
            "is_owner": self.actor.id == found.owner_id,
            "is_worker": self.actor.id == found.worker_id,
            "owner": names.get(found.owner_id, ""),
            "worker": names.get(found.worker_id, ""),
            "pay": found.escrow.human_payout_cents,
            "whole": found.escrow.amount_cents,
            "fee": found.escrow.platform_fee_cents,
            "is_open": is_open,
            "may_add": (is_open or appeals.is_open(found)) and is_party,
            "may_withdraw": found.status == "open" and self.actor.id == found.owner_id,
        }

    def act_evidence(self, dispute_id: str) -> HttpResponse:
        body = self.posted("text") | {
            "urls": inputs.lines(self.request.POST.get("urls", "")),
            "files": self.request.FILES.getlist("files"),
        }
        data = self.read(EvidenceIn, body)

        def perform(kept: Any) -> str:
            added = disputes.add_evidence(
                self.actor, dispute_id, text=data["text"], urls=data["urls"], stored_files=kept
            )
            return added.public_id

        return self.once(
            perform,
            keep=lambda: disputes.store_files(self.actor, dispute_id, data["files"]),
            said=_("It is added. The other side and our staff can see it."),
        )

    def act_withdraw(self, dispute_id: str) -> HttpResponse:
        return self.once(
            lambda: disputes.withdraw(self.actor, dispute_id).public_id,
            said=_("The dispute is taken back. The work goes on where it was, and its clocks run again."),
        )

    def _names(self, found: Dispute) -> dict[Any, str]:
        parties = Account.objects.filter(pk__in=[found.owner_id, found.worker_id])
        return {account.pk: account.display_name for account in parties}

    def _work(self, found: Dispute, bounty_id: str | None) -> dict[str, str]:
        """What it is about, with the page of it for the side that reads."""
        work = earned.of_seats(found.worker_id, [found.escrow]).get(found.escrow_id)
        if work is None:
            return {"title": "", "href": ""}
        if self.actor.id == found.worker_id:
            return {"title": work.title, "href": work.href}
        return {"title": work.title, "href": f"/jobs/{bounty_id}" if bounty_id else ""}
