"""The two recorded checks that a bounty may ask for: how often somebody may try, and what counts as passed."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

MIC_ATTEMPTS: Final = 5  # for one bounty
LANGUAGE_ATTEMPTS: Final = 6  # in 30 days, whatever they were for
MIC_SCORE: Final = Decimal("3.0")  # what automatic review takes where a bounty names no score of its own
MIC_STATES: Final = ("not_started", "recorded")
LANGUAGE_STATES: Final = ("not_started", "pending", "passed", "failed", "retry", "error")
LEVELS: Final = ("A2", "B1", "B2", "C1", "C2")  # of the CEFR, the lower ones first


@dataclass(frozen=True, slots=True)
class MicCheck:
    """One person's microphone samples for one bounty. The score (1 to 5) is the owner's business, never the person's."""

    required: bool
    attempts_used: int = 0
    score: Decimal | None = None

    @property
    def state(self) -> str:
        return "not_started" if self.score is None else "recorded"

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
    def attempts_remaining(self) -> int:
        return max(0, LANGUAGE_ATTEMPTS - self.attempts_used)

    @property
    def can_retry(self) -> bool:
        """Would another attempt be taken? Not without one left, and not while one is being scored."""
        return self.attempts_remaining > 0 and self.unscored != "pending"
