"""The scorer of sandbox servers: deterministic, by the length of the recording; speech is not analysed.

Silence is `insufficient_audio`. Otherwise the length gives the level: under 10 seconds A2, under 20 B1, under 30 B2,
under 45 C1, else C2. A chunk named `ahm ` in the WAV file selects the outcome: a level (`A1` to `C2`), `low_confidence`,
`insufficient_audio`, `unavailable` (the provider fails), or `pending` and a level (`pending B2`: undecided at the first
attempt, that level from the second on).
"""

import array
import io
from typing import Final

from humans.providers.speech import Level, Sample, StillScoring, Unscorable
from humans.rules.speech import CEFR, UNSCORABLE
from marketplace.core import wav
from marketplace.core.errors import ProviderFailed

_LENGTHS: Final = ((10.0, "A2"), (20.0, "B1"), (30.0, "B2"), (45.0, "C1"))
_SILENT: Final = 200  # amplitude, of 32,768
MARK: Final = b"ahm "


class SandboxScorer:
    is_heavy = False

    def score(self, sample: Sample) -> Level | Unscorable:
        file, size = io.BytesIO(sample.audio), len(sample.audio)
        first, _, later = _mark(file, size).partition(" ")
        if first == "pending" and sample.attempts == 1:
            raise StillScoring
        outcome = (later if first == "pending" else first) or _by_length(file, wav.inspect(file, size))
        if outcome == "unavailable":
            raise ProviderFailed("the sandbox's scorer was asked to fail")
        if outcome in UNSCORABLE:
            return Unscorable(outcome)
        if outcome not in CEFR:
            return Unscorable("low_confidence")
        score = 1.0 + CEFR.index(outcome)
        return Level(outcome, score, confidence=0.9, fluency=round(score / 6, 2), provider="sandbox", model="by-length")


def _mark(file: io.BytesIO, size: int) -> str:
    for name, start, length in wav.chunks(file, size):
        if name == MARK:
            file.seek(start)
            return file.read(min(length, 40)).decode("ascii", "replace").strip("\x00 ")
    return ""


def _by_length(file: io.BytesIO, form: wav.Wav) -> str:
    file.seek(form.start)
    loudest = max(map(abs, array.array("h", file.read(form.length))))
    if loudest < _SILENT:
        return "insufficient_audio"
    return next((level for under, level in _LENGTHS if form.seconds < under), "C2")
