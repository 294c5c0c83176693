"""The automatic reviewer of applications and the detector of AI text: protocols, requests, results and implementations."""

import re
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal, InvalidOperation
from typing import Any, Literal, Protocol

import orjson
from django.conf import settings

from marketplace.core import http
from marketplace.core.errors import ProviderFailed

TIMEOUT = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class ReviewInput:
    """The input of a reviewer: no names, no contact data, no free text except the applicant's own answers."""

    bounty: dict[str, Any]
    application: dict[str, Any]
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`manual` leaves the decision to the owner, for the reason given."""

    decision: Literal["accept", "manual"]
    reason: str = ""


class Reviewer(Protocol):
    def review(self, case: ReviewInput) -> Verdict:
        """Raises ProviderFailed when there is no verdict now: it is retried."""
        ...


class RuleReviewer:
    """Built in: accepts when the bounty declares at least one check and every rule of the table holds."""

    # reason -> condition on the facts; the first that does not hold gives the reason.
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

    def review(self, case: ReviewInput) -> Verdict:
        for reason, holds in self.RULES:
            if not holds(case.facts):
                return Verdict("manual", reason)
        return Verdict("accept")


class HttpReviewer:
    """An operator's own service: POST { bounty, application, facts } -> { decision: accept|manual, reason? }."""

    def __init__(self, url: str) -> None:
        self.url = url

    def review(self, case: ReviewInput) -> Verdict:
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
    """The reviewer that the settings name; None: owners decide all applications."""
    match settings.APPLICATION_REVIEWER:
        case "rules":
            return RuleReviewer()
        case "http":
            return HttpReviewer(settings.APPLICATION_REVIEWER_URL)
    return None


# ------------------------------------------------------------------ AI text


class BadScore(Exception):
    """The detector's answer is no valid score: a retry would not help."""


class Detector(Protocol):
    def score(self, text: str) -> Decimal:
        """The AI fraction of a text, 0 to 1. Raises ProviderFailed (retried), BadScore (not retried)."""
        ...


class SandboxDetector:
    """Scores by rule, so that tests can produce each outcome. A marker in the text is the score: `[[ai:0.73]]`,
    `[[ai:invalid]]`, `[[ai:away]]`. Without one: the share of words that repeat one of the fifty before them, about 0.3
    for ordinary text, near 1 for one repeated line."""

    MARKER = re.compile(r"\[\[ai:([a-z0-9.]{1,10})\]\]")
    WINDOW = 50

    def score(self, text: str) -> Decimal:
        if marked := self.MARKER.search(text):
            if marked[1] == "away":
                raise ProviderFailed("the sandbox's detector is away, as the text asks")
            return as_fraction(marked[1])
        words = re.findall(r"\w+", text.lower())
        again = sum(word in words[max(0, n - self.WINDOW) : n] for n, word in enumerate(words))
        return round(Decimal(again) / max(1, len(words)), 4)


class HttpDetector:
    """An operator's own service: POST { text } -> { aiFraction: 0.37 }."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url, token

    def score(self, text: str) -> Decimal:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            answer = http.post(
                self.url,
                body=orjson.dumps({"text": text}),
                headers=headers,
                rules=http.policy(timeout=settings.DETECTOR_SECONDS),
            )
        except (http.Blocked, http.CallFailed) as error:
            raise ProviderFailed(f"the detector did not answer: {error}") from error
        if answer.status != 200:
            raise ProviderFailed(f"the detector answered {answer.status}")
        try:
            said = orjson.loads(answer.body)["aiFraction"]
        except (ValueError, KeyError, TypeError) as error:
            raise BadScore("the detector's answer can't be read") from error
        if isinstance(said, bool) or not isinstance(said, int | float):
            raise BadScore("the detector's aiFraction is no number")
        return as_fraction(str(said))


def as_fraction(text: str) -> Decimal:
    """Four decimals, 0 to 1. Raises BadScore."""
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise BadScore(f"the detector said {text[:40]!r}") from error
    if not value.is_finite() or not 0 <= value <= 1:
        raise BadScore(f"the detector said {text[:40]!r}")
    return value.quantize(
        Decimal("0.0001"), rounding=ROUND_DOWN
    )  # rounded down: a score below the threshold stays below it


def detector() -> Detector | None:
    """The detector that the settings name; None: every text needs a manual review."""
    match settings.DETECTOR:
        case "sandbox":
            return SandboxDetector()
        case "http":
            return HttpDetector(settings.DETECTOR_URL, settings.DETECTOR_TOKEN)
    return None
