"""The words of states and failures on pages. The API's messages name fields and routes; a person reads these instead."""

import re
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from marketplace.core import written
from marketplace.core.errors import Invalid, Problem
from marketplace.rules import CAP_WORDS
from marketplace.web import formats

_IN_A_LIST = re.compile(r"\.\d+$")
STATES = {
    # applications
    "pending": _("Waiting for an answer"),
    "accepted": _("Hired"),
    "rejected": _("Not chosen"),
    "withdrawn": _("Withdrawn"),
    "expired": _("Ended"),
    # seats
    "awaiting_confirmation": _("Confirm your place"),
    "in_progress": _("In progress"),
    "evidence_in_review": _("Being looked at"),
    "redo_requested": _("Please send it again"),
    "not_accepted": _("Not accepted: send new evidence"),
    "staff_review": _("Our staff decide"),
    "approved_awaiting_release": _("Approved, pay is on its way"),
    "released": _("Paid"),
    "resolved": _("Decided"),
    "refunded": _("Refunded"),
    "disputed": _("In dispute"),
    "seat_released": _("Ended"),
    "cancelled": _("Cancelled"),
    # jobs
    "open": _("Open"),
    "partially_filled": _("Open, some places taken"),
    "assigned": _("All places taken"),
    "in_review": _("In review"),
    "completed": _("Completed"),
    "paused": _("Paused"),
    "closed": _("Closed"),
    "pending_deposit": _("Waiting for its money"),
    "pending_funding": _("Waiting for its money"),
    # seats that ended
    "left": _("You left, the attendance is being settled"),
    # appointments
    "pending_payment": _("Waiting for its money"),
    "pending_approval": _("Waits for an answer"),
    "confirmed": _("Booked"),
    "declined": _("Turned down"),
    "auto_declined": _("Turned down, without an answer"),
    "active": _("Running"),
    "past_due": _("Its payment failed"),
    "canceled": _("Cancelled"),
    "weekly": _("Every week"),
    "biweekly": _("Every other week"),
    "monthly": _("Every month"),
    # approvals
    "used": _("Done"),
    "said_no": _("Declined"),
    "taken_back": _("Taken back"),
    # how people work
    "digital": _("On a screen"),
    "in_person": _("In person"),
    "both": _("On a screen and in person"),
    # evidence
    "pending_review": _("Being looked at"),
    "approved": _("Approved"),
    "evidence_rejected": _("Not accepted"),
    "evidence_sent_back": _("Sent back"),
    "photo": _("Photo"),
    "video": _("Video"),
    "text": _("Text"),
    "link": _("Link"),
    "check_in": _("Check-in"),
    "poster_provided": _("You are given the sign"),
    # reports and disputes
    "answered": _("Answered"),
    "awaiting_approval": _("A decision is being checked"),
    # money
    "locked": _("Held safely"),
    "failed": _("Failed"),
    "delivered": _("Delivered"),
    "retrying": _("Trying again"),
    "paid": _("Paid"),
    "processing": _("On its way"),
    "requires_payment": _("Waiting for payment"),
}
TONES = {
    "accepted": "good", "released": "good", "approved": "good", "completed": "good", "paid": "good", "resolved": "good",
    "approved_awaiting_release": "good", "open": "good", "locked": "good",
    "answered": "good", "delivered": "good", "retrying": "wait", "awaiting_approval": "wait",
    "awaiting_confirmation": "wait", "redo_requested": "wait", "pending": "wait", "evidence_in_review": "wait",
    "not_accepted": "bad", "staff_review": "wait",
    "pending_review": "wait", "in_progress": "wait", "partially_filled": "good", "processing": "wait",
    "pending_approval": "wait", "confirmed": "good", "active": "good", "past_due": "bad",
    "used": "good", "declined": "bad", "said_no": "bad",
    "rejected": "bad", "evidence_rejected": "bad", "disputed": "bad", "failed": "bad", "expired": "bad",
}  # fmt: skip

