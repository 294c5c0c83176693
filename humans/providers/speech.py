"""How well a person speaks English: a scorer is given a recording and answers a level, or why there is none. No answer is a
certificate."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Sample:
    """16 kHz, mono, 16 bits, as a WAV file. `id` is the same however often the scorer is asked; `asked` counts from 1."""

    id: str
    language: str
    audio: bytes
    asked: int


@dataclass(frozen=True, slots=True)
class Level:
    """`cefr` A1 to C2, `cefr_score` 1 to 6; confidence and fluency 0 to 1."""

    cefr: str
    cefr_score: float | None
    confidence: float | None
    fluency: float | None
    provider: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class Unscorable:
    """The recording can't be judged: `low_confidence` or `insufficient_audio`. The person is asked for another one."""

    reason: str


class StillScoring(Exception):
    """The scorer has the recording and has not decided, or nobody knows whether it has: ask again, with the same id."""


class Scorer(Protocol):
    is_heavy: bool
    """It keeps a processor busy: it works in the speech worker only, and requests wait for it."""

    def score(self, sample: Sample) -> Level | Unscorable:
        """Asked outside any transaction, for at most a minute. Raises StillScoring, ProviderFailed."""
        ...
