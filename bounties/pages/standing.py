"""How a seat stands, in words: its steps, its next act and whose it is, its clocks. For /today and /work/{id}."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from bounties.models import Application
from bounties.ports import products
from bounties.rules.hiring import review_until
from bounties.rules.overview import WORKER_ACTIONS
from bounties.rules.seats import overdue_at
from bounties.rules.submissions import CHECK_IN_WITHIN
from bounties.rules.terms import SETTLE_WITHIN
from bounties.selectors import terms
from bounties.selectors.overview import Job, Work
from bounties.services import evidence, extensions, submissions
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.errors import Problem
from marketplace.web.words import say

# What the seat waits for, as its worker reads it.
NEXT = {
    "confirm_seat": _("Confirm your place"),
    "start_work": _("Say that you have begun"),
    "submit_evidence": _("Send your evidence"),
    "claim_completion": _("Say that it is done"),
    "decide_extension": _("They decide whether you get more time"),
    "follow_up": _("Send your evidence: they have not heard from you for long"),
    "review_submission": _("They look at what you sent"),
    "decide_escalation": _("They look at what you sent"),
    "confirm_delivery": _("They look whether it is done"),
    "release_payment": _("Your pay is on its way"),
    "settle_attendance": _("They settle the time that you were there"),
    "staff_review": _("Our staff decide"),
    "resolve_dispute": _("You both agree how the dispute ends, or our staff decide it"),
}
# The same above the form for evidence, by the state of the seat: the form itself says that it is sent there.
BEFORE_EVIDENCE = {
    "redo_requested": _("They sent it back"),
    "not_accepted": _("They did not accept it"),
}
DO_IT = _("Do the job, then send your evidence")
# What stands before a moment: each says by itself what happens then, or until then.
CHECK_IN = _("Time to check in:")
DEADLINES = {
    "confirmation": _("Confirm by"),
    "start": _("Begin by"),
    "completion": _("Send your evidence by"),
    "response": _("Let them hear from you by"),
    "review": _("They answer by"),
    "release": _("You are paid by"),
    "settlement": _("They settle it by"),
}
SAY_BY = _("Say that it is done by")  # instead of evidence, where none is asked for
ENDS = {
    "withdrawn": _("You took it back."),
    "confirmation_timeout": _("It was not confirmed in time."),
    "not_started": _("The work was not begun in time."),
    "overdue": _("No evidence came in time."),
    "ghosted": _("Nothing was heard from you for too long."),
    "dispute_refunded": _("The dispute is over: the money went back."),
    "terms_changed": _("You left because the job was changed."),
    "poster_released": _("Whoever posted the job took the place back."),
}


ENDS_UNSAID = _("Then the place ends without pay.")
UNSAID = _("Without pay, if you have not said it until then.")
STAFF_LATE = _("They are late. Until they decide no clock ends your place.")
GIVEN_BACK = _("You gave your place back.")  # who was hired; an application is taken back
TAKEN_BACK = _("Our staff decided that the place ends without pay.")
NOT_REPLACED = _("What you sent came back, and nothing new came in time.")
# What settled the question that a worker put to our staff, before they did.
DISPUTE_AGREED = _("The dispute is over: you both agreed how the money is divided.")
DISPUTE_DECIDED = _("The dispute is over: our staff decided how the money is divided.")
OUTCOMES = {
    "time_given": _("You got more time for new evidence."),
    "released": _("What you sent was accepted, and you are paid."),
    "taken_back": TAKEN_BACK,
    "new_evidence": _("You sent new evidence instead."),
    "settled": _("They looked at your work again, so our staff had nothing left to decide."),
}
PAID_BEFORE = _("You were paid before our staff had to decide.")


def contest_words(job: Job | None, dispute: dict[str, Any] | None) -> str:
    """How the question to our staff ended. What went before their decision may have been a dispute, or the pay."""
    outcome = job.contest.outcome_or_none if job is not None and job.contest is not None else None
    if job is None or outcome is None:
        return ""
    if outcome == "settled" and (words := dispute_words(dispute)):
        return words
    if outcome == "settled" and job.escrow.status == "released":
        return str(PAID_BEFORE)
    return str(OUTCOMES[outcome])


def dispute_words(dispute: dict[str, Any] | None) -> str:
    """How a dispute ended (`owned.dispute`); empty while it is open, and without one."""
    if dispute is None or dispute["is_open"]:
        return ""
    return str(DISPUTE_AGREED if dispute["is_settled"] else DISPUTE_DECIDED)


def ended_words(application: Application, job: Job | None) -> str:
    """Why the seat or application ended; empty while it goes on and where it was paid."""
    reason = application.end_reason
    if reason == "taken_back":
        return str(TAKEN_BACK)
    if reason == "overdue" and job is not None and job.latest_submission is not None:
        # A seat whose evidence was returned ends as an overdue one; earlier one that our staff took back did, too.
        contest = job.contest
        if contest is not None and contest.outcome_or_none == "taken_back":
            return str(TAKEN_BACK)
        return str(NOT_REPLACED)
    return str(GIVEN_BACK if reason == "withdrawn" and job is not None else ENDS.get(reason, ""))


@dataclass(frozen=True, slots=True)
class Clock:
    """A moment that somebody is under, and what follows when it passes."""

    label: str
    at: datetime
    then: str = ""


def work_page(application: Application) -> str:
    """Where the work of a managed job is handed in, whose ordinary form is always refused; empty: on the seat's own page."""
    product = products.find(application.bounty.kind)
    return product.work_page(application) if product is not None else ""


