"""The words of states and failures on pages. The API's messages name fields and routes; a person reads these instead."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from marketplace.core.errors import Problem

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
    "approved_awaiting_release": _("Approved, pay is on its way"),
    "released": _("Paid"),
    "resolved": _("Decided"),
    "refunded": _("Refunded"),
    "disputed": _("In dispute"),
    "seat_released": _("Ended"),
    "cancelled": _("Cancelled"),
    # jobs
    "open": _("Open"),
    "partially_filled": _("Open, places taken"),
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
    # how people work
    "digital": _("On a screen"),
    "in_person": _("In person"),
    "both": _("On a screen and in person"),
    # evidence
    "pending_review": _("Being looked at"),
    "approved": _("Approved"),
    # reports and disputes
    "answered": _("Answered"),
    "awaiting_approval": _("A decision is being checked"),
    # money
    "locked": _("Held safely"),
    "failed": _("Failed"),
    "paid": _("Paid"),
    "processing": _("On its way"),
    "requires_payment": _("Waiting for payment"),
}
TONES = {
    "accepted": "good", "released": "good", "approved": "good", "completed": "good", "paid": "good", "resolved": "good",
    "approved_awaiting_release": "good", "open": "good", "locked": "good",
    "answered": "good", "awaiting_approval": "wait",
    "awaiting_confirmation": "wait", "redo_requested": "wait", "pending": "wait", "evidence_in_review": "wait",
    "pending_review": "wait", "in_progress": "wait", "partially_filled": "good", "processing": "wait",
    "pending_approval": "wait", "confirmed": "good", "active": "good", "past_due": "bad",
    "rejected": "bad", "disputed": "bad", "failed": "bad", "expired": "bad",
}  # fmt: skip

# By code, where the API's own message speaks of fields, headers or routes.
PROBLEMS = {
    "validation_error": _("Some fields need another value. Each says which."),
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
    "identity_required": _("This job asks for a verified identity first."),
    "linkedin_required": _("This job asks for a verified LinkedIn profile first."),
    "profile_incomplete": _("This job asks for a complete profile first."),
    "payout_onboarding_required": _("We don't know yet where to pay you. Give a bank account first."),
    "payments_unavailable": _("Nothing can be paid in or out right now. Try again later."),
    "provider_unavailable": _(
        "The payment provider does not answer right now. Nothing is lost: try again in a minute."
    ),
    "too_much_evidence": _("You have added as much as fits. Say the rest in the conversation."),
    "seat_not_confirmed": _("Confirm your place first."),
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

# Of fields, where the API's own words are about JSON.
REASONS = {
    "Give US dollars as a JSON number, such as 12.50.": _("Give dollars with at most two decimals, such as 12.50."),
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


# The commonest of the shapes' own sentences, with the figure or word that each names. What is in neither table is shown in
# English, as the API says it.
_FIGURES = (
    (r"Ensure this field has no more than (?P<n>\d+) characters\.", _("Use at most %(n)s characters.")),
    (r"Ensure this field has at least (?P<n>\d+) characters\.", _("Use at least %(n)s characters.")),
    (r"Ensure this field has no more than (?P<n>\d+) elements\.", _("Give at most %(n)s.")),
    (r"Ensure this value is less than or equal to (?P<n>[\d.]+)\.", _("Give at most %(n)s.")),
    (r"Ensure this value is greater than or equal to (?P<n>[\d.]+)\.", _("Give at least %(n)s.")),
    (r"\"(?P<n>.*)\" is not a valid choice\.", _("%(n)s is not among the choices.")),
)


# What stands in the way of closing an account, and where it is settled.
MATTERS = {
    "staff": (_("This account is one of the staff's. An operator closes it."), ""),
    "wallet": (_("There is money in your wallet. Withdraw it, or have it returned to where it came from."), ""),
    "earnings": (_("There is money in your earnings. Withdraw it first."), "/earnings"),
    "debts": (_("A payment into your wallet was taken back by its bank, and is still owed."), "/earnings"),
    "money_on_its_way": (_("Money is on its way in or out, or one of your payment pages is open."), "/earnings"),
    "held_money": (_("Money is held for work, by you or for you."), "/today"),
    "transfers": (_("A payment between you and somebody else is not finished."), "/earnings"),
    "disputes": (_("A dispute is open."), "/today"),
    "applications": (_("Applications of yours wait for an answer. Take them back, or wait."), "/today"),
    "work": (_("You are hired. Finish the work, or give your place back."), "/today"),
    "jobs": (_("Jobs that you posted are open. Close them first."), ""),
    "subscriptions": (_("An appointment or subscription runs. Cancel it first."), "/profile/services"),
    "runs": (_("Test runs of yours are going on or planned. Stop them first."), ""),
}


def matters(codes: Iterable[str]) -> list[dict[str, str]]:
    """Why an account can't be closed, in words, with the page where each is settled."""
    return [{"words": str(MATTERS[code][0]), "href": MATTERS[code][1]} for code in dict.fromkeys(codes)]


def state(value: str) -> str:
    """The words for a state; an unknown one as plain words."""
    return str(STATES.get(value) or value.replace("_", " ").capitalize())


def say(problem: Problem) -> str:
    """A failure in words for a person."""
    return str(PROBLEMS.get(problem.code) or problem.message)


def _reason(text: str) -> str:
    if text in REASONS:
        return str(REASONS[text])
    for pattern, said in _FIGURES:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return str(said) % found.groupdict()
    return text


def reasons(fields: dict[str, list[str]]) -> dict[str, list[str]]:
    """Why fields were refused, in words for a person."""
    found: dict[str, list[str]] = {}
    for name, texts in fields.items():
        field = _IN_A_LIST.sub("", name)  # one of several that are typed into one field
        found[field] = found.get(field, []) + [_reason(text) for text in texts]
    return found
