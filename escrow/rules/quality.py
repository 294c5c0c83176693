"""The quality sample: which closed cases a colleague scores, and by which questions (desk, section 4)."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Final
from uuid import UUID

ONE_IN: Final = 10
LEAST: Final = 1
MOST: Final = 5
WORDS_MAX: Final = 5000
# Name in `CaseReview.scores` -> the question, and what 1 and 5 mean.
QUESTIONS: Final = {
    "facts": ("Was everything read that counts?", "1: evidence was overlooked, 5: each finding names what it rests on"),
    "rules": ("Were the rules applied?", "1: another rule or reason holds, 5: the right one, as in cases like it"),
    "outcome": ("Would you have divided the money so?", "1: quite otherwise, 5: to the cent"),
    "letters": ("Do both sides understand why?", "1: they can't, 5: clear, kind, in their language"),
    "time": ("Was it as quick as it could be?", "1: it lay, or was asked in circles, 5: each step at once"),
}


def is_drawn(case_id: UUID, secret: str) -> bool:
    """Is this closed case one of the tenth? Always the same answer for a case; nobody who doesn't know the secret can foresee it,
    so that nobody works better on those that are looked at."""
    digest = hmac.new(secret.encode(), b"quality:" + case_id.bytes, hashlib.sha256).digest()
    return int.from_bytes(digest[:8]) % ONE_IN == 0


def faults(scores: Mapping[str, object]) -> dict[str, list[str]]:
    """What is wrong with a score sheet, by question; empty for a complete one."""
    found: dict[str, list[str]] = {}
    for name in QUESTIONS:
        score = scores.get(name)
        if not isinstance(score, int) or isinstance(score, bool) or not LEAST <= score <= MOST:
            found[name] = [f"Give {LEAST} to {MOST}."]
    for name in scores:
        if name not in QUESTIONS:
            found[str(name)] = ["There is no such question."]
    return found
