"""What an owner does about one person on their job: each form as one call of the service that the API calls."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Application, Bounty
from bounties.pages.owned import OwnedPage
from bounties.selectors import access
from bounties.serializers.applications import (
    AttendancePayIn,
    DecisionIn,
    ExpireIn,
    ExtensionDecisionIn,
    SubmissionReviewIn,
)
from bounties.services import applications, extensions, seat_ends, submissions
from bounties.services import terms as changed_terms
from bounties.web import owner_words
from escrow.models import Escrow
from escrow.serializers.transfers import TransferIn
from escrow.services import escrows, transfers
from escrow.web import held_money
from humans.serializers.reviews import ReviewIn
from humans.services import reviews
from marketplace.core.errors import Invalid, NotFound
from marketplace.web import inputs
from marketplace.web.formats import cents_words

TICK_LENGTH = 90  # characters of one criterion within the words to the worker


class PersonActs(OwnedPage):
    """The acts of /owner/jobs/{id}/people/{applicationId}."""

    operations = {
        "accept": "decideApplication",
        "reject": "decideApplication",
        "unreject": "decideApplication",
        "take_back": "decideApplication",
        "approve": "reviewSubmission",
        "send_back": "reviewSubmission",
        "complete": "confirmDelivery",
        "release": "releaseEscrow",
        "expire": "expireApplication",
        "more_time": "decideExtension",
        "settle": "payAttendance",
        "dispute": "openDispute",
        "review": "postReview",
        "tip": "sendTransfer",
    }

    # ------------------------------------------------------------------ choosing

    def act_accept(self, bounty_id: str, application_id: str) -> HttpResponse:
        data = self.read(DecisionIn, {"action": "accept"} | self.posted("response"))

        def said(hired: Application) -> str:
            seat = hired.escrow
            sums = {"name": hired.human_name, "sum": cents_words(seat.amount_cents if seat else 0)}
            if hired.bounty.submission_mode != "application":
                return _("Taken. %(sum)s is held for %(name)s, and paid automatically.") % sums
            return _("%(name)s is hired, and told so. %(sum)s is held for them.") % sums

        return self.once(
            lambda: applications.accept(self.actor, bounty_id, application_id, response=data["response"]), said=said
        )

    def act_reject(self, bounty_id: str, application_id: str) -> HttpResponse:
        data = self.read(DecisionIn, {"action": "reject", "response": self.told(owner_words.TURN_DOWN)})
        return self._decide(applications.reject, bounty_id, application_id, data, _("Turned down, and told so."))

    def act_unreject(self, bounty_id: str, application_id: str) -> HttpResponse:
        data = self.read(DecisionIn, {"action": "unreject"})
        return self._decide(applications.unreject, bounty_id, application_id, data, _("You can choose them again."))

    def act_take_back(self, bounty_id: str, application_id: str) -> HttpResponse:
        """Before they have confirmed."""
        data = self.read(DecisionIn, {"action": "withdraw"} | self.posted("response"))
        said = _("You took the place back. Nothing was paid.")
        return self._decide(applications.withdraw, bounty_id, application_id, data, said)

    def _decide(self, verb: Callable[..., Any], bounty_id: str, application_id: str, data: Any, said: str) -> Any:
        self.owned(bounty_id)  # whoever is hired may withdraw, too, but on their own page
        return self.once(lambda: verb(self.actor, bounty_id, application_id, response=data["response"]), said=said)

    # ------------------------------------------------------------------ the work

    def act_approve(self, bounty_id: str, application_id: str) -> HttpResponse:
        return self._review(bounty_id, "approve", self.request.POST.get("response", "").strip(), _("Approved."))

    def act_send_back(self, bounty_id: str, application_id: str) -> HttpResponse:
        """One of two verdicts, after both of which new evidence is awaited for as long."""
        verdict = self.request.POST.get("verdict", "")
        if verdict not in owner_words.VERDICTS:
            raise Invalid({"verdict": [_("Choose what you answer.")]})
        said = {
            "request_redo": _("Sent back, with your words. They have time for new evidence."),
            "reject": _("Not accepted, and told why. They may send other evidence, or ask our staff to decide."),
        }
        return self._review(bounty_id, verdict, self._feedback(), said[verdict])

    def _review(self, bounty_id: str, action: str, words: str, said: str) -> HttpResponse:
        data = self.read(SubmissionReviewIn, {"action": action, "response": words})
        submission_id = self.request.POST.get("submissionId", "")
        return self.once(lambda: submissions.review(self.actor, bounty_id, submission_id, **data), said=said)

    def _feedback(self) -> str:
        """What goes back to the worker: the reason, the words, and which criteria are met, where any were ticked."""
        parts, ticked = [self.told(owner_words.SEND_BACK)], set(self.request.POST.getlist("criteria"))
        every = self.request.POST.getlist("everyCriterion")
        for words, met in ((_("Met:"), True), (_("Not met yet:"), False)):
            found = [f"- {text[:TICK_LENGTH]}" for text in every if (text in ticked) is met]
            if ticked and found:
                parts.append("\n".join([words, *found]))
        return "\n\n".join(part for part in parts if part)

    def act_complete(self, bounty_id: str, application_id: str) -> HttpResponse:
        escrow = self._escrow(bounty_id, application_id)
        said = _("Confirmed: the work is done. Pay it now, or it is paid automatically.")
        return self.once(lambda: escrows.confirm_delivery(self.actor, escrow.public_id).public_id, said=said)

    def act_release(self, bounty_id: str, application_id: str) -> HttpResponse:
        return held_money.release(self, self._escrow(bounty_id, application_id), application_id=application_id)

    def act_expire(self, bounty_id: str, application_id: str) -> HttpResponse:
        data = self.read(ExpireIn, self.posted("reason"))
        return self.once(
            lambda: seat_ends.expire(self.actor, bounty_id, application_id, **data),
            said=_("The place has ended, without pay. They are told."),
        )

    def act_more_time(self, bounty_id: str, application_id: str) -> HttpResponse:
        body = self.posted("action") | {"hours": inputs.number(self.request.POST.get("hours", ""))}
        data = self.read(ExtensionDecisionIn, body)
        said = _("No more time, and told so.") if data["action"] == "deny" else _("They have more time, and are told.")
        return self.once(lambda: extensions.decide(self.actor, bounty_id, application_id, **data), said=said)

    def act_settle(self, bounty_id: str, application_id: str) -> HttpResponse:
        """What the attendance of somebody who left is paid."""
        typed = inputs.dollars(self.request.POST.get("workerCents", ""))
        cents = typed if isinstance(typed, str) else int(typed * 100)
        data = self.read(AttendancePayIn, {"workerCents": cents} | self.posted("response"))
        said = _("Settled: %s is paid for it.") % cents_words(data["worker_cents"])
        return self.once(
            lambda: changed_terms.settle_attendance(self.actor, bounty_id, application_id, **data), said=said
        )

    def act_dispute(self, bounty_id: str, application_id: str) -> HttpResponse:
        return held_money.dispute(self, self._escrow(bounty_id, application_id))

    # ------------------------------------------------------------------ afterwards

    def act_review(self, bounty_id: str, application_id: str) -> HttpResponse:
        application = self._application(bounty_id, application_id)
        body = self.posted("comment") | {
            "bountyId": bounty_id,
            "humanId": application.human.public_profile_id,
            "rating": inputs.number(self.request.POST.get("rating", "")),
        }
        data = self.read(ReviewIn, body)
        said = _("Published: everybody can read your review.")
        return self.once(lambda: reviews.post(self.actor, **data), said=said)

    def act_tip(self, bounty_id: str, application_id: str) -> HttpResponse:
        """A tip out of the wallet. What a wallet is short of is asked for on a payment page, and the tip waits for it."""
        application = self._application(bounty_id, application_id)
        amount = inputs.dollars(self.request.POST.get("amount", ""))
        body = self.posted("description") | {
            "recipientId": application.human.public_profile_id,
            "bountyId": bounty_id,
            "amount": float(amount) if not isinstance(amount, str) else amount,
        }
        data = self.read(TransferIn, body)
        line = transfers.Line(data["amount_cents"], data["recipient_id"], data["recipient_email"], data["bounty_id"])

        def send() -> bool:
            row, _page = transfers.send(self.actor, line, description=data["description"], conversation_id=None)
            return row.status == "completed"

        def said(is_sent: bool) -> str:
            words = {"sum": cents_words(line.cents), "person": application.human_name}
            if is_sent:
                return _("%(sum)s is sent to %(person)s. It can't be undone.") % words
            return (
                _("Your wallet holds too little. %(sum)s goes to %(person)s once the rest is paid, within a day.")
                % words
            )

        return self.once(send, to=lambda is_sent: "" if is_sent else "/owner/wallet/transfers", said=said)

    # ------------------------------------------------------------------ whose it is

    def _application(self, bounty_id: str, application_id: str) -> Application:
        """Raises NotFound (404), NotOwner (403)."""
        bounty: Bounty = self.owned(bounty_id)
        return access.application_of(bounty, application_id)

    def _escrow(self, bounty_id: str, application_id: str) -> Escrow:
        """The seat's money. Raises NotFound (404) for somebody who was not hired."""
        escrow = self._application(bounty_id, application_id).escrow
        if escrow is None:
            raise NotFound("This person was not hired.")
        return escrow
