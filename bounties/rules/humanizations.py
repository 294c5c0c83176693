"""Limits of a humanization, the sample that applicants rewrite, what a score means, and the one word of how it stands."""

import re
from collections.abc import Iterator
from decimal import ROUND_DOWN, Decimal
from math import ceil
from typing import Final

TRANSFORMATIONS: Final = ("paraphrase", "tone", "clarity", "shorten", "expand", "general_rewrite")
STATUSES: Final = (
    *("pending_funding", "screening", "assigned", "submitted", "in_review", "completed", "cancelled", "expired"),
)
DECISIONS: Final = ("approved", "rejected", "needs_manual_review")
DETECTOR_STATES: Final = ("complete", "partial", "unavailable")
REVIEW_STATES: Final = ("none", "scoring", "pending", "flagged", "approved", "rejected", "redo_requested", "disputed")

KEY_PATTERN: Final = re.compile(r"[A-Za-z0-9._:-]{8,128}")
KEY_WORDS: Final = "8 to 128 letters, digits and the characters . _ : -"
SOURCE_MAX: Final = 100_000  # characters
INSTRUCTIONS_MAX: Final = 5000
PRICE_MIN_CENTS: Final = 300
PRICE_MAX_CENTS: Final = 100_000_000
TURNAROUND_MINUTES: Final = (5, 10_080)
PERCENTAGES: Final = (1, 25)
PERCENTAGE: Final = 5
WORDS: Final = (50, 500)

DOCUMENT_BYTES: Final = 10 * 1024 * 1024
RECORDING_SECONDS: Final = 90 * 60
THRESHOLD: Final = Decimal("0.5")  # an AI fraction from here on is too much
PART: Final = 20_000  # characters of a text that the detector is asked about at once

# Scripts without spaces between words are counted by character; nothing is one endless word.
NO_SPACES: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{NO_SPACES}]|[^\s{NO_SPACES}]{{1,40}}")
_ENDS = re.compile(r"[.!?…。！？]['\"’”»)\]]*$|\n")

# What a clock ended without a worker; whoever ended it otherwise has cancelled it.
_BY_A_CLOCK: Final = ("not_funded_in_time", "not_reviewed_in_time", "deadline")
_LOST_LAST: Final = tuple(f"last_seat_{why}" for why in ("overdue", "withdrawn", "not_started", "ghosted"))


def words(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))


def sample(text: str, *, percentage: int, at_most: int) -> str:
    """The beginning of a text that applicants rewrite: `percentage` of its words, `at_most` of them. It ends with a
    sentence when one ends in its second half, else with a word."""
    spans = [match.span() for match in _WORD.finditer(text)]
    count = min(ceil(len(spans) * percentage / 100), at_most)
    if not count:
        return text.strip()
    ends = [
        number
        for number in range(ceil(count / 2), count + 1)
        if _ENDS.search(text[spans[number - 1][0] : spans[number][0] if number < len(spans) else None].rstrip(" \t"))
    ]
    last = ends[-1] if ends else count
    return text[spans[0][0] : spans[last - 1][1]]


def parts(text: str) -> Iterator[str]:
    """The text in pieces that a detector takes, cut at a line or a word where there is one."""
    while len(text) > PART:
        at = max(text.rfind("\n", PART // 2, PART), text.rfind(" ", PART // 2, PART))
        cut = at + 1 if at > 0 else PART
        yield text[:cut]
        text = text[cut:]
    yield text


def fraction(scores: list[tuple[int, Decimal]]) -> Decimal:
    """Of a whole text: (length of a part, its fraction), each part counting by its length. What is below the threshold
    is not rounded up to it."""
    total = sum(length for length, _ in scores)
    whole = sum((length * score for length, score in scores), Decimal(0))
    return (whole / total).quantize(Decimal("0.0001"), rounding=ROUND_DOWN)


def status(*, bounty: str, ends: str, reason: str, seat: str | None, scored: bool) -> str:
    """One word for a bounty in this status: `ends` is closed or cancelled while it is closing, `reason` why; `seat` the
    status of the hired person's escrow, `scored` whether the detector has said its word about the final document."""
    match bounty:
        case "pending_deposit":
            return "pending_funding"
        case "closing" | "closed" | "cancelled":
            by_a_clock = bounty != "cancelled" and ends != "cancelled" and reason in (*_BY_A_CLOCK, *_LOST_LAST)
            return "expired" if by_a_clock else "cancelled"
        case "completed" | "paid":
            return "completed"
    match seat:
        case None:
            return "screening"
        case "locked":
            return "assigned"
        case "delivered":
            return "in_review" if scored else "submitted"
        case "disputed":
            return "in_review"
    return "completed"
