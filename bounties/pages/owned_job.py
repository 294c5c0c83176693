"""/owner/jobs/{id}: one's own job: how it stands, what waits, who is hired, what it cost, and what can be done about all of it."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from bounties.models import Application, Bounty
from bounties.pages import conditions, gates
from bounties.pages.owned import OwnedPage
from bounties.rules.bounties import MANAGED, REFILL, UNFILLED, owner_actions
from bounties.rules.outreach import ENDED
from bounties.selectors import earned, overview, owned
from bounties.selectors.review_input import declared_checks
from bounties.serializers.bounties import CancelIn
from bounties.serializers.edits import BountyPatch
from bounties.services import bounties, edits, funding
from bounties.web import owner_words
from marketplace.core import clock
from marketplace.web.formats import cents_words
from wallet.selectors import flows

PEOPLE_AT_MOST = 25
_REPORTS = {"qa": "/owner/runs/{}/report", "taste": "/owner/runs/panels/{}/report"}


class OwnedJob(OwnedPage):
    template = "bounties/owned_job.html"
    operations = {
        "pause": "editBounty",
        "shut": "editBounty",
        "resume": "editBounty",
        "fund": "depositForBounty",
        "cancel": "cancelBounty",
    }

    def show(self, bounty_id: str) -> dict[str, Any]:
        bounty = self.owned(bounty_id)
        kept = self.head(bounty, "overview")
        flow = flows.of_bounties([bounty.pk]).get(bounty.pk, flows.NOTHING)
        hired = _hired(bounty)
        quote = funding.quote(bounty) if bounty.status == "pending_deposit" else None
        return kept | {
            "flow": flow,
            "tips": earned.tips_cents(bounty.pk) if flow.spent else 0,
            "unit": bounty.unit,
            "total": funding.total(bounty),
            "goes": [owner_words.matter(one) for one in owned.paid_by_itself(bounty)],
            "hired": hired[:PEOPLE_AT_MOST],
            "more_hired": len(hired) > PEOPLE_AT_MOST,
            "moments": _moments(bounty),
            "clocks": conditions.clocks(bounty),
            "gates": gates.needed(bounty),
            "uploads": conditions.uploads(bounty),
            "quote": quote,
            "short": max(0, quote.funding_total - quote.wallet_balance) if quote else 0,
            "pay_page": self._pay_page(bounty),
            "refill_until": bounty.deadline + REFILL
            if bounty.status in UNFILLED and bounty.deadline <= clock.now() and bounty.spots_remaining
            else None,
            "report_href": _REPORTS.get(bounty.kind, "").format(bounty.product_ref),
            "is_managed": bounty.kind in MANAGED,
            "can": self.allowed(_may(bounty, kept["reserved"]), edit="editBounty"),
            "cancel_reasons": owner_words.CANCEL.items(),
            "close_words": owner_words.CANCEL.get(bounty.close_reason) or bounty.close_details,
            "settings": _settings(bounty),
        }

    def _pay_page(self, bounty: Bounty) -> str:
        """The open payment page of a deposit or a raise, on this host."""
        if bounty.status not in ("pending_deposit", "pending_funding"):
            return ""
        _bounty, checkout = funding.current_state(self.actor, bounty.public_id)
        return checkout.url if checkout is not None else ""

    # ------------------------------------------------------------------ acts

    def act_pause(self, bounty_id: str) -> HttpResponse:
        return self._set(bounty_id, "paused", _("Paused: nobody can apply. Those who are hired go on."))

    def act_shut(self, bounty_id: str) -> HttpResponse:
        return self._set(bounty_id, "in_review", _("Nobody new can apply. You can still choose among those who have."))

    def act_resume(self, bounty_id: str) -> HttpResponse:
        return self._set(bounty_id, "open", _("Open again."))

    def _set(self, bounty_id: str, status: str, said: str) -> HttpResponse:
        changes = self.read(BountyPatch, {"status": status})
        return self.once(
            lambda: edits.edit(self.actor, bounty_id, changes, locked_names=[]).bounty.public_id, said=said
        )

    def act_fund(self, bounty_id: str) -> HttpResponse:
        """From the wallet where it covers the sum, else the payment page of the rest is opened and named on this page."""

        def said(waits: bool) -> str:
            if waits:
                return _("Your wallet holds too little. Pay the rest on the page below: then the job is live.")
            return _("Paid. The job is live as soon as it needs no other check.")

        return self.once(lambda: funding.deposit(self.actor, bounty_id)[1] is not None, said=said)

    def act_cancel(self, bounty_id: str) -> HttpResponse:
        data = self.read(CancelIn, self.posted("reason", "details"))
        held = flows.of_bounties([self.owned(bounty_id).pk])

        def said(_ended: Any) -> str:
            back = sum(flow.held for flow in held.values())
            if not back:
                return _("Cancelled. Those who had applied are told.")
            return _("Cancelled. %s goes back into your wallet. Those who had applied are told.") % cents_words(back)

        return self.once(lambda: bounties.cancel(self.actor, bounty_id, **data).public_id, said=said)


def _hired(bounty: Bounty) -> list[dict[str, Any]]:
    """Those who were hired, first whom the owner has something to do about. Three queries."""
    rows = Application.objects.filter(bounty_id=bounty.pk, escrow__isnull=False)
    urgent = owned.by_urgency(rows.select_related("human", "escrow", "conversation"))
    found = list(urgent[: PEOPLE_AT_MOST + 1])
    for row in found:
        row.bounty = bounty
    jobs = overview.jobs(found)
    shown = []
    for row in found:
        job = jobs.get(row.pk)
        decided = job.decided if job else None
        left = row.terms_left_at is not None and not row.is_decided
        state = "left" if left else job.state if job else row.status
        escrow = row.escrow
        assert escrow is not None, "only those who were hired"
        action = decided.next_action if decided and not row.is_decided else None
        deadline = decided.next_deadline if decided else None
        shown.append(
            {
                "name": row.human_name,
                "href": f"/owner/jobs/{bounty.public_id}/people/{row.public_id}",
                "badge": owner_words.badge(owner_words.SEATS, owner_words.paid_state(state, escrow)),
                "is_mine": action is not None and action.actor_is_owner,
                "deadline": deadline,
                "deadline_words": owner_words.DEADLINES[deadline.kind] if deadline else "",
                "pay_cents": escrow.human_payout_cents if escrow.ended_at is None else escrow.received_cents,
            }
        )
    return shown


def _moments(bounty: Bounty) -> list[dict[str, Any]]:
    """What has happened to it and what comes, in order."""
    rows = [
        (_("Posted"), bounty.created_at),
        (_("Live"), bounty.went_live_at),
        (_("Applications end"), None if bounty.status in ENDED else bounty.deadline),
        (_("The work begins"), bounty.scheduled_start_at),
        (_("Ended"), bounty.closed_at),
    ]
    now = clock.now()
    found = [{"words": words, "at": at, "is_over": at <= now} for words, at in rows if at is not None]
    return sorted(found, key=lambda row: row["at"])


def _may(bounty: Bounty, kept: dict[str, bool]) -> dict[str, bool]:
    """Which forms are offered: what the services would carry out now."""
    actions = owner_actions(bounty.status, taken=bounty.spots_filled)
    is_own = bounty.kind not in MANAGED
    return {
        "pause": "pause" in actions and is_own,
        "shut": "shut" in actions and is_own,
        "resume": "reopen" in actions and is_own,
        "edit": is_own and bounty.status in edits.EDITABLE,
        "cancel": "cancel" in actions and "cancel" not in kept,
        "fund": bounty.status == "pending_deposit",
    }


def _settings(bounty: Bounty) -> list[str]:
    """How people are chosen, in words."""
    found = []
    if bounty.kind == "ordinary":
        if not bounty.auto_accept:
            found.append(_("You decide on everybody who applies."))
        elif declared_checks(bounty):
            found.append(
                _("Whoever passes every check that the job names is hired automatically. You decide on the others.")
            )
        else:
            found.append(
                _("You decide on everybody who applies: the job names no check that would hire somebody automatically.")
            )
    if bounty.keep_applicants_on_fill:
        found.append(_("When all places are taken, the others stay on the list."))
    if bounty.auto_expire_ghosts:
        found.append(_("Whoever is not heard from for too long loses the place automatically."))
    if bounty.is_private:
        found.append(_("It is not on the public list."))
    return found
