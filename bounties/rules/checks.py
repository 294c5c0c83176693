"""The two recorded checks that a bounty may ask for: how often somebody may try, and what counts as passed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from humans.rules import SPEECH_ATTEMPTS

MIC_ATTEMPTS: Final = 5  # for one bounty
LANGUAGE_ATTEMPTS: Final = SPEECH_ATTEMPTS  # in 30 days, whatever they were for
MIC_SCORE: Final = Decimal("3.0")  # what automatic review takes where a bounty names no score of its own
MIC_MARGIN: Final = Decimal("0.5")  # below which a sample fails rather than warns
MIC_BYTES: Final = 25 * 1024 * 1024
LANGUAGE_BYTES: Final = 4 * 1024 * 1024
MIC_STATES: Final = ("not_started", "recorded")
LANGUAGE_STATES: Final = ("not_started", "pending", "passed", "failed", "retry", "error")
LEVELS: Final = ("A2", "B1", "B2", "C1", "C2")  # of the CEFR, the lower ones first

MIC_LEASE: Final = timedelta(minutes=3)  # whoever scores a sample has this long; then another one does
MIC_SCORING_ATTEMPTS: Final = 4  # then the sample is given up
FATAL: Final = ("too_quiet", "too_little_speech")  # no score makes up for these
_BANDS: Final = ((4_000, "narrowband"), (8_000, "wideband"), (14_000, "superwideband"))


def issues(*, level_db: float, speech_seconds: float, snr_db: float, clipped: float, bandwidth_hz: int) -> list[str]:
    """What is wrong with a sample, the fatal first. Levels are dB below full scale; `clipped` is a share of its samples."""
    found = {
        "too_quiet": level_db < -50,
        "too_little_speech": speech_seconds < 2,
        "noisy": snr_db < 15,
        "clipping": clipped > 0.005,
        "narrowband": 0 < bandwidth_hz <= _BANDS[0][0],
    }
    return [name for name, is_so in found.items() if is_so]


def bandwidth_class(hertz: int) -> str:
    return next((name for up_to, name in _BANDS if hertz <= up_to), "fullband")


def mic_status(ovrl: float, found: Sequence[str], minimum: Decimal | None) -> str:
    """pass, warn or fail, against the score that the bounty asks for."""
    wanted = MIC_SCORE if minimum is None else minimum
    score = Decimal(str(ovrl))
    if score < wanted - MIC_MARGIN or any(issue in FATAL for issue in found):
        return "fail"
    return "pass" if score >= wanted else "warn"


@dataclass(frozen=True, slots=True)
class MicCheck:
    """One person's microphone samples for one bounty. The score (1 to 5) is that of the latest scored one, none where it
    was hardly to be heard; it is the owner's business, never the person's."""

    required: bool
    attempts_used: int = 0
    score: Decimal | None = None
    is_waiting: bool = False

    @property
    def state(self) -> str:
        return "recorded" if self.attempts_used else "not_started"

    @property
    def attempts_remaining(self) -> int:
        return max(0, MIC_ATTEMPTS - self.attempts_used)

    def reaches(self, minimum: Decimal | None) -> bool:
        """Is the sample good enough for automatic review? Without a minimum of the bounty's own, MIC_SCORE is it."""
        return self.score is not None and self.score >= (MIC_SCORE if minimum is None else minimum)


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """Where a person stands with a bounty's level. `cefr` is that of his latest scored check, for whichever bounty;
    `unscored` (pending, retry or error) is the latest attempt when it gave no level."""

    requirement: Mapping[str, Any]
    attempts_used: int = 0
    cefr: str | None = None
    unscored: str | None = None

    @property
    def required(self) -> bool:
        return True

    @property
    def satisfied(self) -> bool:
        minimum: str = self.requirement["minimumCefr"]
        return self.cefr is not None and self.cefr >= minimum  # A1 < A2 < B1 … is the order of the alphabet, too

    @property
    def state(self) -> str:
        """A level that was shown once is passed, whatever a later attempt is waiting for."""
        if self.satisfied:
            return "passed"
        if self.unscored is not None:
            return self.unscored
        return "not_started" if self.cefr is None else "failed"

    @property
    def is_waiting(self) -> bool:
        """It may still come to be satisfied without anybody's doing."""
        return self.state == "pending"

    @property
    def attempts_remaining(self) -> int:
        return max(0, LANGUAGE_ATTEMPTS - self.attempts_used)

    @property
    def can_retry(self) -> bool:
        """Would another attempt be taken? Not without one left, and not while one is being scored."""
        return self.attempts_remaining > 0 and self.unscored != "pending"
