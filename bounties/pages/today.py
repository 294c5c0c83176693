"""/today: what waits for this person, due first, each with its one button; then what runs, waits elsewhere, or is over."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from bounties.models import Application
from bounties.pages import asked, standing
from bounties.rules.submissions import CHECK_IN_WITHIN
from bounties.selectors import access, overview
from bounties.selectors.overview import Work
from bounties.services import seats
from bounties.web import owner_words
from escrow.selectors import dispute_turns
from humans.models import Profile, Review
from humans.selectors import reviews
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock, ids
from marketplace.web.page import Page

PER_PAGE = 50
ASKED_AT_MOST = 20  # applications without an answer; the rest is a list of its own
_SEAT = ("escrow", "conversation", "bounty")  # read along with a seat; the person is the reader
_BUTTONS = {  # next act -> form of this page; what is not here is done on the seat's own page
    "confirm_seat": "confirm",
    "start_work": "start",
}
_PLACES = {"submit_evidence": "#evidence", "follow_up": "#evidence", "claim_completion": "#claim"}


class Today(Page):
    """What one has to do now and until when. `?show=ended` lists what is over."""

    template = "bounties/today.html"

    def show(self) -> dict[str, Any]:
        lists = {"ended": self._ended, "waiting": self._waiting, "invited": self._invited}
        if (listed := lists.get(self.request.GET.get("show", ""))) is not None:
            return listed()
        rows = overview.running(self.actor).select_related(None).select_related(*_SEAT)
        found = keyset_page(rows, Request(self.request), scope=f"pages:today:{self.actor.id}", default=PER_PAGE)
        works = overview.for_worker(found.rows)
        check_ins = standing.next_check_ins(works)
        shown = {work.application.pk: _shown(work, check_ins.get(work.application.pk)) for work in works}
        mine = [work for work in works if standing.is_mine(work)]
        mine.sort(key=lambda work: _order(work, check_ins.get(work.application.pk)))
        pending = list(self._asked()[: ASKED_AT_MOST + 1])
        return {
            "due": [shown[work.application.pk] for work in mine],
            "running": [shown[work.application.pk] for work in works if not standing.is_mine(work)],
            "waiting": [_shown(work, None) for work in overview.for_worker(pending[:ASKED_AT_MOST])],
            "more_waiting": len(pending) > ASKED_AT_MOST,
            "disputes": [
                owner_words.dispute(one, "/disputes")
                for one in dispute_turns.waiting_for(self.actor.id, as_funder=False)
            ],
            **asked.appointments(self.actor),
            **asked.invitations(self.actor),
            # Who has applied before had a complete profile: only who begins is asked for it.
            "is_unfinished": not works
            and not pending
            and Profile.objects.filter(pk=self.actor.id, is_complete=False).exists(),
            "reviews": self._reviews(),
            "next_url": self.next_url(found.next_cursor),
        }

    def _asked(self) -> QuerySet[Application]:
        """Without the seat's rows, which they have none of yet."""
        rows = overview.work_of(self.actor).select_related(None).select_related("bounty")
        return rows.filter(status="pending").order_by("-id")

    def _reviews(self) -> QuerySet[Review]:
        rows = reviews.unanswered(self.actor.id).select_related(None).select_related("author")
        return rows.only("rating", "created_at", "author__name", "author__username").order_by("-id")[:3]

    def _ended(self) -> dict[str, Any]:
        return self._listed("ended", overview.ended(self.actor))

    def _waiting(self) -> dict[str, Any]:
        return self._listed("waiting", self._asked())

    def _invited(self) -> dict[str, Any]:
        found = keyset_page(
            asked.invited(self.actor),
            Request(self.request),
            scope=f"pages:invited:{self.actor.id}",
            default=20,
            order=("-created_at", "-id"),
        )
        next_url = self.next_url(found.next_cursor)
        return {"template": "bounties/invited.html", "invited": asked.jobs(found.rows), "next_url": next_url}

    def _listed(self, name: str, rows: QuerySet[Application]) -> dict[str, Any]:
        """One list alone, a page at a time."""
        found = keyset_page(rows, Request(self.request), scope=f"pages:{name}:{self.actor.id}", default=20)
        return {
            "template": "bounties/ended.html",
            "is_over": name == "ended",
            "listed": [_shown(work, None) for work in overview.for_worker(found.rows)],
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


def _order(work: Work, check_in: datetime | None) -> tuple[bool, Any, str]:
    due = standing.due_at(work, check_in)
    return (due is None, due, work.application.public_id) if due else (True, 0, work.application.public_id)


def _shown(work: Work, check_in: datetime | None) -> dict[str, Any]:
    """A seat or application as a card. `check_in`: its next time to check in."""
    application, job = work
    action = standing.next_kind(work)
    deadline = job.decided.next_deadline if job else None
    change = application.terms_changed
    asked = change if change is not None and change.state == "asked" else None
    # A changed job is answered first: what is to be done depends on it. Not while the place itself is not confirmed.
    if asked is not None and action != "confirm_seat":
        label, at, button, place, words = _("Answer by"), asked.answer_by, "", "#changed", _("Answer the changed job")
    else:
        label = standing.deadline_words(application, job) if job else ""
        at, button = deadline.at if deadline else None, _BUTTONS.get(action, "")
        place, words = _PLACES.get(action, ""), str(standing.NEXT.get(action, "")) if action != "staff_review" else ""
    href = f"/work/{application.public_id}"
    done_at = (standing.work_page(application) or href + place) if place == "#evidence" else href + place
    if check_in is not None and (at is None or check_in < at):
        words = _("Check in") if check_in - CHECK_IN_WITHIN <= clock.now() else _("Open the job")
        label, at, button, done_at = str(standing.CHECK_IN), check_in, "", f"{href}#check-ins"
    clocks = standing.clocks(application, job, check_in) if job else []
    again = job is not None and job.decided.job_state == "redo_requested" and action == "submit_evidence"
    return {
        "id": application.public_id,
        "href": href,
        "title": application.terms_snapshot.get("title") or application.bounty.title,
        "state": standing.state_of(work),
        "pay_cents": job.escrow.human_payout_cents if job else application.bounty.seat_cents,
        "earned_cents": job.escrow.received_cents if job else 0,
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