def is_mine(work: Work) -> bool:
    """Whether this seat waits for its worker."""
    if work.job is None or work.job.decided.next_action is None:
        return False
    change = work.application.terms_changed
    asked = change is not None and change.state == "asked"
    return asked or work.job.decided.next_action.kind in (*WORKER_ACTIONS, "follow_up")


def hand_in(application: Application) -> dict[str, Any]:
    """For the page of a product on which work is handed in: `can_send`, whether anything is taken now, else `standing`, why not;
    `ends_contest`, whether that takes back a question to staff."""
    try:
        submissions.check_may_submit(application)
    except Problem as problem:
        return {"can_send": False, "standing": say(problem)}
    return {"can_send": True, "standing": "", "ends_contest": application.contests.filter(decided_at=None).exists()}


def next_check_ins(works: Sequence[Work]) -> dict[UUID, datetime]:
    """The next time to check in that nothing covers, until it is missed, by application; none for seats without one. By what
    the check of evidence counts, in at most two queries."""
    running = [
        (terms.as_agreed(application.bounty, application), application)
        for application, job in works
        if job is not None
        and application.confirmed_at is not None
        and job.decided.job_state in ("in_progress", "redo_requested")
    ]
    rows, now, found = evidence.check_ins_of(running), clock.now(), {}
    for agreed, application in running:
        moments = zip(rows[application.pk], agreed.check_in_times, strict=True)
        open_ = [at for row, at in moments if not row["covered"] and at + CHECK_IN_WITHIN > now]
        if open_:
            found[application.pk] = min(open_)
    return found


def due_at(work: Work, check_in: datetime | None) -> datetime | None:
    """The first moment that its worker is under; None without one."""
    assert work.job is not None
    deadline, change = work.job.decided.next_deadline, work.application.terms_changed
    moments = [deadline.at if deadline else None, change.answer_by if change else None, check_in]
    return min((moment for moment in moments if moment is not None), default=None)


def state_of(work: Work) -> str:
    """The badge: what became of the application, else where the work stands."""
    if work.job is None or work.application.status in ("rejected", "pending"):
        return str(work.application.status)
    if work.application.terms_left_at is not None and not work.application.is_decided:
        return "left"
    if _is_with_staff(work.application):
        return "staff_review"
    return work.job.state


def next_kind(work: Work) -> str:
    """What the seat waits for; empty when nothing is. Work that nobody looks at waits for our staff, once its worker asked them."""
    if work.job is None or work.job.decided.next_action is None:
        return ""
    return "staff_review" if _is_with_staff(work.application) else work.job.decided.next_action.kind


def next_words(work: Work, *, sends_here: bool) -> str:
    """The same in words for the seat's own page. `sends_here`: the form for evidence stands below."""
    kind = next_kind(work)
    if kind == "submit_evidence" and sends_here:
        return str(BEFORE_EVIDENCE.get(state_of(work), DO_IT))
    return str(NEXT.get(kind, ""))


def _is_with_staff(application: Application) -> bool:
    """Whether our staff decide about the work; not while a dispute goes before it, nor about the time that somebody was there."""
    return application.is_case and application.terms_left_at is None


def steps(application: Application, job: Job | None) -> list[dict[str, Any]]:
    """Applied to paid, each with when it was reached; the first that is not is the present one, while the work goes on. A dispute
    is the present one, in place of what it leaves open."""
    escrow: Escrow | None = application.escrow
    # Or not sent yet: it is to be sent in (again).
    is_sent_back = job is not None and job.decided.job_state in ("in_progress", "redo_requested")
    reached = [
        (_("Applied"), application.created_at),
        (_("Hired"), application.decided_at if escrow else None),
        (_("Confirmed"), application.confirmed_at),
        (_("Sent in"), escrow.delivered_at if escrow and not is_sent_back else None),
        (_("Approved"), escrow.completed_at if escrow else None),
        (_("Paid"), escrow.released_at if escrow else None),
    ]
    if application.is_frozen:
        reached = [(words, at) for words, at in reached if at is not None] + [(_("The dispute"), None)]
    goes_on = application.status == "pending" or (application.status == "accepted" and not application.is_decided)
    first_open = next((place for place, (_words, at) in enumerate(reached) if at is None), None)
    return [
        {"words": words, "at": at, "is_now": goes_on and place == first_open}
        for place, (words, at) in enumerate(reached)
    ]


