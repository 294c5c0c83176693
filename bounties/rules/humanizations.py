"""Limits of a humanization, the sample that applicants rewrite, the meaning of a score, and the derived status."""

import re
import unicodedata
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
SAMPLE_LEAST: Final = 25  # words; a shorter sample is made, with a warning

SAMPLE_SOURCES: Final = ("sourceText", "aiGeneratedSourceText")
TEXT_INLINE: Final = 20_000  # characters of a final text that answers carry themselves
DOCUMENT_BYTES: Final = 10 * 1024 * 1024
RECORDING_SECONDS: Final = 90 * 60
THRESHOLD: Final = Decimal("0.5")  # an AI fraction from here on is rejected
UNCHANGED: Final = Decimal("0.8")  # of the source's words: from here on a rewrite is called unchanged
IS_UNCHANGED: Final = "unchanged_from_source"  # the code of that
RUN: Final = 5  # words: what stands in so many words in a row was copied; shorter runs any two texts share
PART: Final = 20_000  # characters of a text in one call of the detector

# Scripts without spaces are counted by character, and a run of non-spaces counts as a word each 40 characters.
NO_SPACES: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{NO_SPACES}]|[^\s{NO_SPACES}]{{1,40}}")
_SAME = re.compile(rf"[{NO_SPACES}]|[^\W_{NO_SPACES}]+")  # what is compared: no punctuation, no space
_ENDS = re.compile(r"[.!?…。！？]['\"’”»)\]]*$|\n")

# Ended by a timer: expired. Ended in another way: cancelled.
_BY_TIMER: Final = ("not_funded_in_time", "not_reviewed_in_time", "deadline")
_LOST_LAST: Final = tuple(
    f"last_seat_{why}" for why in ("overdue", "withdrawn", "not_started", "ghosted", "taken_back")
)


def words(text: str) -> int:
    """The number of words."""
    return sum(1 for _ in _WORD.finditer(text))


def sample(text: str, *, percentage: int, at_most: int) -> str:
    """The beginning of a text: `percentage` of its words, at most `at_most`. Cut after the last sentence that ends in its second
    half, else after a word."""
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
    """The text in parts of the detector's size, split at line or word boundaries where possible."""
    while len(text) > PART:
        at = max(text.rfind("\n", PART // 2, PART), text.rfind(" ", PART // 2, PART))
        cut = at + 1 if at > 0 else PART
        yield text[:cut]
        text = text[cut:]
    yield text


def fraction(scores: list[tuple[int, Decimal]]) -> Decimal:
    """The AI fraction of a whole text from (length of a part, its fraction), weighted by length. Rounded down, so that a value
    below the threshold stays below it."""
    total = sum(length for length, _ in scores)
    whole = sum((length * score for length, score in scores), Decimal(0))
    return (whole / total).quantize(Decimal("0.0001"), rounding=ROUND_DOWN)


def unchanged(source: str, text: str) -> Decimal:
    """The share of the source's words that stand in the text unchanged: within RUN or more of its words in a row, wherever. Case,
    punctuation and space don't count, nor does what was added before, after or between. 0 to 1, rounded down; of a source
    without a word 0.
    """
    before, after = _compared(source), _compared(text)
    if not before:
        return Decimal(0)
    size = min(RUN, len(before))
    known = {tuple(after[at : at + size]) for at in range(len(after) - size + 1)}
    kept = until = 0
    for at in range(len(before) - size + 1):
        if tuple(before[at : at + size]) in known:
            kept += at + size - max(at, until)
            until = at + size
    return (Decimal(kept) / len(before)).quantize(Decimal("0.0001"), rounding=ROUND_DOWN)


def _compared(text: str) -> list[str]:
    return _SAME.findall(unicodedata.normalize("NFKC", text).casefold())


def sample_warnings(shown: str, *, source: str, percentage: int, at_most: int) -> list[str]:
    """Warnings about a sample: one that is too short says nothing about who wrote it. `source`: the name of the field that it is
    taken from."""
    count = words(shown)
    if count >= SAMPLE_LEAST:
        return []
    most = PERCENTAGES[1]
    wanted = ceil(
        2 * SAMPLE_LEAST * 100 / most
    )  # twice as many, since a sample ends with a sentence in its second half
    return [
        f"The sample that applicants rewrite has {count} {'word' if count == 1 else 'words'} ({percentage} % of {source}, "
        f"at most {at_most}): too few to show who can write, and for a detector to judge. From {SAMPLE_LEAST} words on it says "
        f"something: give applicantScreening.aiGeneratedSourceText of {wanted} words or more, with percentage {most}."
    ]


def status(*, bounty: str, ends: str, reason: str, seat: str | None, scored: bool) -> str:
    """The status of a humanization. `bounty`: its bounty's status; `ends`: closed or cancelled while closing; `reason`: the
    bounty's close_reason; `seat`: the escrow status of the hired person; `scored`: the final document has a result."""
    match bounty:
        case "pending_deposit":
            return "pending_funding"
        case "closing" | "closed" | "cancelled":
            by_timer = bounty != "cancelled" and ends != "cancelled" and reason in (*_BY_TIMER, *_LOST_LAST)
            return "expired" if by_timer else "cancelled"
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
