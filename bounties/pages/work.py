"""/work/{applicationId}: one application or seat, with everything that its worker needs to know and can do."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bounties.models import Application, Attendance, Bounty, Submission
from bounties.pages import changes, conditions, standing
from bounties.pages.owned import dispute
from bounties.pages.seat_forms import SHOTS, SeatForms
from bounties.rules.attendance import ATTENDANCE
from bounties.rules.submissions import AGAINST, CHECK_IN_WITHIN
from bounties.selectors import earned, listing, overview, terms
from bounties.selectors.overview import Job, Work
from bounties.serializers.applications import render_files
from bounties.serializers.submissions import render
from bounties.serializers.work import WorkOut
from bounties.services import contests, evidence, extensions, submissions
from humans.selectors import reviews
from humans.serializers.reviews import ReviewOut
from marketplace.core import clock, countries, ids
from marketplace.core.errors import Problem
from marketplace.web import formats

EVIDENCE_AT_MOST = 20  # earlier evidence on one page
# What became of earlier evidence; what is to be done about it stands once, above.
_ANSWERED = {"rejected": "evidence_rejected", "redo_requested": "evidence_sent_back"}
_ATTENDANCE = {
    "on_the_way": gettext_lazy("I am on my way"),
    "arrived": gettext_lazy("I have arrived"),
    "left": gettext_lazy("I have left"),
}


class WorkPage(SeatForms):
    """One seat as a page. Somebody else's application is a 404, as the API's."""

    template = "bounties/work.html"

    def show(self, application_id: str) -> dict[str, Any]:
        work = overview.own_work(self.actor, application_id)
        application, job = work
        bounty, now = application.bounty, clock.now()
        agreed = terms.as_agreed(bounty, application)
        next_kind, contested = standing.next_kind(work), job is not None and job.contest is not None
        found = dispute(application, "/disputes", paid_by_it=contested)
        rows = listing.submissions(bounty, author_id=self.actor.id).filter(application_id=application.pk)
        sent = list(rows.order_by("-id")[:EVIDENCE_AT_MOST]) if job else []
        shown, can = WorkOut.render(work), _may(application, bounty, job)
        check_ins = _check_ins(agreed, application)
        check_in = min((row["at"] for row in check_ins if not (row["covered"] or row["is_over"])), default=None)
        return {
            "work": shown,
            "state": standing.state_of(work),
            "steps": standing.steps(application, job),
            "brief": _brief(application, bounty),
            "job_href": f"/jobs/{bounty.public_id}",
            "from_name": bounty.agent_name or _("An agent"),
            "work_page": standing.work_page(application) if next_kind else "",
            "next_words": standing.next_words(work, sends_here=can["evidence"]),
            "next_kind": next_kind,
            "deadline_words": standing.deadline_words(application, job) if job else "",
            "is_mine": standing.is_mine(work),
            "too_late": _too_late(work, can),
            "place_ends": standing.place_ends_at(application) if can["evidence"] else None,
            "is_frozen": application.is_frozen,
            "clocks": standing.clocks(application, job, check_in) if job else [],
            "can": can,
            "asked_for": _asked_for(agreed, _answered(sent)),
            "missing": job.decided.missing_evidence if job else [],
            "change": changes.changed(application),
            "check_ins": check_ins,
            "attendance": _attendance(application, bounty) if job else None,
            "sent": [_evidence(row, agreed, application) for row in sent],
            "files": [formats.attached(file) for file in render_files(application)],
            "staff_late": standing.STAFF_LATE if job and standing.is_staff_late(application, job) else "",
            "contest_outcome": standing.contest_words(job, found),
            "contest_files": [formats.attached(file) for file in (shown["contest"] or {}).get("files", [])],
            "money": _money(job),
            "dispute": found,
            "tips": earned.tips(self.actor.id, bounty.pk) if job and application.is_decided else [],
            "review": _review(application) if job and application.is_decided else None,
            "ended_words": standing.ended_words(application, job) or standing.dispute_words(found),
            "after_hire": conditions.after_hire(bounty) if application.status == "pending" else "",
            "now": now,
        }


def _may(application: Application, bounty: Bounty, job: Job | None) -> dict[str, bool]:
    """Which forms are offered: those that the services would carry out now."""
    now, actions = clock.now(), application.applicant_actions
    runs = not application.is_frozen and application.terms_left_at is None
    confirm_by, start_by = application.confirm_by, application.start_by
    escrow = application.escrow
    return {
        "confirm": "confirm" in actions and runs and (confirm_by is None or confirm_by > now),
        "start": "start" in actions and runs and (start_by is None or start_by > now),
        "withdraw": "withdraw" in actions and runs,
        "apply": "apply" in actions,
        "evidence": job is not None
        and not standing.work_page(application)
        and _passes(lambda: submissions.check_may_submit(application)),
        "extend": job is not None and _passes(lambda: extensions.check(application)),
        "contest": escrow is not None and _passes(lambda: contests.check(application)),
        "claim": job is not None
        and job.decided.next_action is not None
        and job.decided.next_action.kind == "claim_completion",
    }


def _too_late(work: Work, can: dict[str, bool]) -> bool:
    """Whether the clock of what this seat waits for has passed, so that no form takes it any more."""
    decided = work.job.decided if work.job else None
    if decided is None or decided.next_action is None or decided.next_deadline is None:
        return False
    form = {"confirm_seat": "confirm", "start_work": "start", "submit_evidence": "evidence", "follow_up": "evidence"}
    wanted = form.get(decided.next_action.kind)
    return decided.next_deadline.is_overdue and wanted is not None and not can[wanted]


def _passes(check: Callable[[], None]) -> bool:
    try:
        check()
    except Problem:
        return False
    return True


def _brief(application: Application, bounty: Bounty) -> dict[str, Any]:
    """What the work is, as it was agreed; of an old application without terms, as it is now."""
    agreed = application.terms_snapshot if "description" in application.terms_snapshot else terms.snapshot(bounty)
    place = agreed["location"]
    return agreed | {
        "description": conditions.described(agreed["description"], bounty),
        "place": countries.place(place["city"], place["state"], country=place["country"]),
        "pay": agreed["compensation"]["total"],
        "is_hourly": agreed["compensation"]["type"] == "hourly",
        "is_limit": conditions.says(bounty, "hours_are_limit"),
    }


def _answered(sent: list[Submission]) -> dict[str, str]:
    """The answers of evidence that came back, by question: they are not typed anew."""
    latest = sent[0] if sent and sent[0].status in AGAINST else None
    return {answer["questionId"]: str(answer["value"]) for answer in latest.answers} if latest is not None else {}


def _asked_for(agreed: Bounty, answered: dict[str, str]) -> dict[str, Any]:
    """What the evidence form asks for. `answered`: what the answers are to begin with, by question."""
    kinds, live = agreed.evidence_types, agreed.live_capture
    wanted = [kind for kind in ("photo", "video") if kind in kinds]
    accept = {"photo": "image/*", "video": "video/*"}
    return {
        "links": "link" in kinds,
        # Which fields are not called optional, since their content was asked for.
        "wants": {"files": bool(wanted), "text": "text" in kinds, "links": "link" in kinds},
        "questions": [
            row | {"name": f"answers.{row['id']}", "value": answered.get(row["id"], "")}
            for row in agreed.completion_questions
        ],
        "kinds": kinds,
        "live": live,
        "live_accept": accept.get(live, ""),
        "shots": [{"name": f"files.{number}", "hidden": number > 1} for number in range(1, SHOTS + 1)] if live else [],
        # Beside live shots other files are still taken, such as a video beside live photos.
        "accept": ",".join(accept[kind] for kind in wanted) if wanted and set(kinds) <= {"photo", "video"} else "",
    }


def _check_ins(agreed: Bounty, application: Application) -> list[dict[str, Any]]:
    """Each time to check in, whether it was done, and whether it can be done now."""
    if not agreed.check_in_times or application.confirmed_at is None or application.is_decided:
        return []
    unsent = Submission(bounty=agreed, application=application)
    rows, now = evidence.check_ins(agreed, unsent, []), clock.now()
    needs_photo = bool((agreed.check_ins or {}).get("photoRequired"))
    return [
        {
            "at": at,
            "covered": row["covered"],
            "is_now": abs(at - now) <= CHECK_IN_WITHIN,
            "is_over": at + CHECK_IN_WITHIN < now,
            "needs_photo": needs_photo,
        }
        for row, at in zip(rows, agreed.check_in_times, strict=True)
    ]


def _attendance(application: Application, bounty: Bounty) -> dict[str, Any] | None:
    """What was reported and what comes next, for work at a place. The device's place is not kept, and so not shown."""
    place = application.terms_snapshot.get("location") or {}
    session = Attendance.objects.filter(application_id=application.pk).first()
    remote = place.get("isRemoteAllowed", bounty.is_remote_allowed)
    at_work = application.escrow is not None and application.escrow.status == "locked"
    goes_on = application.status == "accepted" and at_work and application.terms_left_at is None
    if session is None and (remote or application.confirmed_at is None or not goes_on):
        return None
    steps = ATTENDANCE.table[session.state if session else "none"] if goes_on else {}
    moments = [(words, getattr(session, f"{state}_at")) for state, words in _ATTENDANCE.items() if session is not None]
    reported = [{"words": words, "at": at} for words, at in moments if at is not None]
    return {"next": [{"state": state, "words": _ATTENDANCE[state]} for state in steps], "reported": reported}


