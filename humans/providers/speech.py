"""How well somebody speaks English: whoever LANGUAGE_SCORER names listens to a recording and answers a level, or why he
can't. No answer of ours is a certificate."""

from dataclasses import dataclass
from typing import Protocol

from django.conf import settings

from humans.errors import NoLanguageScorer


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


def chosen() -> Scorer:
    """The one that the settings name. Raises NoLanguageScorer (503). Each is imported only where it is used."""
    match settings.LANGUAGE_SCORER:
        case "http":
            from humans.providers.speech_http import HttpScorer

            return HttpScorer(settings.LANGUAGE_SCORER_URL, settings.LANGUAGE_SCORER_TOKEN)
        case "local":
            from humans.providers.speech_local import Estimate

            return Estimate()
        case "sandbox":
            from humans.providers.speech_sandbox import SandboxScorer

            return SandboxScorer()
    raise NoLanguageScorer()
