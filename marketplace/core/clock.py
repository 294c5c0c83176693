"""The two clocks. `now()` is business time: every `…At` that is written, and every deadline, window, expiry and retry time.
`wall()` is the machine's time, for what is compared with other machines' clocks: signature ages, rate-limit windows, webhook
timestamps.

In a sandbox business time is wall time plus an offset that only grows. The offset is eight bytes in DATA_DIR/clock, mapped into
every process: the web server, workers and beat see a new offset at once, and it survives a restart.
"""

import fcntl
import mmap
import os
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

_OFFSET = struct.Struct("<q")  # milliseconds
# Keyed by settings.DATA_DIR as it is: building a Path costs more than the rest of the call.
_mapped: dict[object, mmap.mmap] = {}
_frozen: datetime | None = None


def wall() -> datetime:
    """The machine's time, UTC."""
    return datetime.now(UTC)


def now() -> datetime:
    """Business time, UTC, truncated to milliseconds, so that answers show exactly what is stored."""
    moment = _frozen or (wall() + timedelta(milliseconds=_offset_ms()) if settings.SANDBOX else wall())
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def shown(moment: datetime) -> str:
    """A moment in a sentence: ISO 8601 in UTC, to the minute, which never names one that has not come."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def here() -> str:
    """What time it is, for a refusal: a sandbox's clock may be far from its caller's."""
    return f"it is {shown(now())} here."


def offset_seconds() -> float:
    """Seconds by which business time is ahead of wall time; 0 outside a sandbox."""
    return _offset_ms() / 1000 if settings.SANDBOX else 0.0


def advance(seconds: float) -> None:
    """Move business time forward by `seconds` in every process of this sandbox. Takes a file lock on DATA_DIR/clock.

    Raises RuntimeError outside a sandbox, ValueError for a negative number.
    """
    if not settings.SANDBOX:
        raise RuntimeError("the clock moves in a sandbox only")
    if seconds < 0:
        raise ValueError("the clock only moves forward")
    path = _path()
    with path.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        area = _area()
        _OFFSET.pack_into(area, 0, _OFFSET.unpack_from(area)[0] + round(seconds * 1000))
        area.flush()


def freeze(moment: datetime | None) -> None:
    """For tests and the demo data: stop business time at `moment` (UTC) in this process; None resumes it."""
    global _frozen
    _frozen = moment


def _path() -> Path:
    path = Path(settings.DATA_DIR) / "clock"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if os.fstat(fd).st_size < _OFFSET.size:
                os.ftruncate(fd, _OFFSET.size)
        finally:
            os.close(fd)
    return path


def _area() -> mmap.mmap:
    found = _mapped.get(settings.DATA_DIR)
    if found is None:
        with _path().open("r+b") as file:
            found = _mapped[settings.DATA_DIR] = mmap.mmap(file.fileno(), _OFFSET.size)
    return found


def _offset_ms() -> int:
    return int(_OFFSET.unpack_from(_area())[0])