# By code, where the API's own message speaks of fields, headers or routes.
PROBLEMS = {
    "validation_error": _("Some fields need another value."),
    "idempotency_key_reused": _(
        "This form was sent before with other content. Load the page anew to send another one."
    ),
    "idempotency_in_progress": _("This is being done already. Wait a moment, then load the page anew."),
    "busy": _("Somebody else is changing the same thing right now. Send it once more."),
    "session_required": _("Sign in as a person for this."),
    "location_required": _(
        "This job is for people in certain countries. Allow your browser to tell where you are, and send it again."
    ),
    "mic_check_required": _("This job asks for a microphone check first."),
    "language_proficiency_required": _("This job asks for a recording in its language first."),
    "identity_required": _("This job asks for a verified identity. Our staff verify it: write to support."),
    "linkedin_required": _("This job asks for a verified LinkedIn profile. Our staff verify it: write to support."),
    "profile_incomplete": _("This job asks for a complete profile first."),
    "payout_onboarding_required": _("We don't know yet where to pay you. Give a bank account first."),
    "payments_unavailable": _("Nothing can be paid in or out right now. Try again later."),
    "provider_unavailable": _(
        "The payment provider does not answer right now. Nothing is lost: try again in a minute."
    ),
    "too_much_evidence": _("You have added as much as fits. Say the rest in the conversation."),
    "nothing_lost": _("This decision gave you all that you could get, so there is nothing to appeal."),
    "settled_by_offer": _("You both agreed to this division, and that is final."),
    "already_appealed": _("There is one appeal in a dispute, and this one has had it."),
    "appeal_window_closed": _("The time for an appeal is over: the decision is final."),
    "seat_not_confirmed": _("Confirm your place first."),
    "photo_limit_reached": _("Your profile is full of photos. Remove one first."),
    "service_limit_reached": _("Your list of services is full. Take one off first."),
    "own_hire": _("You can't hire yourself. Choose another person."),
    "recipient_not_found": _("Nobody here has this confirmed address or profile. Look it over, or ask them."),
    "invalid_cursor": _("This list has changed meanwhile. Begin again at its first page."),
    "human_not_available": _("This person can't be hired right now."),
    "evidence_exists": _("Evidence was sent for this place already, so it is not taken back like that."),
    "dispute_window_closed": _("The time for a dispute is over. Write to support when something is seriously wrong."),
    "dispute_exists": _("There is a dispute about this already. Add to it on its own page."),
    "nothing_asked": _(
        "Nothing is asked of you any more: the time is over, or it is answered. You can still add something."
    ),
    "own_offer": _("This offer is yours: the other side says yes or no to it."),
    "too_many_offers": _("You have made as many offers as you can. You may accept the other side's."),
    "terms_not_accepted": _("Agree to the terms and the privacy policy first."),
    "account_exists": _("An account with this e-mail address exists. Sign in."),
    "invalid_code": _("This code does not fit. Look at the newest mail, or ask for a new code."),
    "code_expired": _("This code is older than 15 minutes. Ask for a new one."),
    "too_many_attempts": _("That code was tried too often. Ask for a new one."),
    "slot_taken": _("Somebody else has this time. Choose another one."),
    "appointment_begun": _("The appointment has begun, so its money is not simply taken back."),
    "not_eligible": _("You can't apply to this job. There are others."),
    "already_applied": _("You have applied to this job already."),
    "own_bounty": _("This is your own job."),
    "country_not_allowed": _("This job takes nobody from where you are."),
    "intake_closed": _("This job takes nobody else from your country right now."),
    "bounty_not_open": _("This job takes no applications right now."),
    "deadline_passed": _("The time for applying to this job is over."),
    "confirmation_window_closed": _("The two hours for confirming this place are over: it goes to somebody else."),
    "start_window_closed": _("The time for beginning is over: this place goes to somebody else."),
    "completion_window_closed": _("The time for this work is over, so no more evidence is taken."),
    "submission_in_review": _("What you sent is being looked at. Wait for the answer before you send more."),
    "terms_changed_again": _("The job was changed once more since you opened this page. Look at the table again."),
    "terms_window_closed": _(
        "The 48 hours for leaving because of this change are over. What you agreed to counts; you may still accept the change."
    ),
    "nothing_to_contest": _("There is no decision here that our staff could look at now."),
    "already_contested": _("Our staff are looking at this already."),
    "account_in_use": _("Something is open yet, so the account was not closed. Nothing was changed."),
    "export_too_soon": _("A copy was made within the last 24 hours. Fetch that one, or ask again later."),
    "terms_not_current": _("The terms have changed once more. Read them again, then accept them."),
    "server_error": _(
        "Something went wrong on our side, and nothing was changed. Try again; if it keeps failing, write to support."
    ),
}

