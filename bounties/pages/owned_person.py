"""/owner/jobs/{id}/people/{applicationId}: one person on one's own job, from the application to the pay."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from bounties.models import Application, Attendance, Bounty
from bounties.pages import changes, conditions, owned_evidence, standing
from bounties.pages.gates import link_label
from bounties.pages.owned import dispute, one, person, photo_href
from bounties.pages.owned_acts import PersonActs
from bounties.rules.bounties import HIRES, REFILL
from bounties.rules.overview import Deadline
from bounties.rules.seats import REDO_AT_LEAST
from bounties.selectors import earned, listing, owned, terms
from bounties.selectors.overview import Applicant, Job
from bounties.serializers.overview import OwnerApplicationOut
from bounties.web import owner_words
from escrow.rules.disputes import CATEGORY_WORDS
from escrow.rules.escrows import poster_actions
from humans.selectors import reviews
from humans.serializers.reviews import ReviewOut
from marketplace.core import clock
from marketplace.web import formats

EVIDENCE_AT_MOST = 20
STARS = [(number, "★" * number) for number in (5, 4, 3, 2, 1)]


class OwnedPerson(PersonActs):
    template = "bounties/owned_person.html"

    def show(self, bounty_id: str, application_id: str) -> dict[str, Any]:
        bounty = self.owned(bounty_id)
        row = one(bounty, application_id)
        application, job = row.application, row.job
        shown, kept = OwnerApplicationOut.render(row), self.head(bounty, "")
        agreed = terms.as_agreed(bounty, application)
        sent: list[Any] = []
        if application.escrow_id is not None:
            rows = listing.submissions(bounty).filter(application_id=application.pk).order_by("-id")
            sent = [owned_evidence.piece(one_sent, agreed) for one_sent in rows[:EVIDENCE_AT_MOST]]
        action = job.decided.next_action if job and not application.is_decided else None
        deadline = job.decided.next_deadline if job else None
        return kept | {
            "application": shown,
            "person": person(row),
            "answers": answers(bounty, shown["answers"]),
            "links": [link | {"label": link_label(link)} for link in shown["links"]],
            "files": applied_with(bounty, shown),
            "asks": asks(bounty, application),
            "checks": checks(shown, row),
            "money": _money(job),
            "steps": standing.steps(application, job),
            "next_words": owner_words.NEXT.get(action.kind, "") if action else "",
            "next_href": f"/owner/runs/{bounty.qa_run_id}" if action and action.kind == "decide_escalation" else "",
            "next_kind": action.kind if action else "",
            "deadline": deadline,
            "deadline_words": _deadline_words(application, deadline),
            "place_ends_words": owner_words.PLACE_ENDS,
            "place_ends": standing.place_ends_at(application) if action and not application.is_frozen else None,
            "goes_at": next((one.paid_at for one in owned.paid_by_itself(bounty, application)), None)
            if action
            else None,
            "can": self.allowed(
                _may(bounty, application, job, kept["reserved"]),
                judge="approve",
                decide_time="more_time",
                grant_time="more_time",
            ),
            "sent": sent,
            "earlier": [piece for piece in sent if piece["status"] != "pending_review"],
            "waiting": next((piece for piece in sent if piece["status"] == "pending_review"), None),
            "criteria": owned_evidence.criteria(bounty),
            "change": changes.changed(application),
            "extension": application.extension,
            "contest": shown["jobOverview"]["contest"] if shown["jobOverview"] else None,
            "attendance": _attendance(bounty, application),
            "dispute": dispute(application),
            "ended_words": owner_words.ENDS.get(application.end_reason, ""),
            **_afterwards(bounty, application),
            "turn_down": owner_words.reasons(owner_words.TURN_DOWN),
            "send_back": owner_words.reasons(owner_words.SEND_BACK),
            "verdicts": list(owner_words.VERDICTS.items()),
            "again_hours": int(REDO_AT_LEAST.total_seconds()) // 3600,
            "again_until": _again_until(application),
            "categories": [("", _("Choose one")), *CATEGORY_WORDS.items()],  # whoever accuses says of what
            "stars": STARS,
            "unit": bounty.unit,
            "before_hire": conditions.before_hire(bounty) if application.status == "pending" else [],
        }


def _deadline_words(application: Application, deadline: Deadline | None) -> str:
    """What the next moment is. Past the time for new evidence it is the end of the place."""
    if deadline is None:
        return ""
    is_end = deadline.kind == "completion" and application.silent_since is not None
    return str(owner_words.PLACE_ENDS if is_end else owner_words.DEADLINES[deadline.kind])


def _again_until(application: Application) -> datetime | None:
    """Until when evidence that is sent back now may come again, where its first time runs longer than a redo's."""
    due = application.complete_by
    return due if due is not None and due > clock.now() + REDO_AT_LEAST else None