def place_ends_at(application: Application) -> datetime | None:
    """When the place ends without pay if nothing is sent, where evidence is due earlier: where a last call follows, or evidence was
    sent back. None where both are one moment, as they are once the time for new evidence is over."""
    if application.ends_at is not None:
        return application.ends_at
    return None if application.silent_since else application.ends_without_evidence_at


def deadline_words(application: Application, job: Job) -> str:
    """What stands before the seat's next moment; empty where it has none."""
    deadline = job.decided.next_deadline
    if deadline is None:
        return ""
    return str(SAY_BY if deadline.kind == "completion" and _is_said(application, job) else DEADLINES[deadline.kind])


def _is_said(application: Application, job: Job) -> bool:
    """Whether the worker only says that it is done: nothing is asked for, and nothing was sent back."""
    return (
        job.decided.job_state == "in_progress" and not terms.as_agreed(application.bounty, application).evidence_wanted
    )


def clocks(application: Application, job: Job, check_in: datetime | None) -> list[Clock]:
    """Every clock that runs for this seat, the first first. `check_in`: its next time to check in (`next_check_ins`)."""
    return sorted(_clocks(application, job, check_in), key=lambda one: one.at)


def _clocks(application: Application, job: Job, check_in: datetime | None) -> Iterator[Clock]:
    escrow, decided = job.escrow, job.decided
    if decided.next_action is None or decided.overall_state == "disputed":  # over, or all clocks stand still
        return
    found: list[tuple[Any, datetime | None, Any]] = []
    work = decided.job_state
    staff_by, is_late = _staff_by(application, job), is_staff_late(application, job)
    staff = _("Our staff were to decide by") if is_late else _("Our staff decide by")
    if work == "awaiting_confirmation":
        found = [(_("Confirm your place by"), application.confirm_by, _("Then it goes to somebody else."))]
    elif work == "evidence_in_review":
        until = review_until(application.bounty.kind, escrow.review_due_at, application.complete_by)
        found = [
            (_("They answer by"), until, _("Then what you sent counts as accepted.")),
            (staff, staff_by, _("Or whoever posted the job looks at it before.")),
        ]
    elif work == "approved_awaiting_release":
        found = [(_("You are paid by"), escrow.auto_release_at, _("Earlier, if they release it themselves."))]
    elif application.terms_left_at is not None:
        settled_by = None if application.needs_staff_at else application.terms_left_at + SETTLE_WITHIN
        found = [(_("They settle your time there by"), settled_by, _("Then our staff do."))]
    else:
        is_said = _is_said(application, job)
        closing = ENDS_UNSAID if is_said else _("Then no more evidence is taken, and the place ends without pay.")
        starts = None if application.started_at else application.start_by
        due = overdue_at(application.complete_by, application.extension_until)
        if place_ends := place_ends_at(application):
            closing = _("Later it still counts.") if is_said else _("Later it is still taken, until the place ends.")
            due = due if due is None or due > clock.now() else None
        asked_until = application.extension_until if extensions.is_pending(application) else None
        found = [
            (_("Begin by"), starts, _("Then the place goes to somebody else.")),
            (SAY_BY if is_said else DEADLINES["completion"], due, closing),
            (_("The place ends"), place_ends, UNSAID if is_said else _("Without pay, if nothing was sent until then.")),
            (CHECK_IN, check_in, _("From 15 minutes before to 15 minutes after.")),
            (_("Let them hear from you by"), application.flag_at, _("A message or evidence is enough.")),
            (_("They decide about more time by"), asked_until, _("Until then your place does not end.")),
            (staff, staff_by, STAFF_LATE if is_late else _("Until then no clock ends your place.")),
        ]
    change = application.terms_changed
    found.append(
        (_("Answer the changed job by"), change.answer_by if change else None, _("Then what you agreed to counts."))
    )
    for label, at, then in found:
        if at is not None:
            yield Clock(str(label), at, str(then))


def is_staff_late(application: Application, job: Job) -> bool:
    """Whether our staff should have decided about the seat already. Nothing ends it meanwhile, and they are reminded."""
    due = _staff_by(application, job)
    return due is not None and due <= clock.now()


def _staff_by(application: Application, job: Job) -> datetime | None:
    """Until when our staff decide about the seat; None where they don't."""
    is_open = job.contest is not None and job.contest.state == "open"
    return job.contest.due_at if job.contest is not None and is_open else application.staff_due_at