# By status, where a message speaks to programs only and its code has no words here.
USUAL = {
    400: _("Something in this form can't be used. Look it over, and send it again."),
    403: _("This is not yours to do."),
    404: _("There is nothing here (any more)."),
    409: _("This is not possible (any more). Load the page anew to see how it stands."),
    413: _("A file or text is larger than what is taken here."),
    429: _("That was too often. Wait a while, then try again."),
    500: PROBLEMS["server_error"],
}
# What only a program reads: routes, headers, names of fields and tools. Names of files are people's own.
OF_THE_API = re.compile(
    r"/api\b|/v1/|\b(?:GET|POST|PATCH|PUT|DELETE)\b|`|\bX-[A-Z]|\bJSON\b|\([a-z_]+\.[a-z_]+\)|\{\w*\}"
    r"|\b[a-z]+[A-Z]\w*\b(?!\.\w)|\b[a-z]+_\w+\b(?!\.\w)"
)
_HERE = re.compile(r" Here: https?://\S+$")  # the page where a gate is met, which a page links to
# What the API calls things, and what people call them. Some messages know more than the words of their code, so they are kept.
_NOUNS = {
    "bounty": "job", "bounties": "jobs", "seat": "place", "seats": "places", "spots": "places", "submission": "evidence",
    "submissions": "evidence", "escrow": "held money",
}  # fmt: skip
_NOUN = re.compile(rf"\b({'|'.join(_NOUNS)})\b", re.IGNORECASE)
_SUM = re.compile(r"(?<![\w.,])(-?)(\d{1,3}(?:,\d{3})*)\.(\d\d) USD\b")  # as `core.money.format_usd` writes it
_PARTS = re.compile(r"(?<=[.;!?])\s+")

# Of fields, where the API's own words are about JSON.
REASONS = {
    "Give US dollars as a JSON number, such as 12.50.": _("Give dollars with at most two decimals, such as 12.50."),
    "This code does not fit. Look at the newest mail, or ask for a new code.": _(
        "This code does not fit. Look at the newest mail, or ask for a new code."
    ),
    "This field may not be blank.": _("Fill this in."),
    "This field may not be null.": _("Fill this in."),
    "This field is required.": _("Fill this in."),
    "A valid integer is required.": _("Give a whole number."),
    "A valid number is required.": _("Give a number."),
    "Enter a valid email address.": _("Give an e-mail address, such as ada@example.com."),
    "Enter a valid URL.": _("Give a whole address, with https://"),
    "Must be a valid boolean.": _("Say yes or no."),
    "This list may not be empty.": _("Give at least one."),
    "Give 3 to 30 of a-z, 0-9 and -, starting with a letter.": _(
        "Give 3 to 30 of a-z, 0-9 and -, starting with a letter."
    ),
    "This name is reserved: choose another one.": _("This name is reserved: choose another one."),
    "Give a phone number, such as +351 912 345 678.": _("Give a phone number, such as +351 912 345 678."),
    "Agree to the consent text of this bounty (consent: true).": _("Agree to the text first."),
    "Record this with the camera now: capturedLive true, and capturedAt at most ten minutes ago.": _(
        "Record this with the camera now, and send it within ten minutes."
    ),
    "Send text, a link or a file: an empty submission shows nothing. A taste run takes your `vote` and its `reason`, a QA run "
    "your `findings`.": _("Write something, or add a photo, a file or a link."),
}

# The same with what they name.
SHAPES = (
    (
        re.compile(r"(?P<name>.+): [\w./+-]+ is not what this bounty collects\."),
        _("%(name)s is another kind of file than what is asked for."),
    ),
    (re.compile(r"[\w./+-]+ does not fit here\."), _("This is another kind of file than what is asked for.")),
    (re.compile(r"Send 1 to (?P<most>\d+) files of the kind upload\."), _("Choose 1 to %(most)s files.")),
    (
        re.compile(r"Ensure this field has no more than (?P<n>\d+) characters\.", re.DOTALL),
        _("Use at most %(n)s characters."),
    ),
    (
        re.compile(r"Ensure this field has at least (?P<n>\d+) characters\.", re.DOTALL),
        _("Use at least %(n)s characters."),
    ),
    (re.compile(r"Ensure this field has no more than (?P<n>\d+) elements\.", re.DOTALL), _("Give at most %(n)s.")),
    (re.compile(r"Ensure this value is less than or equal to (?P<n>[\d.]+)\.", re.DOTALL), _("Give at most %(n)s.")),
    (
        re.compile(r"Ensure this value is greater than or equal to (?P<n>[\d.]+)\.", re.DOTALL),
        _("Give at least %(n)s."),
    ),
    (re.compile(r"\"(?P<n>.*)\" is not a valid choice\.", re.DOTALL), _("%(n)s is not among the choices.")),
)


# What staff can restrict.
RESTRICTED = {
    "jobs": _("no new jobs and hires"),
    "applications": _("no applications, and no new work accepted"),
    "withdrawals": _("no withdrawals"),
}

# By the least role of a member: who may do what was refused.
MAY = {
    "manager": _(
        "Your role in this account does not allow that. Its managers and owners may do it; an owner can change your role."
    ),
    "owner": _("Your role in this account does not allow that. Only its owners may do it; they can change your role."),
}


