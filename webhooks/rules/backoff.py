"""Delays between delivery attempts: 30 s, doubled each time, at most an hour; six attempts in all. Spec: Retries."""

from typing import Final

MAX_ATTEMPTS: Final = 6
BASE_SECONDS: Final = 30
CAP_SECONDS: Final = 3600
DISABLE_AFTER: Final = 15  # consecutive failed attempts of one endpoint


def delay_seconds(attempts: int) -> int | None:
    """Seconds until the next attempt after `attempts` failed ones; None when that was the last."""
    if attempts >= MAX_ATTEMPTS:
        return None
    return int(min(BASE_SECONDS * 2 ** (attempts - 1), CAP_SECONDS))
