"""A local estimate of spoken English (LANGUAGE_SCORER=local, the optional extra `speech`): speech recognition transcribes
the words with their times, and a level is computed from pace, pauses and vocabulary.

It is a heuristic: `provider` is `estimate`, and `confidence` is at most 0.5. It does not judge grammar or pronunciation,
can't distinguish reading aloud from speaking, and takes another language for poor English. The transcript is not stored.
"""

import functools
import io
import itertools
import statistics
from dataclasses import dataclass
from typing import Any, Final

from humans.providers.speech import Level, Sample, Unscorable
from humans.rules.speech import CEFR
from marketplace.core import wav
from marketplace.core.errors import ProviderFailed

_FEWEST: Final = 8  # words; fewer are not scored
_PAUSE: Final = 0.6  # seconds of silence between two words that count as a pause
_BEST_CONFIDENCE: Final = 0.5
_FULL: Final = 60  # words; more of them do not raise the confidence


@dataclass(frozen=True, slots=True)
class Word:
    """Seconds from the start of the recording."""

    text: str
    begins: float
    ends: float


class LocalScorer:
    is_heavy = True

    def score(self, sample: Sample) -> Level | Unscorable:
        form = wav.inspect(io.BytesIO(sample.audio), len(sample.audio))
        words = _recognised(sample.audio[form.start : form.start + form.length], form.rate)
        known = [level for word in words if (level := _vocabulary().get_average_word_level_float(word.text))]
        return estimate(words, known)


def estimate(words: list[Word], known: list[float]) -> Level | Unscorable:
    """Score the recognised words; `known`: the levels (1 to 6) of those that are in the vocabulary list."""
    if len(words) < _FEWEST or len(known) < _FEWEST // 2:
        return Unscorable("insufficient_audio")
    seconds = max(words[-1].ends - words[0].begins, 1.0)
    pace = len(words) / seconds * 60  # words per minute: 150 is fluent, 60 is laboured
    pauses = sum(b.begins - a.ends > _PAUSE for a, b in itertools.pairwise(words)) / seconds * 60
    fluency = min(max((pace - 50) / 100, 0.0), 1.0) * min(max(1.2 - pauses / 30, 0.2), 1.0)
    hardest = sorted(known)[-max(3, len(known) // 5) :]
    vocabulary = (
        statistics.fmean(hardest) - 1
    ) / 3  # hard words are rare even in good speech: a mean of 4 counts as 1.0
    score = 1.0 + 5.0 * min(max(0.55 * fluency + 0.45 * vocabulary, 0.0), 1.0)
    return Level(
        cefr=CEFR[min(int(score + 0.5), 6) - 1],
        cefr_score=round(score, 2),
        confidence=round(_BEST_CONFIDENCE * min(len(words) / _FULL, 1.0), 2),
        fluency=round(fluency, 2),
        provider="estimate",
        model="pocketsphinx en-us, cefrpy",
    )


def _recognised(pcm: bytes, rate: int) -> list[Word]:
    """Transcribe with the model that comes with pocketsphinx. Fillers and silences are left out."""
    decoder = _decoder(rate)
    decoder.start_utt()
    decoder.process_raw(pcm, no_search=False, full_utt=True)
    decoder.end_utt()
    if decoder.hyp() is None:
        return []
    spoken = [segment for segment in decoder.seg() if segment.word[0] not in "<["]
    return [Word(one.word.partition("(")[0], one.start_frame / 100, (one.end_frame + 1) / 100) for one in spoken]


@functools.cache
def _decoder(rate: int) -> Any:
    try:
        from pocketsphinx import Decoder
    except ImportError as error:
        raise ProviderFailed(
            "LANGUAGE_SCORER=local needs the extra: pip install 'agent-hiring-marketplace[speech]'"
        ) from error
    return Decoder(samprate=rate, loglevel="FATAL")


@functools.cache
def _vocabulary() -> Any:
    try:
        from cefrpy import CEFRAnalyzer
    except ImportError as error:
        raise ProviderFailed(
            "LANGUAGE_SCORER=local needs the extra: pip install 'agent-hiring-marketplace[speech]'"
        ) from error
    return CEFRAnalyzer()
