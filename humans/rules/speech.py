"""Spoken language: levels, and how often one may try."""

from datetime import timedelta
from typing import Final

from marketplace.core.states import Machine

CEFR: Final = ("A1", "A2", "B1", "B2", "C1", "C2")
SPEECH_STATUSES: Final = ("pending", "scored", "retry", "error")
SPEECH: Final = Machine(
    "speech attempt",
    {"pending": {"score": "scored", "retry": "retry", "fail": "error"}, "scored": {}, "retry": {}, "error": {}},
)
SPEECH_ATTEMPTS: Final = 6  # per SPEECH_WINDOW; attempts with status error are not counted
SPEECH_WINDOW: Final = timedelta(days=30)
SPEECH_SECONDS: Final = (5.0, 90.0)
SPEECH_RATE: Final = 16_000  # samples per second, 16 bits, mono
UNSCORABLE: Final = ("low_confidence", "insufficient_audio")
SPEECH_WAIT: Final = 70.0  # seconds that a request waits for a score
SPEECH_LEASE: Final = timedelta(minutes=2)  # after which an attempt whose process died is taken up again
SPEECH_PAUSES: Final = (10, 30, 60, 300, 600)  # seconds between polls of a scorer that has not decided yet


def next_poll(attempts: int) -> timedelta | None:
    """How long to wait after the n-th attempt before the next one; None after the last."""
    return timedelta(seconds=SPEECH_PAUSES[attempts - 1]) if attempts <= len(SPEECH_PAUSES) else None
