"""Two clocks. `now()` is business time: every `…At` we write, every deadline, window, expiry and retry time. `wall()` is
what other machines' clocks are compared with: signature ages, rate-limit windows, webhook timestamps.

In a sandbox business time is wall time plus an offset that only grows. The offset is eight bytes in DATA_DIR/clock,
mapped into every process, so that web, worker and beat jump together and the jump survives a restart.
"""

import fcntl
import mmap
import os
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

_OFFSET = struct.Struct("<q")  # milliseconds
_mapped: dict[object, mmap.mmap] = {}  # by settings.DATA_DIR as it is: to make a path of it takes longer than the rest
_frozen: datetime | None = None


def wall() -> datetime:
    """The machine's own time, UTC."""
    return datetime.now(UTC)


def now() -> datetime:
    """Business time, UTC, to the millisecond (so that what we answer is exactly what we stored)."""
    moment = _frozen or (wall() + timedelta(milliseconds=_offset_ms()) if settings.SANDBOX else wall())
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def offset_seconds() -> float:
    """How far business time runs ahead of the wall clock; 0 outside a sandbox."""
    return _offset_ms() / 1000 if settings.SANDBOX else 0.0


def advance(seconds: float) -> None:
    """Move business time forward by `seconds` for every process of this sandbox.

    Raises RuntimeError outside a sandbox, ValueError when asked to go back.
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
    """For tests and the demo's past: stop business time at `moment` in this process, or let it run again with None."""
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
