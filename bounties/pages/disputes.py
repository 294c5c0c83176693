"""/disputes/{id}: what is claimed about a piece of work, what both sides say to it, whose turn it is, how they may settle it, and
what was decided. Below /owner the same for the account that one acts for.
"""

from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.pages import dispute_steps
from bounties.pages.dispute_appeal import Appealing
from bounties.selectors import earned
from escrow.models import Dispute
from escrow.rules.disputes import CATEGORY_WORDS, OPEN_DISPUTE
from escrow.selectors import clocks, dispute_turns
from escrow.selectors import disputes as reads
from escrow.serializers.disputes import DisputeAnswerIn, EvidenceIn, OfferIn, render
from escrow.services import disputes, offers, requests
from marketplace.models import Account
from marketplace.web import formats, inputs


class DisputePage(Appealing):
    """For both parties; staff read it, too, and decide in the back office."""

    template = "bounties/dispute.html"
    takes_files = True
    operations = {
        "evidence": "addDisputeEvidence",
        "answer": "answerDispute",
        "offer": "offerSettlement",
        "accept": "acceptSettlement",
        "decline": "declineSettlement",
        "withdraw": "withdrawDispute",
        "appeal": "appealDispute",
    }

    def show(self, dispute_id: str) -> dict[str, Any]:
        found = reads.get(self.actor, dispute_id)
        shown = render(found, self.actor)
        side = found.side_of(self.actor.id)
        names = self._names(found)
        of = {"owner": names.get(found.owner_id, ""), "worker": names.get(found.worker_id, "")}
        for piece, row in zip(shown["evidence"], sorted(found.evidence.all(), key=lambda row: row.pk), strict=True):
            piece |= {"mine": row.author_id == self.person.pk, "name": names.get(row.author_id, "")}
            piece["files"] = [formats.attached(file) for file in piece["files"]]
        allowed = self._allowed(shown["allowedActions"])
        to_me = dispute_turns.asked_of(found.case, self.actor.id) if allowed.get("answer") else []
        offered = dispute_turns.offered_to(found.case, self.actor.id) if allowed.get("accept") else []
        asked = dispute_steps.asked(shown["asked"], side, **of)
        return self.about_appeal(found) | {
            "dispute": shown,
            "status": "disputed" if found.status == "open" else found.status,
            "category": CATEGORY_WORDS[found.category],
            "work": self._work(found, shown["bountyId"]),
            "is_owner": side == "funder",
            "is_worker": side == "worker",
            **of,
            "pay": found.escrow.human_payout_cents,
            "whole": found.escrow.amount_cents,
            "fee": found.escrow.platform_fee_cents,
            "is_open": found.status in OPEN_DISPUTE,
            "talk_href": self._talk_href(shown["conversationId"]) if allowed.get("evidence") else "",
            "steps": dispute_steps.steps(found),
            "turn": dispute_steps.turn(found, side, **of),
            "asked": asked,
            "to_answer": [row for row in asked if row["id"] in {request.public_id for request in to_me}],
            "offers": dispute_steps.offers(
                shown["offers"], side, may_answer={offer.public_id for offer in offered}, **of
            ),
            "may": allowed,
            "is_answering": bool(allowed.get("answer")) and not to_me,  # the same form twice would only confuse
            **self._plan(found, may_offer=bool(allowed.get("offer"))),
        }

    def _allowed(self, actions: list[str]) -> dict[str, bool]:
        """The acts of this page that are possible now and that the reader's role allows."""
        acts = {"accept_offer": "accept", "decline_offer": "decline"}
        return self.allowed({acts.get(action, action): True for action in actions if action != "appeal"})

    def _plan(self, found: Dispute, *, may_offer: bool) -> dict[str, Any]:
        """The sums of the offer that the reader wants to make: `?gets=3.50` shows them before it is made."""
        typed = self.request.GET.get("gets", "")
        if not may_offer or not typed:
            return {"gets": "", "plan": None, "wrong_offer": False}
        amount = inputs.dollars(typed)
        plan = dispute_steps.planned(found, int(amount * 100)) if not isinstance(amount, str) else None
        binds = clocks.holding().settlement if plan is not None else timedelta()
        return {
            "gets": typed,
            "plan": plan,
            "wrong_offer": plan is None,
            "offer_hours": int(binds.total_seconds()) // 3600,
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

    def act_answer(self, dispute_id: str) -> HttpResponse:
        body = self.posted("text") | {
            "requestId": self.request.POST.get("requestId") or None,
            "urls": inputs.lines(self.request.POST.get("urls", "")),
            "files": self.request.FILES.getlist("files"),
        }
        data = self.read(DisputeAnswerIn, body)
        which = data["request_id"]

        def perform(kept: Any) -> str:
            answered = requests.answer(
                self.actor, dispute_id, text=data["text"], urls=data["urls"], stored_files=kept, request_id=which
            )
            return answered.public_id

        return self.once(
            perform,
            keep=lambda: requests.store_files(self.actor, dispute_id, data["files"], request_id=which),
            said=_("Your answer is there. The other side and our staff can see it."),
        )

    def act_offer(self, dispute_id: str) -> HttpResponse:
        cents = inputs.number(self.request.POST.get("workerCents", ""))
        data = self.read(OfferIn, self.posted("words") | {"workerCents": cents})
        return self.once(
            lambda: offers.make(self.actor, dispute_id, **data).public_id,
            to=self.request.path,
            said=_("Your offer is made. The other side has a mail about it."),
        )

    def act_accept(self, dispute_id: str) -> HttpResponse:
        offer = self.request.POST.get("offerId", "")
        return self.once(
            lambda: offers.accept(self.actor, dispute_id, offer).public_id,
            to=self.request.path,
            said=_("It is settled. The money has moved, and the dispute is over."),
        )

    def act_decline(self, dispute_id: str) -> HttpResponse:
        offer = self.request.POST.get("offerId", "")
        return self.once(
            lambda: offers.decline(self.actor, dispute_id, offer).public_id,
            to=self.request.path,
            said=_("The offer is declined. The other side is told."),
        )

    def act_withdraw(self, dispute_id: str) -> HttpResponse:
        return self.once(
            lambda: disputes.withdraw(self.actor, dispute_id).public_id,
            said=_("The dispute is taken back. The work goes on where it was, and its clocks run again."),
        )

    def _talk_href(self, conversation_id: str | None) -> str:
        top = "/owner" if self.is_owner_side else ""
        return f"{top}/messages/{conversation_id}#newest" if conversation_id else ""

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
        if bounty_id is None:  # an appointment, whose page opens for its booker alone
            page = f"/owner/appointments/{found.escrow.public_id}"
            return {"title": work.title, "href": page if self.is_owner_side else ""}
        below = "/owner/jobs" if self.is_owner_side else "/jobs"
        return {"title": work.title, "href": f"{below}/{bounty_id}"}


class OwnerDispute(DisputePage):
    """For the account that opened it; what is claimed about its own work stays with its person."""
