"""Merging findings about the same defect, and comparing them with those of the previous run. Deterministic: sets of words are
compared (Dice coefficient)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bounties.rules.humanizations import NO_SPACES
from bounties.rules.submissions import SEVERITIES

ALIKE: Final = 0.5  # findings with at least this similarity are merged
_TITLE_WEIGHT: Final = 0.65
_BODY_WEIGHT: Final = 0.35
_WORD = re.compile(rf"[{NO_SPACES}]+|[^\W{NO_SPACES}]+")
_UNSPACED = re.compile(f"[{NO_SPACES}]")
_STOP_WORDS: Final = frozenset(
    _WORD.findall(
        "a an and are as at be but by can cannot do does doing for from get gets has have i if in into is it its me my no "
        "not nothing of on or out page should so than that the then there this to up was we went when which while will "
        "with you your"
    )
)
_ENDINGS: Final = ("ing", "ed", "es", "s")


@dataclass(frozen=True, slots=True)
class Gist:
    """The words of a finding that are compared: of its title, and of its steps and actual result."""

    title: frozenset[str]
    body: frozenset[str]


@dataclass(slots=True)
class Reported:
    """One tester's finding as submitted. `tester`: the public id of the application."""

    tester: str
    finding: Mapping[str, Any]


@dataclass(slots=True)
class Merged:
    """One defect, as reported by one or more testers. `words` are those of the most severe, then longest report."""

    words: Mapping[str, Any]
    gist: Gist
    severity: str
    testers: list[str] = field(default_factory=list)
    file_ids: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Diff:
    new: list[str]
    resolved: list[str]
    still_open: list[str]


def tokens(text: str) -> frozenset[str]:
    """The stemmed words without stop words; in scripts without spaces, pairs of adjacent characters. A text of stop words
    only keeps them, and one of punctuation only is its own token, so that every text is similar to itself."""
    words = _WORD.findall(text.casefold())
    kept = [word for word in words if word not in _STOP_WORDS] or words or text.casefold().split()
    return frozenset(part for word in kept for part in _parts(word))


def gist(finding: Mapping[str, Any]) -> Gist:
    return Gist(tokens(str(finding["title"])), tokens(_body(finding)))


def similarity(one: Gist, other: Gist) -> float:
    """0 to 1, weighted towards the titles. 0 when the titles differ so much that the bodies can't reach ALIKE: these are not
    compared then, so that a thousand findings take about a second."""
    titles = _TITLE_WEIGHT * _dice(one.title, other.title)
    if titles + _BODY_WEIGHT < ALIKE:
        return 0.0
    return titles + _BODY_WEIGHT * _dice(one.body, other.body)


def merge(reported: Sequence[Reported]) -> list[Merged]:
    """One entry per defect, the most severe first. The result does not depend on the order of `reported`."""
    found: list[Merged] = []
    for one in sorted(reported, key=_sort_key):
        words = gist(one.finding)
        best = nearest(words, [entry.gist for entry in found])
        if best is None:
            found.append(Merged(one.finding, words, one.finding["severity"]))
            best = len(found) - 1
        entry = found[best]
        entry.testers = list(dict.fromkeys([*entry.testers, one.tester]))
        entry.file_ids = list(dict.fromkeys([*entry.file_ids, *one.finding["fileIds"]]))
    return found


def nearest(one: Gist, known: Sequence[Gist]) -> int | None:
    """The index of the most similar gist, the first of equals; None when none reaches ALIKE."""
    scores = [similarity(one, other) for other in known]
    best = max(scores, default=0.0)
    return scores.index(best) if best >= ALIKE else None


def compare(now: Sequence[str], before: Sequence[str] | None) -> Diff:
    """Compare the finding ids of this run with those of the previous one; without a previous run all are new."""
    earlier = set(before or ())
    return Diff(
        new=[key for key in now if key not in earlier],
        resolved=[key for key in before or () if key not in set(now)],
        still_open=[key for key in now if key in earlier],
    )


def count_by_severity(severities: Sequence[str]) -> dict[str, int]:
    """The number of findings by severity, the most severe first."""
    return {severity: severities.count(severity) for severity in reversed(SEVERITIES)}


def _sort_key(one: Reported) -> tuple[Any, ...]:
    """The most severe first, then the longest; the rest makes the order total."""
    finding = one.finding
    return (-SEVERITIES.index(finding["severity"]), -len(_body(finding)), finding["title"], _body(finding), one.tester)


def _body(finding: Mapping[str, Any]) -> str:
    return f"{finding['steps']} {finding['actual']}"


def _parts(word: str) -> list[str]:
    if len(word) > 1 and _UNSPACED.match(word):
        return [word[at : at + 2] for at in range(len(word) - 1)]
    return [_stem(word)]


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0
