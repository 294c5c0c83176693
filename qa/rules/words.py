"""The texts of a QA report, and why a run did not start."""

from collections.abc import Collection, Mapping
from typing import Final, Literal

from marketplace.core.money import format_usd

_WHY_NOT: Final = {
    "insufficient_funds": "there was no money for it in your wallet",
    "spending_cap_exceeded": "a spending cap of your wallet was reached",
    "period_cap_reached": "the month's cap of its template (periodCapCents) is used up",
    "previous_run_active": "the run before it had not ended",
    "product_unavailable": "QA runs were switched off by our staff",
    "account_restricted": "our staff have restricted your account",
    "stopped": "it was stopped before it started",
    "paused": "its template was paused",
    "run_over": "its listing was not approved in time",
}

# What a hired tester is told after the owner's own words, with the variables of such messages.
_ON_PAGE: Final = "Logins for this test ({{names}}), as long as your place is open, are on its page: {{page}}"
LOGINS: Final = f"{_ON_PAGE}\n\nFor programs: GET {{{{address}}}}"


def logins(*, names: str, page: str, address: str) -> str:
    """Where a hired tester finds the logins; `names`: of what each opens."""
    return LOGINS.replace("{{names}}", names).replace("{{page}}", page).replace("{{address}}", address)


def why_not(reason: str) -> str:
    """Why a run was skipped or failed, for a mail; an unknown code is shown as it is."""
    return _WHY_NOT.get(reason, f"refused ({reason})")


SeatOutcome = Literal[
    "finished", "paid_for_nothing", "not_accepted", "not_confirmed", "nothing_sent", "not_replaced", "refunded", "left"
]


def seat_outcome(*, hired: bool, end_reason: str, submissions: Collection[str]) -> SeatOutcome:
    """What became of one hire. `hired`: the seat was kept to the end, so it was paid; `submissions`: statuses of what was sent."""
    if hired:
        return "finished" if "approved" in submissions else "not_accepted" if submissions else "paid_for_nothing"
    match end_reason:
        case "confirmation_timeout":
            return "not_confirmed"
        case "dispute_refunded":
            return "refunded"
        case "withdrawn":
            return "left"
    return "not_replaced" if submissions else "nothing_sent"


def shortfall(outcomes: Mapping[SeatOutcome, int], *, empty: int, who: str, what: str) -> str:
    """Why fewer finished than were asked for. `empty`: places that nobody kept; `who`: tester or respondent; `what`: report or
    vote."""
    said: dict[SeatOutcome, str] = {
        "paid_for_nothing": f"paid without a {what}",
        "not_accepted": f"paid though no {what} was accepted",
        "refunded": "not paid after a dispute",
    }
    did: dict[SeatOutcome, str] = {
        "not_confirmed": "did not confirm in time",
        "nothing_sent": "sent nothing in time",
        "not_replaced": f"did not replace a {what} that was sent back",
        "left": "gave the place back",
    }
    parts = [
        f"{count} {_many(who, count)} {_was(count)} {words}"
        for key, words in said.items()
        if (count := outcomes.get(key, 0))
    ]
    parts += [f"{count} {_many(who, count)} {words}" for key, words in did.items() if (count := outcomes.get(key, 0))]
    if empty:
        parts.append(f"{empty} {_many('place', empty)} stayed empty at the end")
    return "; ".join(parts) + "." if parts else f"Fewer {who}s finished than were asked for."


def summary(
    *,
    accepted: int,
    asked: int,
    by_severity: Mapping[str, int],
    new: int,
    still_open: int,
    resolved: int,
    since: str | None,
    paid_cents: int = 0,
    returned_cents: int = 0,
) -> str:
    """A few sentences: how many finished, what was found, what changed since the last run (`since`: its date); and when fewer
    finished than were asked for, what was paid (with the fee) and what came back."""
    total = sum(by_severity.values())
    kinds = ", ".join(f"{count} {severity}" for severity, count in by_severity.items() if count)
    lines = [f"{accepted} of {asked} {_many('tester', asked)} finished."]
    if accepted < asked and (paid_cents or returned_cents):
        lines[0] += f" {format_usd(paid_cents)} was paid, {format_usd(returned_cents)} is back in your wallet."
    if accepted == 0:
        return f"{lines[0]} No evidence was accepted, so this run says nothing about what works."
    lines.append(f"{total} {_many('finding', total)}: {kinds}." if total else "Nothing was found.")
    if since:
        lines.append(f"Since the run of {since}: {new} new, {still_open} still open, {resolved} resolved.")
    return " ".join(lines)


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _many(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"
