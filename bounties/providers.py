"""The automatic reviewer of applications: what it is asked, what it answers, and the ones there are."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

import orjson
from django.conf import settings

from marketplace.core import http
from marketplace.core.errors import ProviderFailed

TIMEOUT = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Case:
    """What a reviewer is told: no names, no contact data, no free text but the applicant's own answers."""

    bounty: dict[str, Any]
    application: dict[str, Any]
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`manual` leaves the application to its owner, for the reason given."""

    decision: Literal["accept", "manual"]
    reason: str = ""


class Reviewer(Protocol):
    def review(self, case: Case) -> Verdict:
        """Raises ProviderFailed when no verdict can be had now."""
        ...


class RuleReviewer:
    """Built in: accepts when the bounty declares at least one check and every rule of the table holds."""

    # name -> what must be true of the facts; the first that is not is the reason.
    RULES = (
        ("no_checks_declared", lambda facts: facts["declaredChecks"] > 0),
        ("answers_missing", lambda facts: not facts["missingAnswers"]),
        ("links_missing", lambda facts: not facts["missingLinks"]),
        ("identity_not_verified", lambda facts: facts["identityOk"]),
        ("linkedin_not_verified", lambda facts: facts["linkedinOk"]),
        ("mic_score_too_low", lambda facts: facts["micOk"]),
        ("language_not_proven", lambda facts: facts["languageOk"]),
        ("profile_incomplete", lambda facts: facts["profileComplete"]),
        ("not_available", lambda facts: facts["isAvailable"]),
        ("seats_lost_lately", lambda facts: facts["seatsLostIn90Days"] < 2),
        ("blocked_by_owner", lambda facts: not facts["isBlocked"]),
    )

    def review(self, case: Case) -> Verdict:
        for reason, holds in self.RULES:
            if not holds(case.facts):
                return Verdict("manual", reason)
        return Verdict("accept")


class HttpReviewer:
    """Asks an operator's own service: POST { bounty, application, facts } -> { decision: accept|manual, reason? }."""

    def __init__(self, url: str) -> None:
        self.url = url

    def review(self, case: Case) -> Verdict:
        body = orjson.dumps({"bounty": case.bounty, "application": case.application, "facts": case.facts})
        try:
            answer = http.post(
                self.url, body=body, headers={"Content-Type": "application/json"}, rules=http.policy(timeout=TIMEOUT)
            )
        except (http.Blocked, http.CallFailed) as error:
            raise ProviderFailed(f"the reviewer did not answer: {error}") from error
        if answer.status != 200:
            raise ProviderFailed(f"the reviewer answered {answer.status}")
        try:
            said = orjson.loads(answer.body)
            decision, reason = said["decision"], str(said.get("reason") or "")[:300]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ProviderFailed("the reviewer's answer can't be read") from error
        if decision not in ("accept", "manual"):
            raise ProviderFailed(f"the reviewer said {str(decision)[:40]!r}")
        return Verdict(decision, reason or "reviewer")


def reviewer() -> Reviewer | None:
    """The one that the settings name; None when every application waits for its owner."""
    match settings.APPLICATION_REVIEWER:
        case "rules":
            return RuleReviewer()
        case "http":
            return HttpReviewer(settings.APPLICATION_REVIEWER_URL)
    return None