def _evidence(row: Submission, agreed: Bounty, application: Application) -> dict[str, Any]:
    """Earlier evidence as the API shows it, with its files and the questions that it answers."""
    shown = render(row)
    prompts = {question["id"]: question["prompt"] for question in agreed.completion_questions}
    answers = [
        {"prompt": prompts.get(answer["questionId"], answer["questionId"]), "value": answer["value"]}
        for answer in shown["answers"]
    ]
    badge = _ANSWERED.get(shown["status"], shown["status"])
    if application.is_frozen and shown["status"] == "pending_review":
        badge = "disputed"  # nobody looks at it meanwhile
    return shown | {"badge": badge, "files": [formats.attached(file) for file in shown["files"]], "answers": answers}


def _money(job: Job | None) -> dict[str, Any] | None:
    """What is held or paid for the seat, in cents."""
    if job is None:
        return None
    escrow = job.escrow
    return {
        "status": escrow.status,
        "pay_cents": escrow.human_payout_cents,
        "earned_cents": escrow.received_cents,
        "corrected_cents": escrow.corrected_cents,
        "paid_at": escrow.released_at,
        "release_at": escrow.auto_release_at,
        "ended_at": escrow.ended_at,
    }


def _review(application: Application) -> dict[str, Any] | None:
    """What the owner said about the work, and what only the person reviewed is told; None without a review."""
    row = reviews.of_seat(application.bounty_id, application.human_id)
    if row is None:
        return None
    return ReviewOut.render(row) | {
        "talk_href": f"/messages/{ids.encode('cnv', row.conversation_id)}" if row.conversation_id else "",
        "hidden_because": row.answer_hidden_reason,
    }
