"""When two findings mean the same, and what became of those of the run before. The same input gives the same answer on
every machine: words are compared, nothing is guessed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bounties.rules.humanizations import NO_SPACES
from bounties.rules.submissions import SEVERITIES

ALIKE: Final = 0.5  # from this similarity on two findings are one
_TITLE_WEIGHT: Final = 0.65
_BODY_WEIGHT: Final = 0.35
_WORD = re.compile(rf"[{NO_SPACES}]+|[^\W{NO_SPACES}]+")
_UNSPACED = re.compile(f"[{NO_SPACES}]")
_SAYS_LITTLE: Final = frozenset(
    _WORD.findall(
        "a an and are as at be but by can cannot do does doing for from get gets has have i if in into is it its me my no "
        "not nothing of on or out page should so than that the then there this to up was we went when which while will "
        "with you your"
    )
)
_ENDINGS: Final = ("ing", "ed", "es", "s")


@dataclass(frozen=True, slots=True)
class Gist:
    """The words of a finding that are compared: those of its title, and those of what was done and seen."""

    title: frozenset[str]
    body: frozenset[str]


@dataclass(slots=True)
class Said:
    """One tester's finding as it came, and who said it."""

    tester: str
    finding: Mapping[str, Any]


@dataclass(slots=True)
class Merged:
    """What several testers said about one fault. The words are those of the gravest, longest report."""

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
    """The words that carry meaning, without their commonest English endings; where a script has no blanks between words,
    each two letters that stand together. A text of small words is all of them, one of signs is itself: each is like
    itself."""
    words = _WORD.findall(text.casefold())
    telling = [word for word in words if word not in _SAYS_LITTLE] or words or text.casefold().split()
    return frozenset(part for word in telling for part in _parts(word))


def gist(finding: Mapping[str, Any]) -> Gist:
    return Gist(tokens(str(finding["title"])), tokens(_body(finding)))


def similarity(one: Gist, other: Gist) -> float:
    """0 to 1: of the titles above all, and of what was done and seen. 0 where the titles are so different that no body
    makes up for it: then the bodies are not looked at, which keeps a thousand findings a matter of a second."""
    titles = _TITLE_WEIGHT * _dice(one.title, other.title)
    if titles + _BODY_WEIGHT < ALIKE:
        return 0.0
    return titles + _BODY_WEIGHT * _dice(one.body, other.body)


def merge(said: Sequence[Said]) -> list[Merged]:
    """One entry for each fault, the gravest first. `said` may come in any order."""
    found: list[Merged] = []
    for one in sorted(said, key=_gravity):
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
    """The place of the one that means the same: the most similar, of equals the first. None when none is alike."""
    scores = [similarity(one, other) for other in known]
    best = max(scores, default=0.0)
    return scores.index(best) if best >= ALIKE else None


def compare(now: Sequence[str], before: Sequence[str] | None) -> Diff:
    """Ids of this run's findings against those of the last one; without a last one all are new."""
    earlier = set(before or ())
    return Diff(
        new=[key for key in now if key not in earlier],
        resolved=[key for key in before or () if key not in set(now)],
        still_open=[key for key in now if key in earlier],
    )


def count_by_severity(severities: Sequence[str]) -> dict[str, int]:
    """Of each severity how many, the gravest first."""
    return {severity: severities.count(severity) for severity in reversed(SEVERITIES)}


def _gravity(one: Said) -> tuple[Any, ...]:
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
