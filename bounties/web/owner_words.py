"""How jobs and people stand, as their owner reads it. Workers read other words for the same (`standing`)."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from bounties.selectors.overview import Applicant
from bounties.selectors.owned import Matter
from escrow.models import Escrow
from escrow.selectors.dispute_turns import Waiting
from marketplace.web import formats

SEATS = {
    "pending": (_("Waits for your decision"), "wait"),
    "accepted": (_("Hired"), "good"),
    "rejected": (_("Turned down"), "calm"),
    "withdrawn": (_("Withdrew"), "calm"),
    "expired": (_("Place ended"), "calm"),
    "awaiting_confirmation": (_("Has to confirm"), "calm"),
    "in_progress": (_("At work"), "calm"),
    "evidence_in_review": (_("Look at the work"), "wait"),
    "redo_requested": (_("Sent back by you"), "calm"),
    "not_accepted": (_("Not accepted by you"), "calm"),
    "staff_review": (_("Our staff decide"), "calm"),
    "approved_awaiting_release": (_("Approved, not paid yet"), "wait"),
    "released": (_("Paid"), "good"),
    "resolved": (_("Paid in part"), "calm"),
    "refunded": (_("Money returned"), "calm"),
    "disputed": (_("In dispute"), "bad"),
    "seat_released": (_("Place ended"), "calm"),
    "cancelled": (_("Cancelled"), "calm"),
    "left": (_("Left, the job was changed"), "wait"),
}
JOBS = {
    "pending_deposit": (_("Waits for its money"), "bad"),
    "pending_review": (_("Read by our staff first"), "wait"),
    "open": (_("Open"), "good"),
    "partially_filled": (_("Open, some hired"), "good"),
    "assigned": (_("All places taken"), "calm"),
    "in_review": (_("Takes no new applications"), "calm"),
    "paused": (_("Paused"), "wait"),
    "pending_funding": (_("The raise waits for its money"), "bad"),
    "closing": (_("Being closed"), "calm"),
    "completed": (_("Done, not all paid yet"), "calm"),
    "paid": (_("Done and paid"), "good"),
    "closed": (_("Closed"), "calm"),
    "cancelled": (_("Cancelled"), "calm"),
}
KINDS = {
    "rental": _("Direct hire"),
    "personal": _("Job for one person"),
    "picture": _("Picture"),
    "humanization": _("Text rewritten by a person"),
    "qa": _("Software test"),
    "taste": _("Taste panel"),
    "cake": _("Cake"),
}
MODES = {
    "photo_upload": _("Photo collection"),
    "video_upload": _("Video collection"),
    "document_upload": _("Document collection"),
}
# What a hired person or their owner has to do next.
NEXT = {
    "confirm_seat": _("They have to confirm their place."),
    "start_work": _("They have to say that they have begun."),
    "submit_evidence": _("They work on it and send their evidence."),
    "claim_completion": _("They work on it and say when it is done."),
    "decide_extension": _("They ask for more time. Say yes or no."),
    "follow_up": _("Nothing was heard from them for long. Write to them, give more time, or end the place."),
    "review_submission": _("They have sent their evidence. Look at it."),
    "decide_escalation": _("They have sent their report. What the test leaves to you is on its page."),
    "confirm_delivery": _("They say that it is done. Look whether it is."),
    "release_payment": _("You have approved the work. Pay them now, or it is paid automatically."),
    "settle_attendance": _("They left because you changed the job. Say what the time that they were there is paid."),
    "staff_review": _("Our staff decide this one."),
    "resolve_dispute": _("You both agree how the dispute ends, or our staff decide it."),
}
DEADLINES = {
    "confirmation": _("They confirm"),
    "start": _("They begin"),
    "completion": _("The evidence is due"),
    "response": _("They are to be heard from"),
    "review": _("Without your answer it counts as accepted"),
    "release": _("Paid automatically"),
    "settlement": _("Then our staff decide"),
}
PLACE_ENDS = _("Without evidence the place ends, and nothing is paid")
# Codes of what the checks found in evidence. None decides anything.
FLAGS = {
    "missing_evidence": _("Something that was asked for is missing"),
    "missing_check_in": _("A check-in is missing"),
    "duplicate_file": _("A file was sent before"),
    "similar_image": _("A picture looks like one that was sent before"),
    "blank_image": _("A picture is blank"),
    "not_live": _("Not taken on the spot with the camera"),
    "unchanged_from_source": _("It is your own text, almost word for word"),
    "ai_fraction_high": _("A detector takes half or more of it for machine-written"),
}
SEND_BACK = {
    "missing": _("Something that was asked for is missing."),
    "unclear": _("It can't be made out: blurred, dark or cut off."),
    "other_thing": _("It shows another place or thing than the job names."),
    "not_live": _("It was not taken on the spot."),
    "incomplete": _("It is not finished."),
    "too_short": _("The words say too little."),
}
# What evidence that is not approved is answered with. Both give the same time for new evidence.
VERDICTS = {
    "request_redo": _("Send it back: it can be put right, and they are asked to send it again."),
    "reject": _(
        "Don't accept it: it is not what was agreed. They are told so, and it stays marked as not accepted, also for our staff "
        "if they ever decide about the two of you."
    ),
}
TURN_DOWN = {
    "others": _("I have chosen somebody else."),
    "skills": _("Other skills are needed for this."),
    "place": _("You are too far away for this."),
    "price": _("The pay that you ask for is too high for this."),
    "time": _("The times do not fit."),
}
CANCEL = {
    "task_no_longer_needed": _("It is not needed any more"),
    "not_enough_applicants": _("Too few people applied"),
    "applicants_not_fit": _("Nobody who applied fits"),
    "worker_not_completed": _("The work was not done"),
    "budget_timing_requirements_changed": _("The money, the time or the task has changed"),
    "other": _("Something else"),
}
ENDS = {
    "withdrawn": _("They withdrew."),
    "confirmation_timeout": _("They did not confirm in time."),
    "not_started": _("They did not begin in time."),
    "overdue": _("No evidence came in time."),
    "taken_back": _("Our staff took the seat back."),
    "ghosted": _("Nothing was heard from them for too long."),
    "dispute_refunded": _("The dispute is over: the money went back."),
    "terms_changed": _("They left because you changed the job."),
    "poster_released": _("You took the place back."),
}
ATTENDANCE = {
    "on_the_way": _("On their way"),
    "arrived": _("Arrived"),
    "left": _("Left"),
}
EVIDENCE = {
    "pending_review": (_("To look at"), "wait"),
    "approved": (_("Approved"), "good"),
    "redo_requested": (_("Sent back"), "calm"),
    "rejected": (_("Not accepted"), "bad"),
}
REVIEWERS = {
    "no_checks_declared": _("The job names no checks, so nobody is hired automatically: you decide."),
    "no_reviewer": _("Applications are not checked automatically here: you decide."),
}


def reasons(table: dict[str, Any]) -> list[tuple[str, Any]]:
    """A list of reasons to choose from, or none of them."""
    return [("", _("In my own words")), *table.items()]


def badge(table: dict[str, Any], state: str) -> dict[str, Any]:
    words, tone = table.get(state, (state.replace("_", " ").capitalize(), "calm"))
    return {"words": words, "tone": tone}


def seat(row: Applicant) -> dict[str, Any]:
    """The badge of an application: what became of it, else where the work stands."""
    application, job = row.application, row.job
    if job is None or application.status in ("rejected", "pending"):
        return badge(SEATS, application.status)
    if application.terms_left_at is not None and not application.is_decided:
        return badge(SEATS, "left")
    return badge(SEATS, paid_state(job.state, job.escrow))


def paid_state(state: str, escrow: Escrow) -> str:
    """The state of a seat, where a dispute divided its money by what the person has: an appeal may have given them all or nothing.
    Who divided it, our staff or both sides, stands in the dispute."""
    if state != "resolved" or 0 < escrow.received_cents < escrow.human_payout_cents:
        return state
    return "released" if escrow.received_cents else "refunded"


def kind_words(kind: str, mode: str) -> str:
    """What kind of job it is; empty for an ordinary one."""
    return str(KINDS.get(kind) or MODES.get(mode) or "")


# Matter -> (what the button says, what its moment is, the page below the job's).
_MATTERS = {
    "applications": (_("Choose"), _("You can hire until"), "/applicants"),
    "review": (_("Look at it"), _("Otherwise accepted automatically"), "/evidence"),
    "claimed": (_("Look whether it is done"), _("Otherwise accepted automatically"), ""),
    "pay": (_("Pay"), _("Otherwise paid automatically"), ""),
    "more_time": (_("Say yes or no"), _("Their place is kept until"), ""),
    "silent": (_("See what to do"), _("The place ends"), ""),
    "left": (_("Settle it"), _("Then our staff decide"), ""),
    "disputed": (_("See the dispute"), "", ""),
    "unfilled": (_("See who applied"), _("You can hire until"), "/applicants"),
    "unpaid": (_("Pay for it"), _("Applications end"), ""),
    "raise": (_("Pay for it"), "", ""),
}


def matter(row: Matter) -> dict[str, Any]:
    """What waits, as one row: words, moment, and the button that leads to where it is done."""
    button, label, below = _MATTERS[row.kind]
    href = f"/owner/jobs/{row.bounty_id}"
    to_person = row.only is not None and row.kind not in ("unfilled", "unpaid", "raise")
    if row.dispute is not None:
        place = f"/owner/disputes/{row.dispute}"
    else:
        place = f"{href}/people/{row.only}" if to_person else f"{href}{below}"
    return {
        "kind": row.kind,
        "title": row.title,
        "words": _matter_words(row.kind, row.count),
        "button": button,
        "label": label,
        "due_at": row.due_at,
        "href": place,
        **by_itself(row),
    }


def by_itself(row: Matter) -> dict[str, Any]:
    """The sum that goes when nobody answers, and from when on. Of what is approved already, the row's own moment is that one."""
    if row.paid_at is None:
        return {}
    words = {"sum": formats.cents_words(row.cents)}
    if row.count == 1:
        said = _("Without an answer, %(sum)s is paid automatically")
    else:
        said = _("Without an answer, %(sum)s in all is paid automatically, the first")
    return {"goes": str(said) % words, "goes_at": row.paid_at}


