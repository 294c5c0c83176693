"""The completion criteria of a bounty as single lines, each of which can be found met or not."""

import re
from typing import Final

LINES_MAX: Final = 20
_BULLET = re.compile(r"^\s*(?:[-*•–·]|\(?\d{1,2}[.)]|\[[ xX]?\])\s+")
_BREAK = re.compile(r"\n|;\s+|(?<=[.!?])\s+(?=[A-ZÀ-Þ0-9])")
_ASKED_MAX = 500


def split(criteria: str) -> list[str]:
    """What was asked for, one thing a line: lines, items of a list, sentences. Never more than LINES_MAX; the last one then holds
    the rest. Nothing for an empty text."""
    found: list[str] = []
    for line in criteria.splitlines():
        bare = _BULLET.sub("", line).strip()
        found += [part.strip() for part in _BREAK.split(bare) if part.strip(" .;-")]
    if len(found) > LINES_MAX:
        found = [*found[: LINES_MAX - 1], " ".join(found[LINES_MAX - 1 :])]
    return [line if len(line) <= _ASKED_MAX else f"{line[: _ASKED_MAX - 1]}…" for line in found]
