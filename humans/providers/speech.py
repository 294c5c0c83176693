"""The interface of language scorers: a recording in, a CEFR level out, or the reason why there is none. No level is a
certificate."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Sample:
    """`audio`: a WAV file, 16 kHz, mono, 16 bits. `id` is the same in every attempt; `attempts` counts this one, from 1."""

    id: str
    language: str
    audio: bytes
    attempts: int


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
    """The recording can't be scored: `low_confidence` or `insufficient_audio`. The person should send another one."""

    reason: str


class StillScoring(Exception):
    """The scorer has not decided yet, or it is unknown whether it has: poll again with the same id."""


class Scorer(Protocol):
    is_heavy: bool
    """Whether it is CPU-bound: then it runs in the speech worker only, and requests wait for the worker."""

    def score(self, sample: Sample) -> Level | Unscorable:
        """Called outside any transaction; takes at most a minute. Raises StillScoring, ProviderFailed (502)."""
        ...