def _matter_words(kind: str, count: int) -> str:
    words = {
        "applications": ngettext("%d person wants to do it", "%d people want to do it", count),
        "review": ngettext("Evidence of %d person to look at", "Evidence of %d people to look at", count),
        "claimed": ngettext("%d person says that it is done", "%d people say that it is done", count),
        "pay": ngettext("%d person is approved and not paid yet", "%d people are approved and not paid yet", count),
        "more_time": ngettext("%d person asks for more time", "%d people ask for more time", count),
        "silent": ngettext("Nothing came from %d person", "Nothing came from %d people", count),
        "left": ngettext("%d person left after you changed the job", "%d people left after you changed the job", count),
        "disputed": ngettext("%d dispute is open", "%d disputes are open", count),
        "unfilled": ngettext("%d place is free after the deadline", "%d places are free after the deadline", count),
        "unpaid": str(_("It is not paid for, so nobody sees it yet")),
        "raise": str(_("Your raise is not paid for, so nobody can be hired")),
    }[kind]
    return words % count if "%d" in words else words


def dispute(row: Waiting, below: str) -> dict[str, Any]:
    """A dispute in which the reader has to act, as a row of what waits. `below`: the address of disputes on their side."""
    words, button, place = {
        "answer": (_("Your work is objected to: say your side"), _("Answer"), "#asked"),
        "asked": (_("Our staff ask you for something"), _("Answer"), "#asked"),
        "offer": (_("You have an offer to settle a dispute"), _("See it"), "#turn"),
    }[row.what]
    return {
        "kind": "dispute",
        "title": row.title,
        "words": str(words),
        "button": str(button),
        "label": str(_("Until")),
        "due_at": row.due_at,
        "href": f"{below}/{row.dispute_id}{place}",
    }