def applied_with(bounty: Bounty, shown: dict[str, Any]) -> list[dict[str, Any]]:
    """The files of an application, each image with the page on which it is seen large."""
    href = f"/owner/jobs/{bounty.public_id}/people/{shown['id']}"
    files = [formats.attached(file) for file in shown["files"]]
    return [file | {"page": photo_href(href, file)} for file in files]


def asks(bounty: Bounty, application: Application) -> str:
    """Whether they ask for more or less than the job pays: hiring them pays what the job does. Empty where it is the same."""
    wish, pays = application.proposed_price_cents, bounty.unit.price
    return "" if wish is None or wish == pays else "more" if wish > pays else "less"


def answers(bounty: Bounty, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was answered, each with its question."""
    asked = {detail["id"]: detail.get("label") or detail.get("prompt") or "" for detail in bounty.application_details}
    return [{"prompt": asked.get(row["questionId"], ""), "value": row["value"]} for row in given]


def checks(shown: dict[str, Any], row: Applicant) -> dict[str, Any]:
    """The results of the checks that the job asks for, and what the automatic review said."""
    escalation = shown["autoAcceptEscalation"]
    reason = (escalation or {}).get("reason", "")
    return {
        "mic": shown.get("micCheck"),
        "level": shown.get("languageProficiency"),
        "wants_mic": "micCheck" in shown,
        "wants_level": "languageProficiency" in shown,
        "review": owner_words.REVIEWERS.get(reason, reason.replace("_", " ")),
        "retry_at": (escalation or {}).get("nextRetryAt"),
    }


def _money(job: Job | None) -> dict[str, Any] | None:
    if job is None:
        return None
    escrow = job.escrow
    return {
        "status": escrow.status,
        "pay_cents": escrow.human_payout_cents,
        "fee_cents": escrow.platform_fee_cents,
        "amount_cents": escrow.amount_cents,
        "earned_cents": escrow.received_cents,
        "corrected_cents": escrow.corrected_cents,
        "ended_at": escrow.ended_at,
        "released_at": escrow.released_at,
        "unanswered": escrow.accepted_unanswered,
        "refunded_to": escrow.refunded_to,
        "review_due_at": escrow.review_due_at,
        "auto_release_at": escrow.auto_release_at,
        "dispute_until": escrow.dispute_window_ends_at,
    }


def _may(bounty: Bounty, application: Application, job: Job | None, kept: dict[str, bool]) -> dict[str, bool]:
    """Which forms are offered: what the services would carry out now."""
    now, actions, escrow = clock.now(), application.owner_actions, application.escrow
    money = poster_actions(escrow.status, ever_delivered=escrow.delivered_at is not None) if escrow else []
    hires = bounty.status in HIRES and bounty.deadline + REFILL > now and bounty.spots_remaining > 0
    runs = application.status == "accepted" and escrow is not None and escrow.status == "locked"
    judges = job is not None and "approve" in job.decided.buyer_actions and "review" not in kept
    in_window = escrow is not None and (escrow.dispute_window_ends_at is None or escrow.dispute_window_ends_at > now)
    return {
        "accept": "accept" in actions and hires and "accept" not in kept,
        "reject": "reject" in actions and "reject" not in kept,
        "unreject": "unreject" in actions and "unreject" not in kept,
        "take_back": "withdraw" in actions and "expire" not in kept,
        "expire": "expire" in actions and application.confirmed_at is not None and "expire" not in kept,
        "judge": judges,
        "complete": "complete" in money and not judges and "review" not in kept,
        "release": "release" in money and "review" not in kept,
        "decide_time": runs and (application.extension or {}).get("state") == "pending",
        "grant_time": runs
        and application.confirmed_at is not None
        and application.complete_by is not None
        and application.terms_left_at is None
        and bounty.kind != "personal",
        "settle": runs and application.terms_left_at is not None and application.needs_staff_at is None,
        "dispute": "dispute" in money and in_window,
    }


def _attendance(bounty: Bounty, application: Application) -> list[dict[str, Any]]:
    """What was reported from the place; nothing for work from anywhere."""
    if application.confirmed_at is None or bounty.is_remote_allowed:
        return []
    session = Attendance.objects.filter(application_id=application.pk).first()
    if session is None:
        return []
    moments = [(words, getattr(session, f"{state}_at")) for state, words in owner_words.ATTENDANCE.items()]
    return [{"words": words, "at": at} for words, at in moments if at is not None]


def _afterwards(bounty: Bounty, application: Application) -> dict[str, Any]:
    """What is said and given once the work is paid."""
    escrow = application.escrow
    if escrow is None or escrow.released_at is None:
        return {"may_review": False, "may_tip": False, "review": None, "tips": []}
    review = reviews.of_seat(bounty.pk, application.human_id)
    released = escrow.status == "released"
    return {
        "review": ReviewOut.render(review) if review is not None else None,
        "may_review": review is None and released,
        "may_tip": released and application.human.is_active,
        "tips": earned.tips(application.human_id, bounty.pk),
    }
