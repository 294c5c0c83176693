"""The microphone and language checks of a bounty: numbers of attempts, and what counts as passed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final

from bounties.rules.fields import LanguageRequirement
from humans.rules.speech import SPEECH_ATTEMPTS

MIC_ATTEMPTS: Final = 5  # for one bounty
LANGUAGE_ATTEMPTS: Final = SPEECH_ATTEMPTS  # in 30 days, for all bounties together
MIC_SCORE: Final = Decimal("3.0")  # minimum of the automatic review where the bounty sets none
MIC_MARGIN: Final = Decimal("0.5")  # a sample fails when it is below the minimum by more than this, else warns
MIC_BYTES: Final = 25 * 1024 * 1024
LANGUAGE_BYTES: Final = 4 * 1024 * 1024
MIC_STATES: Final = ("not_started", "recorded")
LANGUAGE_STATES: Final = ("not_started", "pending", "passed", "failed", "retry", "error")
LEVELS: Final = ("A2", "B1", "B2", "C1", "C2")  # of the CEFR, ascending

MIC_LEASE: Final = timedelta(minutes=3)  # time for one scoring attempt; then another worker retries
MIC_SCORING_ATTEMPTS: Final = 4  # then the sample ends as error
FATAL: Final = ("too_quiet", "too_little_speech")  # these fail a sample whatever its score
_BANDS: Final = ((4_000, "narrowband"), (8_000, "wideband"), (14_000, "superwideband"))


def issues(*, level_db: float, speech_seconds: float, snr_db: float, clipped: float, bandwidth_hz: int) -> list[str]:
    """Problems of a sample, fatal ones first. Levels in dB below full scale; `clipped` is the fraction of clipped samples."""
    found = {
        "too_quiet": level_db < -50,
        "too_little_speech": speech_seconds < 2,
        "noisy": snr_db < 15,
        "clipping": clipped > 0.005,
        "narrowband": 0 < bandwidth_hz <= _BANDS[0][0],
    }
    return [name for name, applies in found.items() if applies]


def bandwidth_class(hertz: int) -> str:
    """The name of a bandwidth in Hz."""
    return next((name for up_to, name in _BANDS if hertz <= up_to), "fullband")


def mic_status(ovrl: float, found: Sequence[str], minimum: Decimal | None) -> str:
    """pass, warn or fail, by the DNSMOS score (1 to 5), the issues found, and the bounty's minimum."""
    wanted = MIC_SCORE if minimum is None else minimum
    score = Decimal(str(ovrl))
    if score < wanted - MIC_MARGIN or any(issue in FATAL for issue in found):
        return "fail"
    return "pass" if score >= wanted else "warn"


@dataclass(frozen=True, slots=True)
class MicCheck:
    """One person's microphone samples for one bounty. `score` (1 to 5) is that of the latest scored sample, None when that had
    a fatal issue; it is shown to the owner only."""

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
        """Whether the sample passes the automatic review; the default minimum is MIC_SCORE."""
        return self.score is not None and self.score >= (MIC_SCORE if minimum is None else minimum)


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """A person's state in a bounty's language check. `cefr` is the level of their latest scored check, for any bounty;
    `unscored` (pending, retry or error) is the latest attempt's status when it gave no level."""

    requirement: LanguageRequirement
    attempts_used: int = 0
    cefr: str | None = None
    unscored: str | None = None

    @property
    def required(self) -> bool:
        return True

    @property
    def satisfied(self) -> bool:
        minimum: str = self.requirement["minimumCefr"]
        return self.cefr is not None and self.cefr >= minimum  # A1 < A2 < B1 … is also the alphabetical order

    @property
    def state(self) -> str:
        """Passed once the level was reached, even while a later attempt is pending."""
        if self.satisfied:
            return "passed"
        if self.unscored is not None:
            return self.unscored
        return "not_started" if self.cefr is None else "failed"

    @property
    def is_waiting(self) -> bool:
        """Whether a pending score may still satisfy it."""
        return self.state == "pending"

    @property
    def attempts_remaining(self) -> int:
        return max(0, LANGUAGE_ATTEMPTS - self.attempts_used)

    @property
    def can_retry(self) -> bool:
        """Whether another attempt is possible: one is left, and none is being scored."""
        return self.attempts_remaining > 0 and self.unscored != "pending"