def roles() -> list[tuple[str, str]]:
    """The roles of an account's members, for a select; from the least to the most."""
    return [("viewer", gettext("Viewer")), ("manager", gettext("Manager")), ("owner", gettext("Owner"))]


def state(value: str) -> str:
    """The words for a state; an unknown one as plain words."""
    return _state(value, get_language())


@lru_cache(maxsize=512)  # a list has many states, of few kinds
def _state(value: str, _language: str | None) -> str:
    return str(STATES.get(value) or value.replace("_", " ").capitalize())


def say(problem: Problem, *, sums: bool = True) -> str:
    """A failure in words for a person: what the service says of this case where that is more than what its code always says, and
    without the sentences that speak of routes, fields and headers. sums: as pages write them ($12.00); else as the back office
    does (12.00 USD)."""
    if problem.status == 429 and (seconds := problem.extra.get("retryAfterSeconds")):
        return gettext("That was too often. Wait %s, then try again.") % formats.length(timedelta(seconds=seconds + 59))
    if problem.code == "member_role_required" and (least := problem.extra.get("requiredRole")) in MAY:
        return str(MAY[least])
    if problem.code == "account_restricted":
        return restricted(problem.extra)
    if problem.code == "spending_cap_exceeded" and problem.extra.get("cap") in CAP_WORDS:
        return _capped(problem.extra)
    usual = PROBLEMS.get(problem.code)
    if usual is not None and _is_usual(problem):
        return str(usual)
    return plain(problem.message, sums=sums) or str(usual or USUAL.get(problem.status, USUAL[500]))


def restricted(extra: dict[str, Any]) -> str:
    """A refusal of `account_restrictions`, in words for a person."""
    until = (
        formats.moment_words(datetime.fromisoformat(extra["until"]))
        if extra.get("until")
        else gettext("our staff lift it")
    )
    what = RESTRICTED.get(extra.get("restricted", ""), "")
    values = {"what": what, "until": until, "reason": written.sentence(extra.get("reason", ""))}
    return (
        gettext(
            "Our staff have restricted this account, until %(until)s: %(what)s. So nothing was done. The reason: %(reason)s "
            "What has begun goes on."
        )
        % values
    )


def _capped(extra: dict[str, Any]) -> str:
    """A refusal by a cap of the account, in words for a person."""
    said = gettext(
        "This would spend %(more)s. The limit of the wallet is %(cap)s %(span)s, of which %(spent)s is spent."
    )
    waits = extra["resetsAt"] is not None
    less = gettext("Spend less, or have the limit changed: waiting does not help.")
    said += " " + (gettext("Spend less, wait, or have the limit changed.") if waits else less)
    return said % {
        "more": formats.cents_words(extra["attemptedCents"]),
        "cap": formats.cents_words(extra["capCents"]),
        "span": CAP_WORDS[extra["cap"]],
        "spent": formats.cents_words(extra["spentCents"]),
    }


def _is_usual(problem: Problem) -> bool:
    """Whether the message says no more than its code."""
    if isinstance(problem, Invalid):
        return problem.is_usual
    message = _HERE.sub("", problem.message)
    return message == type(problem).message or problem.code in ("server_error", "idempotency_key_reused", "busy")


def plain(text: str, *, sums: bool = True) -> str:
    """A message without the sentences that only make sense to a program, with sums as pages write them; empty when there is no
    other."""
    kept = [part for part in _PARTS.split(_HERE.sub("", text)) if not OF_THE_API.search(part)]
    words = _NOUN.sub(_noun, " ".join(kept).strip())
    words = _SUM.sub(_sum, words) if sums else words
    return f"{words[:-1]}." if words.endswith(";") else words


def _sum(found: re.Match[str]) -> str:
    sign, whole, rest = found.groups()
    return formats.cents_words(int(f"{sign}{whole.replace(',', '')}{rest}"))


def _noun(found: re.Match[str]) -> str:
    said = found[0]
    words = _NOUNS[said.lower()]
    return words.capitalize() if said[0].isupper() else words


def reasons(fields: dict[str, list[str]], *, sums: bool = True) -> dict[str, list[str]]:
    """Why fields were refused, in words for a person."""
    found: dict[str, list[str]] = {}
    for name, texts in fields.items():
        field = _IN_A_LIST.sub("", name)  # one of several that are typed into one field
        found[field] = found.get(field, []) + [_reason(text, sums) for text in texts]
    return found


def _reason(text: str, sums: bool) -> str:
    if (known := REASONS.get(text)) is not None:
        return str(known)
    for shape, words in SHAPES:
        if found := shape.fullmatch(text):
            return str(words) % found.groupdict()
    return plain(text, sums=sums) or str(_("This does not fit here."))
