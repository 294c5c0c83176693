"""/today: what waits for this person, due first, each with its one button; then what runs, waits elsewhere, or is over."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from bounties.models import Application
from bounties.pages import standing
from bounties.rules.submissions import CHECK_IN_WITHIN
from bounties.selectors import access, overview
from bounties.selectors.overview import Work
from bounties.services import seats
from humans.selectors import reviews, subscriptions
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock, ids
from marketplace.web.page import Page

PER_PAGE = 50
_BUTTONS = {  # next act -> form of this page; what is not here is done on the seat's own page
    "confirm_seat": "confirm",
    "start_work": "start",
}
_PLACES = {"submit_evidence": "#evidence", "follow_up": "#evidence", "claim_completion": "#claim"}


class Today(Page):
    """What one has to do now and until when. `?show=ended` lists what is over."""

    template = "bounties/today.html"

    def show(self) -> dict[str, Any]:
        if self.request.GET.get("show") == "ended":
            return self._ended()
        found = keyset_page(
            overview.running(self.actor), Request(self.request), scope=f"pages:today:{self.actor.id}", default=PER_PAGE
        )
        works = overview.for_worker(found.rows)
        mine = sorted((work for work in works if standing.is_mine(work)), key=_order)
        asked = overview.work_of(self.actor).filter(status="pending").order_by("-id")
        pending = overview.for_worker(list(asked[:PER_PAGE]))
        return {
            "due": [_shown(work) for work in mine],
            "running": [_shown(work) for work in works if not standing.is_mine(work)],
            "waiting": [_shown(work) for work in pending],
            "bookings": _bookings(self),
            "reviews": reviews.unanswered(self.actor.id).order_by("-id")[:3],
            "next_url": self.next_url(found.next_cursor),
            "has_ended": overview.ended(self.actor).exists(),
        }

    def _ended(self) -> dict[str, Any]:
        found = keyset_page(
            overview.ended(self.actor), Request(self.request), scope=f"pages:ended:{self.actor.id}", default=20
        )
        return {
            "template": "bounties/ended.html",
            "ended": [_shown(work) for work in overview.for_worker(found.rows)],
            "next_url": self.next_url(found.next_cursor),
        }

    def act_confirm(self) -> HttpResponse:
        seat = self._seat()
        bounty_id = ids.encode("bty", seat.bounty_id)
        return self.once(
            lambda: seats.confirm(self.actor, bounty_id, seat.public_id),
            to=f"/work/{seat.public_id}",
            said=_("Your place is confirmed."),
        )

    def act_start(self) -> HttpResponse:
        seat = self._seat()
        bounty_id = ids.encode("bty", seat.bounty_id)
        return self.once(
            lambda: seats.start(self.actor, bounty_id, seat.public_id),
            to=f"/work/{seat.public_id}",
            said=_("Noted: you have begun."),
        )

    def _seat(self) -> Application:
        return access.own_application(self.actor, self.request.POST.get("applicationId", ""))


def _order(work: Work) -> tuple[bool, Any, str]:
    due = standing.due_at(work)
    return (due is None, due, work.application.public_id) if due else (True, 0, work.application.public_id)


def _shown(work: Work) -> dict[str, Any]:
    """A seat or application as a card."""
    application, job = work
    action = job.decided.next_action.kind if job and job.decided.next_action else ""
    deadline = job.decided.next_deadline if job else None
    change = application.terms_changed
    asked = change if change is not None and change.state == "asked" else None
    # A changed job is answered first: what is to be done depends on it. Not while the place itself is not confirmed.
    if asked is not None and action != "confirm_seat":
        label, at, button, place, words = _("Answer"), asked.answer_by, "", "#changed", _("Answer the changed job")
    else:
        label = str(standing.DEADLINES[deadline.kind]) if deadline else ""
        at, button = deadline.at if deadline else None, _BUTTONS.get(action, "")
        place, words = _PLACES.get(action, ""), str(standing.NEXT.get(action, ""))
    href = f"/work/{application.public_id}"
    done_at = (standing.work_page(application) or href + place) if place == "#evidence" else href + place
    check_in = standing.check_in_at(work)
    if check_in is not None and (at is None or check_in < at):
        words = _("Check in") if check_in - CHECK_IN_WITHIN <= clock.now() else _("Open the job")
        label, at, button, done_at = _("Check in"), check_in, "", f"{href}#check-ins"
    clocks = standing.clocks(application, job) if job else []
    again = job is not None and job.decided.job_state == "redo_requested" and action == "submit_evidence"
    return {
        "id": application.public_id,
        "href": href,
        "title": application.terms_snapshot.get("title") or application.bounty.title,
        "state": standing.state_of(work),
        "pay_cents": job.escrow.human_payout_cents if job else application.bounty.seat_cents,
        "earned_cents": job.escrow.earned_cents if job else 0,
        "label": label,
        "at": at,
        "clocks": [one for one in clocks if one.at != at],
        "act": button,
        "done_at": done_at,
        "words": _("Send it again") if again and place == "#evidence" and not check_in else words,
        "why": job.latest_submission.response if again and job and job.latest_submission else "",
        "since": application.created_at,
        "deadline": application.bounty.deadline,
        "may_apply_again": "apply" in application.applicant_actions,
        "job_href": f"/jobs/{application.bounty.public_id}/apply",
    }


def _bookings(page: Page) -> list[dict[str, Any]]:
    """Services that somebody wants to book, which their provider answers."""
    [rows] = subscriptions.visible(page.actor, "provider", ["pending_approval"])
    found = subscriptions.shown(page.actor, list(rows.order_by("-id")[:10]))
    return [
        {
            "title": row.title,
            "pay_cents": row.price_cents,
            "booker": row.booker.display_name,
            "starts_at": row.latest_booking.starts_at,
            "due_at": row.latest_booking.due_at,
        }
        for row in found
        if row.latest_booking is not None and row.latest_booking.status == "pending_approval"
    ]
